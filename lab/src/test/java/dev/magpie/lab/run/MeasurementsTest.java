package dev.magpie.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.lab.result.RecordedSimulations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementsTest {
  @TempDir Path results;
  private Bench bench;
  private final AtomicInteger made = new AtomicInteger();

  record Length(String of, double metres, List<Long> steps) {}

  @BeforeEach
  void open() {
    bench = new Bench(results);
  }

  private Measurements measurements(boolean fresh) {
    return measurements(fresh, RecordedSimulations.NONE);
  }

  private Measurements measurements(boolean fresh, RecordedSimulations recorded) {
    return new Measurements(results.resolve("measurements"), fresh, recorded, 2, bench);
  }

  private List<Length> lengths(String version, String... names) {
    try (Measurements measurements = measurements(false)) {
      return measurements.all(Length.class, version, tasks(names));
    }
  }

  private Map<String, Supplier<Length>> tasks(String... names) {
    Map<String, Supplier<Length>> tasks = new LinkedHashMap<>();
    for (String name : names) {
      tasks.put(
          name,
          () -> {
            made.incrementAndGet();
            return new Length(name, Double.NaN, List.of((long) name.length()));
          });
    }
    return tasks;
  }

  @Test
  void eachIsMadeOnceAndFoundByTheNextRun() {
    List<Length> first = lengths("1", "a / 16", "b", "c");
    assertThat(first).extracting(Length::of).containsExactly("a / 16", "b", "c");
    assertThat(made).hasValue(3);
    assertThat(lengths("1", "c", "a / 16", "d").getFirst()).isEqualTo(first.getLast());
    assertThat(made).hasValue(4);
    assertThat(bench.complaints).isEmpty();
  }

  @Test
  void experimentsShareThemWithinARun() {
    try (Measurements measurements = measurements(true)) {
      measurements.all(Length.class, "1", tasks("a"));
      measurements.all(Length.class, "1", tasks("a", "b"));
    }
    assertThat(made).hasValue(2);
    try (Measurements measurements = measurements(true)) {
      measurements.all(Length.class, "1", tasks("a"));
    }
    assertThat(made).as("fresh").hasValue(3);
  }

  @Test
  void whatIsRecordedOfTheSameBehaviourIsNotMadeAgain() {
    RecordedSimulations recorded =
        new RecordedSimulations(
            Map.of(
                "a", recorded("today", "NaN", "3 5"),
                "b", recorded("yesterday", "1.5", "3 5"),
                "c", recorded("today", "long", "3 5"),
                "d", recorded("today", "0.1", "")),
            _ -> "today");
    try (Measurements measurements = measurements(false, recorded)) {
      assertThat(measurements.all(Length.class, "1", tasks("a", "b", "c", "d")))
          .containsExactly(
              new Length("recorded", Double.NaN, List.of(3L, 5L)),
              new Length("b", Double.NaN, List.of(1L)),
              new Length("c", Double.NaN, List.of(1L)),
              new Length("recorded", 0.1, List.of()));
    }
    assertThat(made).as("b is stale, and c damaged").hasValue(2);
    try (Measurements measurements = measurements(true, recorded)) {
      measurements.all(Length.class, "1", tasks("a"));
    }
    assertThat(made).as("fresh").hasValue(3);
  }

  private static Map<String, String> recorded(String behaviour, String metres, String steps) {
    return Map.of("of", "recorded", "metres", metres, "steps", steps, "behaviour", behaviour);
  }

  @Test
  void anotherProgramMeasuresAgain() {
    lengths("1", "a");
    lengths("2", "a");
    assertThat(made).hasValue(2);
  }

  @Test
  void oneThatFailsIsMadeAgainAndSpoilsNoOther() {
    Map<String, Supplier<Length>> tasks = tasks("a");
    tasks.put(
        "b",
        () -> {
          throw new IllegalStateException("the bench is on fire");
        });
    try (Measurements measurements = measurements(false)) {
      assertThatThrownBy(() -> measurements.all(Length.class, "1", tasks))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the bench is on fire");
    }
    lengths("1", "a", "b");
    assertThat(made).as("a once, b at last").hasValue(2);
  }

  @Test
  void aDamagedFileIsReportedAndRepaired() throws IOException {
    lengths("1", "a");
    Path file = file();
    String whole = Files.readString(file);
    for (String damaged :
        List.of(
            "", "[]", whole.substring(0, 40), whole.replace("\"of\" : \"a\"", "\"of\" : \"b\""))) {
      bench.complaints.clear();
      Files.writeString(file, damaged);
      assertThat(lengths("1", "a").getFirst().of()).isEqualTo("a");
      assertThat(bench.complaints).singleElement().asString().contains("damaged");
    }
    assertThat(made).hasValue(5);
    assertThat(Files.readString(file)).isEqualTo(whole);
  }

  @Test
  void aFileIsMadeOnceAndGoneAfterTheRun() throws IOException {
    Path file;
    try (Measurements measurements = measurements(false)) {
      file = measurements.file("long", place -> Files.writeString(place, "made"));
      Files.writeString(file, "kept");
      assertThat(measurements.file("long", place -> Files.writeString(place, "again")))
          .isEqualTo(file)
          .hasContent("kept");
      assertThatThrownBy(() ->
              measurements.file(
                  "other",
                  _ -> {
                    throw new IOException("the disk is full");
                  }))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageEndingWith("the disk is full");
    }
    assertThat(file).doesNotExist();
    assertThat(results.resolve("measurements")).isEmptyDirectory();
  }

  @Test
  void experimentsOnManyThreadsMakeEachOnce() throws Exception {
    int experiments = 8;
    String[] names =
        IntStream.range(0, 40).mapToObj(each -> "length " + each).toArray(String[]::new);
    try (Measurements measurements = measurements(true);
        ExecutorService pool = Executors.newFixedThreadPool(experiments)) {
      CyclicBarrier start = new CyclicBarrier(experiments);
      List<Future<List<Length>>> asked = new ArrayList<>();
      for (int i = 0; i < experiments; i++) {
        Measurements mine = measurements.ofExperiment();
        asked.add(
            pool.submit(() -> {
              start.await();
              for (String name : names) {
                mine.file(name, place -> Files.writeString(place, "" + made.incrementAndGet()));
              }
              List<Length> lengths = mine.all(Length.class, "1", tasks(names));
              assertThat(mine.asked()).hasSize(names.length);
              return lengths;
            }));
      }
      for (Future<List<Length>> each : asked) {
        assertThat(each.get()).isEqualTo(asked.getFirst().get());
      }
    }
    assertThat(made).as("files and lengths").hasValue(2 * names.length);
  }

  /** A map that makes a file itself keeps those waiting who ask for one in the same bin. */
  @Test
  void filesAreMadeWhileOthersAreMade() {
    try (Measurements measurements = measurements(false)) {
      Path first =
          measurements.file(
              "first",
              place -> {
                for (int other = 0; other < 100; other++) {
                  measurements.file("other " + other, path -> Files.writeString(path, "made"));
                }
                Files.writeString(place, "made");
              });
      assertThat(first).hasContent("made");
    }
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(results.resolve("measurements"))) {
      return files.filter(each -> each.toString().endsWith(".json")).findFirst().orElseThrow();
    }
  }
}
