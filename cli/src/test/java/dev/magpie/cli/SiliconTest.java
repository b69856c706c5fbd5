package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code magpie silicon} as a user runs it, with a driver that stands in for CUDA's. */
class SiliconTest {
  private static final Path DRIVER =
      Path.of("../gpu/src/test/resources/dev/magpie/gpu/silicon/libcuda.c");

  @TempDir private static Path shared;
  @TempDir private Path directory;

  @BeforeAll
  static void compileTheDriver() throws IOException, InterruptedException {
    try {
      Process compiler =
          new ProcessBuilder(
                  "cc", "-shared", "-fPIC", "-o", library().toString(), DRIVER.toString())
              .inheritIO()
              .start();
      assertThat(compiler.waitFor()).isZero();
    } catch (IOException e) {
      Assumptions.abort("needs a C compiler, 'cc'");
    }
  }

  private static Path library() {
    return shared.resolve("libcuda.so");
  }

  @BeforeEach
  void pointToTheDriver() {
    System.setProperty("magpie.libcuda", library().toString());
  }

  @AfterEach
  void pointToNone() {
    System.clearProperty("magpie.libcuda");
  }

  /** A job of ours that writes what it has computed. */
  private Path job(String output) throws IOException {
    Files.copy(Path.of("../jobs/saxpy.ptx"), directory.resolve(output + ".ptx"));
    String job =
        Files.readString(Path.of("../jobs/saxpy.toml")).replace("saxpy.ptx", output + ".ptx");
    return Files.writeString(
        directory.resolve(output + ".toml"),
        job + "\n[outputs]\ny = \"%s.npy\"\n".formatted(output));
  }

  @Test
  void aJobWritesWhatItWritesWithoutAGpu() throws IOException {
    assertThat(Ran.magpie("run", job("here")).status()).isZero();

    Ran there = Ran.magpie("silicon", job("there"), "--runs", 3, "--format", "json");

    assertThat(there.status()).as(there.err()).isZero();
    assertThat(directory.resolve("there.npy"))
        .hasSameBinaryContentAs(directory.resolve("here.npy"));
    JsonNode result = there.json();
    assertThat(result.get("schema").asString()).isEqualTo("magpie.silicon/1");
    assertThat(result.get("gpu").get("name").asString()).isEqualTo("A GPU of the test");
    assertThat(result.get("runs").asInt()).isEqualTo(3);
    assertThat(result.get("launches")).hasSize(1);
    JsonNode launch = result.get("launches").get(0);
    assertThat(launch.get("kernel").asString()).isEqualTo("saxpy");
    assertThat(launch.get("grid").asString()).isEqualTo("(40,1,1)");
    assertThat(launch.get("median").asDouble())
        .isBetween(launch.get("least").asDouble(), launch.get("most").asDouble());
  }

  @Test
  void aProgramIsCheckedAndItsTableNamesTheGpu() throws IOException {
    Ran wrong = Ran.magpie("silicon", "--workload", "vector-add", "--size", "quick");
    assertThat(wrong.status()).as("the stand-in does not add vectors").isEqualTo(1);
    assertThat(wrong.err()).startsWith("magpie: c[0] is 0.0 and should be");

    Ran table = Ran.magpie("silicon", job("table"), "--runs", 1);
    assertThat(table.out()).contains("A GPU of the test, 16 multiprocessors at", "saxpy");
    Ran untimed = Ran.magpie("silicon", job("untimed"), "--runs", 0, "--format", "csv");
    assertThat(untimed.out().lines()).hasSize(1);
  }

  @Test
  void arraysAreReadFromBothMemories() {
    Ran ran =
        Ran.magpie("silicon", "memory", "../examples/fields", "--runs", 1, "--format", "json");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.json().get("codec").asString()).isEqualTo("mag-bdi");
    assertThat(ran.json().get("arrays")).hasSize(7);
    assertThat(ran.json().get("arrays").get(0).get("effectiveRatio").asDouble()).isGreaterThan(1);
  }

  @Test
  void withoutADriverTheUserIsTold() throws IOException {
    System.setProperty("magpie.libcuda", "/nowhere/libcuda.so.1");
    Ran ran = Ran.magpie("silicon", job("none"));
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo(
            "magpie: /nowhere/libcuda.so.1: there is no such library; a GPU of NVIDIA's and its"
                + " driver are needed\n");
    assertThat(directory.resolve("none.npy")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "silicon | name a job file or a program with --workload",
        "silicon a.toml --workload bp | name a job file or a program with --workload",
        "silicon a.toml --set n=1 | --set goes with --workload; a job has its own",
        "silicon --workload bp --runs -1 | --runs is 0 to 10000, not -1",
        "silicon --workload bp --device -1 | --device is 0 or more, not -1",
        "silicon memory ../examples/fields --runs 0 | --runs is 1 to 10000, not 0",
        "silicon memory ../examples/fields --codec nosuch | no codec is called 'nosuch'",
      })
  void badUsageIsNamed(String command, String message) {
    Ran ran = Ran.magpie((Object[]) command.split(" "));
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("magpie: ").contains(message);
  }
}
