package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code magpie profile} and {@code magpie replay} as a user runs them. */
class BuddyCommandsTest {
  private static final Path SERIES = Path.of("../examples/series");

  private static final String NO_TARGETS =
      "{\"schema\": \"magpie.profile/1\", \"allocations\": []}";

  @TempDir private Path directory;
  private Path out = Path.of("out");

  @BeforeEach
  void makeDirectories() throws IOException {
    out = Files.createDirectory(directory.resolve("out"));
  }

  @Test
  void aProfileIsReplayed() throws IOException {
    Path targets = out.resolve("targets.json");
    Path report = out.resolve("report.html");
    Ran profiled =
        Ran.magpie("profile", SERIES, "--format", "json", "-o", targets, "--report", report);
    assertThat(profiled.status()).as(profiled.err()).isZero();
    assertThat(targets).hasContent(profiled.out());
    assertThat(Files.readString(report)).contains("Compressibility over time", "populations");
    JsonNode json = profiled.json();
    assertThat(json.path("schema").asString()).isEqualTo("magpie.profile/1");
    assertThat(json.path("snapshots").size()).isEqualTo(6);
    assertThat(json.path("allocations").size()).isEqualTo(4);
    assertThat(json.path("allocations").get(0).path("ratios").get(0).isNull()).isTrue();
    assertThat(json.path("designs").propertyNames())
        .containsExactly("naive", "perAllocation", "zeroOptimised", "best");

    Ran replayed = Ran.magpie("replay", SERIES, "--targets", targets, "--format", "json");
    assertThat(replayed.status()).as(replayed.err()).isZero();
    assertThat(replayed.json().path("unchanged").asBoolean()).isTrue();
    JsonNode total = replayed.json().path("total");
    assertThat(total.path("spilled").asDouble() / total.path("entries").asDouble())
        .isEqualTo(
            json.path("designs").path("zeroOptimised").path("buddyAccessFraction").asDouble());
  }

  @Test
  void theMapHasRoomForWhatSavesMost() throws IOException {
    byte[] noise = new byte[512];
    new Random(1).nextBytes(noise);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (int i = 0; i < 1502; i++) {
      byte[] bytes = i == 1501 ? new byte[512] : noise;
      tensors.put(
          i == 1501 ? "zeros" : "noise." + i,
          new Tensor(Dtype.U32, List.of(128L), MemorySegment.ofArray(bytes)));
    }
    Path snapshot = Files.createDirectories(directory.resolve("series/t0"));
    SafetensorsWriter.write(snapshot.resolve("memory.safetensors"), tensors);
    Path html = out.resolve("report.html");
    Ran ran = Ran.magpie("profile", directory.resolve("series"), "--report", html);
    assertThat(ran.status()).as(ran.err()).isZero();
    String page = Files.readString(html);
    assertThat(page).contains("There is no room for 2 allocations, of which less is saved.");
    assertThat(page.indexOf("\"subject\":\"zeros\""))
        .isPositive()
        .isLessThan(page.indexOf("\"subject\":\"noise.0\""));
  }

  @Test
  void tablesAndCsvNameEachAllocation() {
    assertThat(Ran.magpie("profile", SERIES).out()).contains("populations", "4/3x", "naive");
    assertThat(Ran.magpie("profile", SERIES, "--format", "csv").out().lines()).hasSize(5);
    assertThat(Ran.magpie("profile", SERIES, "--sizes", "optimistic").status()).isZero();
  }

