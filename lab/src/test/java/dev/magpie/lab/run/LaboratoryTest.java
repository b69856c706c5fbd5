package dev.magpie.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.ResultDirectory;
import dev.magpie.lab.result.RunSize;
import dev.magpie.report.Column;
import dev.magpie.report.Table;
import dev.magpie.report.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaboratoryTest {
  @TempDir Path results;
  private Bench bench;
  private final AtomicInteger runs = new AtomicInteger();

  @BeforeEach
  void open() {
    bench = new Bench(results);
  }

  private Experiment<?> two(String id) {
    return Bench.experiment(
        id,
        "1",
        () -> {
          runs.incrementAndGet();
          return 2.0;
        });
  }

  @Test
  void aResultThatStillHoldsIsReused() {
    List<Experiment<?>> experiments = List.of(two("mag/a"), two("mag/b"));
    assertThat(Bench.hows(bench.run(experiments))).containsExactly("ran", "ran");
    List<Outcome> again = bench.run(experiments);
    assertThat(Bench.hows(again)).containsExactly("reused", "reused");
    assertThat(again.getFirst().result().claims().getFirst().verdict()).isEqualTo(Verdict.EXACT);
    assertThat(runs).hasValue(2);
    assertThat(bench.complaints).isEmpty();
  }

  @Test
  void freshRunsAgain() {
    bench.run(List.of(two("mag/a")));
    assertThat(Bench.hows(bench.run(List.of(two("mag/a")), List.of(), RunSize.FULL, true, 1)))
        .containsExactly("ran");
  }

  @Test
  void otherParametersOrSizeRunAgain() {
    bench.run(List.of(two("mag/a")));
    Experiment<?> other = Bench.experiment("mag/a", "2", () -> 2.0);
    assertThat(Bench.hows(bench.run(List.of(other)))).containsExactly("ran");
    for (RunSize size : List.of(RunSize.QUICK, RunSize.PAPER)) {
      assertThat(Bench.hows(bench.run(List.of(other), List.of(), size, false, 1)))
          .containsExactly("ran");
    }
  }

  @Test
  void anotherProgramRunsAgain() throws IOException {
    bench.run(List.of(two("mag/a")));
    ResultDirectory directory = ResultDirectory.open(results);
    ExperimentResult now = directory.read("mag/a", bench::complain).orElseThrow();
    directory.write(
        new ExperimentResult(
            now.schema(),
            now.id(),
            now.title(),
            now.source(),
            "0.9+0123456789abcdef",
            now.size(),
            now.parameters(),
            now.inputs(),
            now.method(),
            now.deviations(),
            now.claims(),
            now.measurements(),
            now.tables(),
            now.charts(),
            now.maps(),
            now.simulations(),
            now.error(),
            now.timing()));
    directory.close();
    assertThat(Bench.hows(bench.run(List.of(two("mag/a"))))).containsExactly("ran");
  }

  @Test
  void aRunThatWasKilledLosesWhatWasInProgressOnly() throws IOException {
    // Killed after "a" was done, while "b" was being written.
    bench.run(List.of(two("mag/a")));
    Files.delete(results.resolve("index.html"));

    List<Outcome> outcomes = bench.run(List.of(two("mag/a"), two("mag/b")));
    assertThat(Bench.hows(outcomes)).containsExactly("reused", "ran");
    assertThat(bench.complaints).isEmpty();
    assertThat(results.resolve("index.html")).exists();
  }

  @Test
  void aDamagedFileIsReportedAndRepaired() throws IOException {
    bench.run(List.of(two("mag/a")));
    Path file = results.resolve("mag-a.json");
    String whole = Files.readString(file);
    for (String damaged :
        List.of(
            "",
            "[]",
            whole.substring(0, whole.length() / 2),
            whole.replace("\"measured\" : 2.0", "\"measured\" : 3.0"))) {
      bench.complaints.clear();
      Files.writeString(file, damaged);
      assertThat(Bench.hows(bench.run(List.of(two("mag/a"))))).containsExactly("ran");
      assertThat(bench.complaints).singleElement().asString().contains("mag-a.json", "damaged");
      assertThat(Bench.hows(bench.run(List.of(two("mag/a"))))).containsExactly("reused");
    }
  }

  @Test
  void anExperimentThatFailsIsShownAndRunsAgainNextTime() throws IOException {
    Experiment<?> failing =
        Bench.experiment(
            "mag/b",
            "1",
            () -> {
              throw new IllegalStateException("the bench is on fire");
            });
    List<Outcome> outcomes = bench.run(List.of(two("mag/a"), failing, two("mag/c")));
    assertThat(Bench.hows(outcomes)).containsExactly("ran", "failed", "ran");
    ExperimentResult failed = outcomes.get(1).result();
    assertThat(failed.error()).isEqualTo("the bench is on fire");
    assertThat(failed.isComplete()).isFalse();
    assertThat(failed.claims().getFirst().verdict()).isEqualTo(Verdict.ERROR);
    assertThat(Files.readString(results.resolve("index.html"))).contains("the bench is on fire");
    assertThat(Bench.hows(bench.run(List.of(two("mag/a"), failing))))
        .containsExactly("reused", "failed");
  }

  @Test
  void aFailedReproductionIsNoFailure() {
    Outcome outcome = bench.run(List.of(Bench.experiment("mag/a", "1", () -> 3.0))).getFirst();
    assertThat(outcome.result().isComplete()).isTrue();
    assertThat(outcome.result().claims().getFirst().verdict()).isEqualTo(Verdict.SAME_DIRECTION);
  }

  @Test
  void tablesComeBackAsTheyWere() throws IOException {
    Table table =
        Table.titled("Title")
            .text("name")
            .number("ratio", 2, "x")
            .column(Column.verdict("verdict"))
            .row("a", 1.5, Verdict.DOES_NOT_HOLD)
            .row("b", null, null)
            .total("all", 3, Verdict.WITHIN_5_PERCENT)
            .note("Note.")
            .build();
    Experiment<?> experiment = Bench.experiment("mag/a", "1", () -> 2.0, table);
    bench.run(List.of(experiment));
    ExperimentResult reused = bench.run(List.of(experiment)).getFirst().result();
    assertThat(reused.tables().getFirst().toTable()).isEqualTo(table);
    assertThat(Files.readString(results.resolve("mag-a.table.csv")))
        .isEqualTo("name,ratio (x),verdict\na,1.5,does not hold\nb,,\nall,3,within 5 %\n");
    assertThat(results.resolve("claims.csv"))
        .content()
        .contains("mag/a,value,The value is 2,measurement,2 bits,2,bits,2,0,exact,");
  }

  @Test
  void whatIsHiddenThereAndIsNotAKilledRunsStays() throws IOException {
    Path film = Files.writeString(results.resolve(".film.part"), "half of it");
    Path measured =
        Files.writeString(
            Files.createDirectory(results.resolve("measurements")).resolve("mine.part"), "mine");
    bench.run(List.of(two("mag/a")));
    assertThat(film).hasContent("half of it");
    assertThat(measured).hasContent("mine");
    assertThat(bench.complaints).isEmpty();
  }

  @Test
  void aDirectoryIsForOneRunAtATime() {
    try (ResultDirectory _ = ResultDirectory.open(results)) {
      assertThatThrownBy(() -> bench.run(List.of(two("mag/a"))))
          .isInstanceOf(LabException.class)
          .hasMessageContaining("another magpie reproduce");
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsFoundBeforeWork() throws IOException {
    Path file = Files.createFile(results.resolve("file"));
    for (Path place : List.of(file, file.resolve("below"))) {
      assertThatThrownBy(() -> new Bench(place).run(List.of(two("mag/a"))))
          .isInstanceOf(LabException.class)
          .hasMessageContaining("cannot be written");
    }
    assertThat(runs).hasValue(0);
  }

  @Test
  void nothingIsLeftBesideTheResults() throws IOException {
    bench.run(List.of(two("mag/a")));
    try (Stream<Path> files = Files.list(results)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              ".lock",
              "claims.csv",
              "experiments.csv",
              "index.html",
              "inputs.csv",
              "mag-a.json",
              "simulations.csv");
    }
  }
}
