package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code magpie reproduce} and {@code magpie query} as a user runs them. */
class ReproduceTest {
  @TempDir Path directory;

  private Path results() {
    return directory.resolve("results");
  }

  @Test
  void listNamesTheExperiments() {
    Ran ran = Ran.magpie("reproduce", "--list");
    assertThat(ran.status()).isZero();
    assertThat(ran.out()).contains("mag/table3", "Encodings of MAG-aware BDI", "buddy/fig5b");

    JsonNode json = Ran.magpie("reproduce", "mag/fig1?", "--list", "--format", "json").json();
    assertThat(json.get("schema").asString()).isEqualTo("magpie.experiments/1");
    assertThat(json.get("experiments").valueStream().map(each -> each.get("id").asString()))
        .containsExactly(
            "mag/fig12",
            "mag/fig13",
            "mag/fig14",
            "mag/fig15",
            "mag/fig16",
            "mag/fig17",
            "mag/fig18",
            "mag/fig19");
  }

  @Test
  void aRunThatIsRefusedMakesNothing() throws IOException {
    Path data = Files.write(directory.resolve("data.bin"), new byte[1024]);
    Ran ran =
        Ran.magpie(
            "reproduce",
            "mag/table1",
            "--quick",
            "-o",
            results(),
            "--data",
            data,
            "--report",
            data);
    assertThat(ran.err()).contains("is an input, and --report would overwrite it").hasLineCount(1);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(results()).doesNotExist();
  }

  @Test
  void globsRunAndASecondRunReuses() {
    Ran ran = Ran.magpie("reproduce", "mag/table3", "mag/fig*-data", "--quick", "-o", results());
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(ran.out()).contains("14 bits", "consistent", "6 experiments: 6 ran.", "index.html");
    assertThat(results().resolve("index.html")).exists();
    assertThat(results().resolve("mag-fig6-data.zeros.csv")).exists();

    Ran again =
        Ran.magpie(
            "reproduce",
            "mag/table3",
            "mag/fig*-data",
            "--quick",
            "-o",
            results(),
            "--format",
            "json");
    JsonNode json = again.json();
    assertThat(json.get("schema").asString()).isEqualTo("magpie.scoreboard/2");
    assertThat(json.get("experiments").valueStream().map(each -> each.get("how").asString()))
        .hasSize(6)
        .allMatch("reused"::equals);
  }