  @Test
  void whatIsNoArrayIsCounted() throws IOException {
    for (String snapshot : List.of("t0", "t1")) {
      Path there = Files.createDirectories(directory.resolve("series").resolve(snapshot));
      Files.write(there.resolve("field.bin"), new byte[1000]);
      Files.writeString(there.resolve("notes.txt"), "none of the program's memory");
    }
    Ran ran = Ran.magpie("profile", directory.resolve("series"));
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.err()).contains("skipped 2 files of other kinds");
    assertThat(Ran.magpie("profile", SERIES).err()).doesNotContain("skipped");
  }

  @Test
  void otherTargetsSpillMore() throws IOException {
    Path targets = out.resolve("targets.json");
    Files.writeString(
        targets,
        """
        {"schema": "magpie.profile/1",
         "allocations": [{"name": "populations", "path": "populations.npy", "target": "16"}]}
        """);
    Ran ran = Ran.magpie("replay", SERIES, "--targets", targets, "--large-pages");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("came back unchanged");
    assertThat(ran.err()).contains("3 allocations not named");
    assertThat(Ran.magpie("replay", SERIES, "--targets", targets, "--format", "csv").out().lines())
        .hasSize(25);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"schema\": \"magpie.analyze/1\"}",
        "{\"schema\": \"magpie.profile/1\"}",
        "{\"schema\": \"magpie.profile/1\", \"allocations\": [1]}",
        "{\"schema\": \"magpie.profile/1\", \"allocations\": [{\"name\": \"a\", \"path\": \"b\"}]}",
        "{\"schema\": \"magpie.profile/1\", \"allocations\": [{\"name\": \"a\", \"path\": \"b\","
            + " \"target\": \"3\"}]}",
        "{\"schema\": \"magpie.profile/1\", \"codec\": null, \"allocations\": []}",
        "{\"schema\": \"magpie.profile/1\", \"codec\": [\"bpc\"], \"allocations\": []}"
      })
  void damagedTargetsAreOneLine(String text) throws IOException {
    Path targets = directory.resolve("targets.json");
    Files.writeString(targets, text);
    assertBad(Ran.magpie("replay", SERIES, "--targets", targets, "-o", out.resolve("result")));
  }

  @Test
  void aProgramLeavesASeries() throws IOException {
    assertThat(Ran.magpie("workload").out()).contains("seismic", "355.seismic");
    Path series = out.resolve("ep");
    assertBad(Ran.magpie("workload", "ep", "--set", "nonesuch=1", "--snapshots", series));
    Ran ran = Ran.magpie("workload", "ep", "--size", "quick", "--snapshots", series);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.err())
        .contains("ep: 10 of 10, share of pairs accepted, against a quarter of pi: ")
        .hasLineCount(11);
    Ran profiled = Ran.magpie("profile", series, "--format", "json");
    assertThat(profiled.json().path("snapshots").size()).isEqualTo(10);
    assertThat(profiled.json().path("allocations").get(0).path("target").asString())
        .as("16x would exceed the limit on the overall ratio")
        .isEqualTo("4");
    assertThat(Ran.magpie("workload", "ep", "--size", "quick", "--snapshots", series).status())
        .isEqualTo(2);
    assertThat(Ran.magpie("workload", "nonesuch", "--snapshots", series).err())
        .contains("there are ep, cg");
    assertThat(Ran.magpie("workload", "ep").out()).contains("ep: Gaussian deviates");
    assertThat(Ran.magpie("workload", "ep", "--snapshots", series.resolve("no/where")).status())
        .isEqualTo(2);
  }

  @Test
  void targetsOfAnotherProgramAreRefused() throws IOException {
    Path series = out.resolve("deviates");
    Path targets = out.resolve("deviates.json");
    assertThat(Ran.magpie("workload", "ep", "--size", "quick", "--snapshots", series).status())
        .isZero();
    assertThat(Ran.magpie("profile", series, "-o", targets).status()).isZero();
    assertThat(Ran.magpie("replay", series, "--targets", targets).status()).isZero();
    Files.writeString(targets, Files.readString(targets).replace("\"ep\"", "\"les\""));
    Ran ran = Ran.magpie("replay", series, "--targets", targets);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo("magpie: %s: is of les, and %s is of ep\n".formatted(targets, series));
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void badSeriesAndSettingsAreOneLine() throws IOException {
    Path targets = out.resolve("targets.json");
    Path series = Files.createDirectories(directory.resolve("series"));
    Files.createDirectories(series.resolve("t0"));
    Files.createDirectories(series.resolve("t1"));
    Files.write(series.resolve("t0/a.bin"), new byte[300]);
    Files.write(series.resolve("t1/b.bin"), new byte[300]);
    assertThat(assertBad(Ran.magpie("profile", series, "-o", targets)))
        .contains("no allocation in common");
    Path none = Files.writeString(directory.resolve("none.json"), NO_TARGETS);
    assertThat(assertBad(Ran.magpie("replay", series, "--targets", none)))
        .contains("no allocation in common");
    Path others =
        Files.writeString(
            directory.resolve("others.json"),
            NO_TARGETS.replace("[]", "[{\"name\": \"x\", \"path\": \"x\", \"target\": \"2\"}]"));
    assertThat(assertBad(Ran.magpie("replay", SERIES, "--targets", others)))
        .contains("others.json: names no allocation of");
    Files.write(series.resolve("t1/a.npy"), new byte[10]);
    assertBad(Ran.magpie("profile", series, "-o", targets));
    Files.delete(series.resolve("t1/a.npy"));
    Files.write(series.resolve("t0/a.bin"), new byte[0]);
    Files.write(series.resolve("t1/a.bin"), new byte[0]);
    Files.write(series.resolve("t1/b.bin"), new byte[0]);
    assertThat(assertBad(Ran.magpie("profile", series, "-o", targets))).contains("no bytes");
    assertThat(assertBad(Ran.magpie("replay", series, "--targets", none))).contains("no bytes");
    assertBad(Ran.magpie("profile", directory.resolve("nowhere"), "-o", targets));
    for (List<String> wrong :
        List.of(
            List.of("--threshold", "3"),
            List.of("--threshold", "x%"),
            List.of("--max-ratio", "0.5"),
            List.of("--codec", "nonesuch"),
            List.of("--threads", "0"))) {
      assertBad(Ran.magpie("profile", SERIES, "-o", targets, wrong.get(0), wrong.get(1)));
    }
    assertBad(Ran.magpie("profile", SERIES, "-o", directory.resolve("none/targets.json")));
    assertBad(Ran.magpie("replay", SERIES));
    assertBad(Ran.magpie("replay", SERIES, "--targets", targets, "--max-ratio", "0"));
  }

  @Test
  void anAllocationThatShrinksLeavesNothingInItsLastEntry() throws IOException {
    Path series = Files.createDirectories(directory.resolve("series"));
    byte[] bytes = new byte[512];
    new Random(1).nextBytes(bytes);
    Arrays.fill(bytes, 0, 384, (byte) 0);
    Files.createDirectories(series.resolve("t0"));
    Files.createDirectories(series.resolve("t1"));
    Files.write(series.resolve("t0/a.bin"), bytes);
    Files.write(series.resolve("t1/a.bin"), new byte[390]);
    Path targets = series.resolve("targets.json");
    Ran profiled = Ran.magpie("profile", series, "-o", targets, "--format", "json");
    Ran replayed = Ran.magpie("replay", series, "--targets", targets, "--format", "json");
    assertThat(replayed.status()).as(replayed.err()).isZero();
    JsonNode total = replayed.json().path("total");
    assertThat(total.path("spilled").asDouble() / total.path("entries").asDouble())
        .isEqualTo(
            profiled
                .json()
                .path("designs")
                .path("zeroOptimised")
                .path("buddyAccessFraction")
                .asDouble())
        .isEqualTo(0.125);
  }

  @Test
  void noOutputOverwritesASnapshot() throws IOException {
    Path series = Files.createDirectories(directory.resolve("series"));
    for (String snapshot : List.of("t0", "t1")) {
      Files.createDirectories(series.resolve(snapshot));
      Files.write(series.resolve(snapshot).resolve("a.bin"), new byte[300]);
    }
    Path file = series.resolve("t1/a.bin");
    assertThat(assertBad(Ran.magpie("profile", series, "-o", file))).contains("is an input");
    assertThat(assertBad(Ran.magpie("profile", series, "--report", file))).contains("is an input");
    assertThat(file).hasSize(300);
    Path targets = series.resolve("targets.json");
    assertThat(Ran.magpie("profile", series, "-o", targets).status()).isZero();
    assertThat(Ran.magpie("profile", series, "-o", targets).status()).as("again").isZero();
    assertThat(
            assertBad(
                Ran.magpie("replay", series, "--targets", targets, "-o", series + "/t0/a.bin")))
        .contains("is an input");
    assertThat(assertBad(Ran.magpie("replay", series, "--targets", targets, "-o", targets)))
        .contains("is an input");
  }

  @Test
  void targetsThatNeedBuddyMemoryNeedARatioAboveOne() throws IOException {
    Path targets = directory.resolve("targets.json");
    assertThat(Ran.magpie("profile", SERIES, "-o", targets).status()).isZero();
    Ran small = Ran.magpie("replay", SERIES, "--targets", targets, "--max-ratio", "1");
    assertThat(assertBad(small)).contains("targets.json: its targets need more buddy memory");
    assertBad(
        Ran.magpie("replay", SERIES, "--targets", targets, "--max-ratio", "1", "--large-pages"));
  }

  @Test
  void aCodecThatTargetsNameIsSoughtThere() throws IOException {
    Path targets = directory.resolve("targets.json");
    Files.writeString(
        targets,
        "{\"schema\": \"magpie.profile/1\", \"codec\": \"nonesuch\", \"allocations\": []}");
    assertThat(assertBad(Ran.magpie("replay", SERIES, "--targets", targets)))
        .contains("targets.json: no codec is called");
    assertThat(Ran.magpie("replay", SERIES, "--targets", targets, "--codec", "bpc").status())
        .isZero();
  }

  private String assertBad(Ran ran) throws IOException {
    assertThat(ran.status()).as(ran.err()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).startsWith("magpie: ").doesNotContain("Exception");
    assertThat(ran.out()).isEmpty();
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files).isEmpty();
    }
    return ran.err();
  }
}
