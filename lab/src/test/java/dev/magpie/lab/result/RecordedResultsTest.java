package dev.magpie.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.magpie.lab.Experiments;
import dev.magpie.lab.result.ExperimentResult.Simulated;
import dev.magpie.lab.run.Bench;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedResultsTest {
  private static final String SIMULATED = "bfs {nodes=8, seed=1}, gtx580, mag-bdi, MAG 32";

  @TempDir private static Path place;
  private static List<ExperimentResult> results = List.of();

  @TempDir private Path directory;

  @BeforeAll
  static void run() {
    results =
        new Bench(place)
                .run(
                    Experiments.select(List.of("mag/table3", "mag/fig1", "mag/fig6-data")),
                    List.of(),
                    RunSize.QUICK,
                    false,
                    1)
                .stream()
                .map(Outcome::result)
                .toList();
  }

  private static RecordedResults of(String... ids) {
    return RecordedResults.of(
            results.stream().filter(each -> List.of(ids).contains(each.id())).toList())
        .withBehaviour(id -> Map.of("codecs", "0123"), _ -> "4567");
  }

  private static RecordedResults all() {
    return of("mag/table3", "mag/fig1", "mag/fig6-data");
  }

  /** The same with another text in a file. */
  private static RecordedResults changed(RecordedResults from, String file, String was, String is) {
    SortedMap<String, List<List<String>>> files = new TreeMap<>(from.files());
    files.computeIfPresent(
        file,
        (_, records) ->
            records.stream()
                .map(line -> line.stream().map(cell -> cell.equals(was) ? is : cell).toList())
                .toList());
    assertThat(files).isNotEqualTo(from.files());
    return new RecordedResults(files);
  }

  private static RecordedResults simulated(long cycles, Object blocks) {
    ExperimentResult one = results.getFirst();
    return RecordedResults.of(
        List.of(
            new ExperimentResult(
                one.schema(),
                one.id(),
                one.title(),
                one.source(),
                one.version(),
                one.size(),
                one.parameters(),
                one.inputs(),
                one.method(),
                one.deviations(),
                one.claims(),
                one.measurements(),
                one.tables(),
                one.charts(),
                one.maps(),
                List.of(new Simulated(SIMULATED, Map.of("cycles", cycles, "blocks", blocks))),
                one.error(),
                one.timing())));
  }

  private static List<ResultChange> changes(RecordedResults before, RecordedResults after) {
    return ResultChange.between(before, after);
  }

  @Test
  void whatIsWrittenIsReadAndEqual() throws IOException {
    all().write(directory);
    assertThat(RecordedResults.read(directory)).isEqualTo(all());
    assertThat(changes(RecordedResults.read(directory, RunSize.QUICK), all())).isEmpty();
    assertThat(directory.resolve("inputs.csv")).content().contains("mag/fig6-data,flow,");
    assertThat(directory.resolve("claims.csv"))
        .content()
        .startsWith("experiment,measure,claim,kind,stated,paper,unit,measured,error,verdict,")
        .contains(
            "mag/table3,encodingBits,Two bits name the encoding,consistency,2"
                + " bits,,bits,2,,consistent,");
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        assertThat(file).content().doesNotContainPattern("20\\d\\d-\\d\\d");
      }
    }
  }

  @Test
  void aClaimACellAndACounterThatMove() {
    assertThat(changes(all(), changed(all(), "claims.csv", "14", "15")))
        .containsExactly(
            new ResultChange(
                ResultChange.Kind.CLAIM,
                "mag/table3",
                "deltaBits.64",
                "14 bits, consistent",
                "15 bits, consistent",
                1 / 14.0));
    assertThat(changes(all(), changed(all(), "mag-table3.encodings.csv", "64", "80")))
        .containsExactly(
            new ResultChange(
                ResultChange.Kind.TABLE,
                "mag/table3",
                "encodings, Base4B-Δ14b: compressed size (bytes)",
                "64",
                "80",
                0.25));
    assertThat(changes(simulated(100, List.of(1, 2)), simulated(90, List.of(1, 3))))
        .extracting(ResultChange::what, ResultChange::before, ResultChange::after)
        .containsExactlyInAnyOrder(
            tuple("bfs {nodes=8, seed=1}, gtx580, mag-bdi, MAG 32: cycles", "100", "90"),
            tuple("bfs {nodes=8, seed=1}, gtx580, mag-bdi, MAG 32: blocks", "1 2", "1 3"));
  }

  @Test
  void theLargestChangeIsFirst() {
    RecordedResults now =
        changed(
            changed(all(), "mag-table3.encodings.csv", "64", "65"),
            "mag-table3.encodings.csv",
            "96",
            "48");
    assertThat(changes(all(), now))
        .extracting(ResultChange::relative)
        .containsExactly(-0.5, 1 / 64.0);
  }

  @Test
  void experimentsThatAreMissingAndAdded() {
    assertThat(changes(all(), of("mag/table3", "mag/fig1")))
        .extracting(ResultChange::experiment, ResultChange::before, ResultChange::after)
        .containsExactly(tuple("mag/fig6-data", "there", "not there"));
    assertThat(changes(of("mag/fig1"), of("mag/table3", "mag/fig1")))
        .extracting(ResultChange::experiment, ResultChange::before, ResultChange::after)
        .containsExactly(tuple("mag/table3", "not there", "there"));
  }

  @Test
  void aPartOfTheExperimentsReplacesThatPart() {
    RecordedResults old = changed(all(), "mag-table3.encodings.csv", "64", "80");
    assertThat(old.with(of("mag/fig1")).files()).isEqualTo(old.files());
    assertThat(old.with(of("mag/table3")).files()).isEqualTo(all().files());
    assertThat(of("mag/fig1").with(of("mag/table3")).with(of("mag/fig6-data"))).isEqualTo(all());
    SortedMap<String, List<List<String>>> both =
        all().with(simulated(7, 3)).with(simulated(8, 4)).files();
    assertThat(both.get("simulations.csv"))
        .hasSize(2)
        .last()
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains("bfs {nodes=8, seed=1}", "gtx580, mag-bdi, MAG 32", "8", "4");
  }

  /** So that a difference of files shows what has moved, and nothing else. */
  @Test
  void countersHaveOneOrderWhateverWasRecordedFirst() {
    RecordedResults simulated = simulated(7, 3);
    RecordedResults behaving = simulated.withBehaviour(id -> Map.of("codecs", "0123"), _ -> "4567");
    RecordedResults other =
        changed(simulated, "simulations.csv", "bfs {nodes=8, seed=1}", "bfs {nodes=9, seed=1}");
    assertThat(heading(all().with(behaving).with(other)))
        .isEqualTo(heading(all().with(other).with(behaving)))
        .containsExactly("program", "memory", "behaviour", "blocks", "cycles");
  }

  private static List<String> heading(RecordedResults of) {
    return of.files().getOrDefault("simulations.csv", List.of(List.of())).getFirst();
  }

  @Test
  void aTableThatIsNoMoreIsRemoved() {
    all().write(directory);
    of("mag/fig1").write(directory);
    assertThat(directory.resolve("mag-table3.encodings.csv")).doesNotExist();
    assertThat(directory.resolve("mag-fig1.sizes.csv")).exists();
  }

  @Test
  void whatCannotBeComparedIsRefused() throws IOException {
    assertThatThrownBy(() -> RecordedResults.read(directory))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("holds no recorded results");
    Files.writeString(directory.resolve("notes.txt"), "mine");
    assertThatThrownBy(() -> RecordedResults.begin(directory, RunSize.FULL))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is no empty directory");
    assertThat(RecordedResults.begin(directory.resolve("new"), RunSize.FULL).experiments())
        .isEmpty();
    assertThatThrownBy(() ->
            RecordedResults.begin(directory.resolve("notes.txt").resolve("new"), RunSize.FULL))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("cannot be written");
    all().write(directory);
    assertThatThrownBy(() -> RecordedResults.read(directory, RunSize.FULL))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("holds results of quick size, and this run is of full size");
    String claims = Files.readString(directory.resolve("claims.csv"));
    for (String damaged :
        List.of(
            "",
            "experiment,a\nmag/fig1\n",
            "a,b\n1,2\n",
            "\"x",
            "\u00ff\n",
            claims.replaceFirst("measured", "value"))) {
      Files.writeString(directory.resolve("claims.csv"), damaged, StandardCharsets.ISO_8859_1);
      assertThatThrownBy(() -> RecordedResults.read(directory))
          .as(damaged)
          .isInstanceOf(LabException.class)
          .hasMessageContaining("claims.csv")
          .hasMessageContaining("damaged");
    }
    Files.delete(directory.resolve("claims.csv"));
    assertThatThrownBy(() -> RecordedResults.read(directory)).hasMessageContaining("missing");
  }
}