  @Test
  void resultsSayOfWhichSizeTheyAre() {
    for (String size : List.of("--quick", "--paper-size")) {
      Ran ran = Ran.magpie("reproduce", "mag/table3", size, "-o", results(), "--format", "json");
      assertThat(ran.status()).isZero();
      JsonNode result = ran.json().get("experiments").get(0);
      assertThat(result.get("how").asString()).isEqualTo("ran");
      assertThat("--" + result.get("size").asString() + "-size").startsWith(size);
    }
    Ran both = Ran.magpie("reproduce", "mag/table3", "--quick", "--paper-size", "-o", results());
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.err()).contains("--quick and --paper-size exclude each other").hasLineCount(1);
  }

  @Test
  void recordedResultsTellWhatMoved() throws IOException {
    Path recorded = directory.resolve("recorded");
    List<Object> quick =
        List.of("reproduce", "depth/fig5", "buddy/design", "--quick", "-o", results());
    assertThat(Ran.magpie(with(quick, "--record", recorded)).status()).isZero();
    assertThat(recorded.resolve("depth-fig5.tiles.csv")).exists();

    Ran same = Ran.magpie(with(quick, "--against", recorded));
    assertThat(same.out()).isEqualTo("\nNothing moved in 2 experiments.\n");
    assertThat(same.status()).isZero();

    Path claims = recorded.resolve("claims.csv");
    Files.writeString(
        claims, Files.readString(claims).replace("21,,inconsistent", "20,,consistent"));
    Path behaviour = recorded.resolve("behaviour.csv");
    Files.writeString(
        behaviour, Files.readString(behaviour).replaceFirst("(depth/fig5,depth,).*", "$10"));
    Ran moved = Ran.magpie(with(quick, "--against", recorded));
    assertThat(moved.out())
        .contains(
            "Of each claim, what moved", "20 bits, consistent", "21 bits, inconsistent", "+5.00 %")
        .endsWith("1 value moved in 2 experiments.\n");
    assertThat(moved.status()).isEqualTo(1);

    Ran list =
        Ran.magpie("reproduce", "--list", "depth/fig*", "buddy/design", "--against", recorded);
    assertThat(list.out())
        .containsPattern("depth/fig4 +not recorded")
        .containsPattern("depth/fig5 +stale: depth")
        .containsPattern("buddy/design +current");
  }

  @Test
  void whatCannotBeComparedOrRecordedIsBadUsage() throws IOException {
    Path recorded = directory.resolve("recorded");
    Ran.magpie("reproduce", "buddy/design", "-o", results(), "--quick", "--record", recorded);
    for (String option : List.of("--record", "--against")) {
      Ran full = Ran.magpie("reproduce", "buddy/design", "-o", results(), option, recorded);
      assertThat(full.err()).contains("quick size", "full size").hasLineCount(1);
      assertThat(full.status()).isEqualTo(2);
      Ran data = Ran.magpie("reproduce", "--data", directory, "-o", results(), option, recorded);
      assertThat(data.err()).contains("--data").hasLineCount(1);
    }
    Ran list = Ran.magpie("reproduce", "--list", "--record", directory.resolve("new"));
    assertThat(list.err()).contains("--list", "--record").hasLineCount(1);
    assertThat(list.status()).isEqualTo(2);
    Ran into = Ran.magpie("reproduce", "buddy/design", "-o", recorded);
    assertThat(into.err()).contains("holds recorded results").hasLineCount(1);
    Ran none = Ran.magpie("reproduce", "buddy/design", "-o", results(), "--against", directory);
    assertThat(none.err()).contains("holds no recorded results").hasLineCount(1);
    assertThat(none.status()).isEqualTo(2);
  }

  private static Object[] with(List<Object> args, Object... more) {
    return Stream.concat(args.stream(), Stream.of(more)).toArray();
  }

  @Test
  void anUnknownIdIsBadUsageAndNamesTheNearOnes() {
    Ran ran = Ran.magpie("reproduce", "mag/tabel3", "-o", results());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("'mag/tabel3'", "mag/table3").hasLineCount(1);
    assertThat(results()).doesNotExist();
  }

  @Test
  void aPlaceThatCannotBeWrittenIsBadUsage() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    Ran ran = Ran.magpie("reproduce", "mag/table3", "-o", file);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(file.toString(), "cannot be written").hasLineCount(1);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void dataThatAreNotThereAreBadUsage() {
    Ran ran = Ran.magpie("reproduce", "--data", directory.resolve("none"), "-o", results());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains("no such file").hasLineCount(1);
    assertThat(Ran.magpie("reproduce", "--threads", "0").status()).isEqualTo(2);
  }

  @Test
  void aDataFileThatFailsIsShownAndTheStatusSaysSo() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.write(data.resolve("good.bin"), new byte[4096]);
    Files.writeString(data.resolve("bad.npy"), "no array");
    Ran ran = Ran.magpie("reproduce", "mag/fig12-data", "--quick", "--data", data, "-o", results());
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("bad.npy");
    assertThat(ran.out()).contains("1 experiment: 1 ran.");
    assertThat(results().resolve("mag-fig12-data.bdi.csv"))
        .content()
        .contains("bad.npy (failed: ")
        .contains(data + ",4,");
  }

  @Test
  void theUsersScenesAreMeasuredOneByOneAndOneThatFailsIsShown() throws IOException {
    Path scene = directory.resolve("wall.ply");
    Files.writeString(
        scene,
        """
        ply
        format ascii 1.0
        element vertex 4
        property float x
        property float y
        property float z
        element face 1
        property list uchar int vertex_indices
        end_header
        -1 -1 0
        1 -1 0
        1 1 0
        -1 1 0.5
        4 0 1 2 3
        """);
    Path broken = Files.writeString(directory.resolve("broken.obj"), "f 1 2 3\n");
    Ran ran =
        Ran.magpie(
            "reproduce",
            "depth/real-scenes",
            "--quick",
            "--scene",
            scene,
            "--scene",
            broken,
            "-o",
            results());
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err()).contains("broken.obj");
    assertThat(ran.out()).contains("1 experiment: 1 ran.");
    assertThat(results().resolve("depth-real-scenes.scenes.csv"))
        .content()
        .contains("real:ship,", "real:arena,", scene + ",2,", "broken.obj (failed: ");
  }

  @Test
  void inputsThatNoExperimentReadsAreRefused() {
    Ran scene = Ran.magpie("reproduce", "mag/table3", "--scene", "real:ship", "-o", results());
    assertThat(scene.status()).isEqualTo(2);
    assertThat(scene.err()).contains("--scene", "depth/real-scenes").hasLineCount(1);
    Ran data = Ran.magpie("reproduce", "depth/fig4", "--data", directory, "-o", results());
    assertThat(data.status()).isEqualTo(2);
    assertThat(data.err()).contains("--data", "mag/fig12-data").hasLineCount(1);
  }

  @Test
  void queriesAnswerOverTheResults() {
    Ran.magpie("reproduce", "mag/table3", "-o", results());
    Ran ran =
        Ran.magpie(
            "query",
            "SELECT claim, measured FROM claims WHERE measure LIKE 'delta%' ORDER BY 2",
            "-o",
            results(),
            "--format",
            "csv");
    assertThat(ran.status()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            claim,measured
            Deltas of 6 bits give 32 bytes,6
            Deltas of 14 bits give 64 bytes,14
            Deltas of 22 bits give 96 bytes,22
            """);

    JsonNode json =
        Ran.magpie("query", "SELECT 1 AS n, NULL AS x", "-o", results(), "--format", "json").json();
    assertThat(json.get("schema").asString()).isEqualTo("magpie.query/1");
    assertThat(json.get("rows").toString()).isEqualTo("[[1,null]]");

    Ran wrong = Ran.magpie("query", "SELECT nothing FROM claims", "-o", results());
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("nothing").hasLineCount(1);
    assertThat(Ran.magpie("query", "SELECT 1", "-o", directory.resolve("none")).status())
        .isEqualTo(2);
  }
}
