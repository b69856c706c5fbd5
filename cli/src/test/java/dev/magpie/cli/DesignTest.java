package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code magpie codecs design}. */
class DesignTest {
  @TempDir private Path directory;
  private Path sparse = Path.of("");
  private Path noise = Path.of("");

  @BeforeEach
  void writePrograms() throws IOException {
    byte[] bytes = new byte[128 * 300];
    new Random(1).nextBytes(bytes);
    noise = Files.write(directory.resolve("noise.bin"), bytes);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = i % 32 < 4 ? bytes[i] : 0;
    }
    sparse = Files.write(directory.resolve("sparse.bin"), bytes);
  }

  @Test
  void whatItChoosesIsACodec() throws IOException {
    Ran table = Ran.magpie("codecs", "design", sparse, noise, "--modes", 2);
    assertThat(table.out())
        .contains("2 programs of 300 blocks in the mean, 128 B and MAG 32 B")
        .contains("modes chosen without each")
        .contains("below mag-bdi on 0 of 2 programs");
    JsonNode json =
        Ran.magpie("codecs", "design", sparse, noise, "--modes", 2, "--format", "json").json();
    String codec = json.get("codec").asString();
    assertThat(table.out()).endsWith("\n--codec " + codec + "\n");
    JsonNode program = json.get("programs").get(0);
    assertThat(program.get("ratio").asDouble()).isEqualTo(4);
    assertThat(program.get("unseenRatio").asDouble()).as("noise alone has no modes").isEqualTo(1);
    double analyzed =
        Ran.magpie("analyze", sparse, "--codec", codec, "--format", "json")
            .json()
            .at("/total/results/0/effectiveRatio")
            .asDouble();
    assertThat(analyzed).isEqualTo(4);
    assertThat(Ran.magpie("codecs", "design", sparse, noise, "--modes", 2, "--format", "csv").out())
        .startsWith("name,blocks,codec,ratio,unseenRatio,unseenModes,mag-bdi,")
        .contains("sparse.bin,300," + codec + ",4,1,,");
  }

  @Test
  void oneProgramTellsNothingOfOthers() {
    Ran ran = Ran.magpie("codecs", "design", sparse, "--modes", 1);
    assertThat(ran.out())
        .contains("One program tells nothing of data that the modes were not chosen on.")
        .doesNotContain("modes chosen without each");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--modes 17           | --modes is 1 to 16",
        "--cycles 3           | --cycles is 1 or 2",
        "--blocks 0           | --blocks is 1 or more",
        "--block 32           | --block 32: the modes are for blocks of 64 B or more",
        "--weight sparse.bin  | --weight sparse.bin: expected a name and a number above 0",
        "--weight other=2     | --weight other=2: no program is called so; they are sparse.bin",
        "--mag 128            | no mode saves a burst of any block of these programs",
      })
  void badUsage(String options, String message) {
    Ran ran =
        Ran.magpie(
            Stream.concat(Stream.of("codecs", "design", sparse), Arrays.stream(options.split(" ")))
                .toArray());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("magpie: " + message).hasLineCount(1);
  }

  @Test
  void namesAreProgramsAndHelpIsFound() throws IOException {
    Path other = Files.createDirectories(directory.resolve("x"));
    Files.copy(sparse, other.resolve("sparse.bin"));
    assertThat(Ran.magpie("codecs", "design", sparse, other.resolve("sparse.bin")).err())
        .isEqualTo("magpie: two programs are called 'sparse.bin'\n");
    assertThat(Ran.magpie("codecs", "design").err())
        .endsWith("see 'magpie codecs design --help'\n");
  }
}
