package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class TrainTest {
  @TempDir private Path directory;
  private Path input = Path.of("numbers.bin");

  /** 64 blocks of 128 B, of words of which some occur often. */
  @BeforeEach
  void writeInput() throws IOException {
    Random random = new Random(1);
    byte[] memory = new byte[64 * 128];
    for (int i = 0; i < memory.length; i += 4) {
      memory[i] = (byte) (random.nextInt(12) * random.nextInt(12));
    }
    input = Files.write(directory.resolve("numbers.bin"), memory);
  }

  @ParameterizedTest
  @ValueSource(strings = {"e2mc", "sc2", "fvc", "fp-h", "hycomp", "latte-cc", "tslc-opt", "qslc"})
  void aTableAndTrainingOnTheSpotAgree(String codec) {
    Path table = directory.resolve("table");
    Ran trained = Ran.magpie("train", "--codec", codec, input, "-o", table);
    assertThat(trained.status()).isZero();
    assertThat(trained.out()).isEmpty();
    assertThat(trained.err()).isEqualTo("magpie: trained " + codec + " on 8.0 KiB\n");

    JsonNode fromTable =
        Ran.magpie("analyze", input, "--codec", codec + ":table=" + table, "--format", "json")
            .json();
    JsonNode self =
        Ran.magpie("analyze", input, "--codec", codec, "--train", "self", "--format", "json")
            .json();
    assertThat(fromTable.has("training")).isFalse();
    assertThat(self.get("training").asString())
        .isEqualTo(codec + " trained on all 64 blocks of the input");
    assertThat(codedBits(fromTable)).isEqualTo(codedBits(self)).isLessThan(64 * 1024);
  }

  private static long codedBits(JsonNode result) {
    return result.get("total").get("results").get(0).get("codedBits").asLong();
  }

  @Test
  void saysOnWhat() throws IOException {
    assertThat(Ran.magpie("analyze", input, "--codec", "sc2", "--codec", "bdi").out())
        .contains("\nsc2 trained on all 64 blocks of the input\n");
    assertThat(
            Ran.magpie("analyze", input, "--codec", "sc2", "--train", "first:5", "--block", 64)
                .out())
        .contains("\nsc2 trained on 5 of 128 blocks, the first of the input\n");
    Path other = Files.write(directory.resolve("other.bin"), new byte[1000]);
    Ran ran = Ran.magpie("analyze", input, "--codec", "sc2", "--train", other, "--format", "csv");
    assertThat(ran.err()).isEqualTo("magpie: sc2 trained on all 8 blocks of " + other + "\n");
  }

  @Test
  void allHasTrainedCodecsWhereTrainingIsAskedFor() {
    assertThat(Ran.magpie("analyze", input, "--codec", "all").out()).doesNotContain("e2mc");
    assertThat(Ran.magpie("analyze", input, "--codec", "all", "--train", "self").out())
        .contains(
            "e2mc, sc2, fvc, fp-h, unweight, zipserv, dfloat11, ecf8, zipnn, hycomp, latte-cc")
        .contains("latte-cc trained on all");
  }

  @Test
  void nothingToTrainOnIsAnError() throws IOException {
    Path empty = Files.write(directory.resolve("empty.bin"), new byte[0]);
    Path table = directory.resolve("empty.table");
    Ran ran = Ran.magpie("train", "--codec", "e2mc", empty, "-o", table);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo("magpie: " + empty + ": there are no bytes in it to train on\n");
    assertThat(table).doesNotExist();
  }

  @Test
  void namesTheTableThatIsDamaged() throws IOException {
    Path table = Files.writeString(directory.resolve("cut.table"), "magpie-table 1\nfield");
    Ran ran = Ran.magpie("analyze", input, "--codec", "e2mc:table=" + table);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("magpie: " + table + ":").hasLineCount(1);
  }

  @Test
  void wrongUseLeavesNothing() throws IOException {
    Path table = directory.resolve("table");
    for (String wrong : List.of("bdi", "e2mc:table=x", "e3mc")) {
      Ran ran = Ran.magpie("train", "--codec", wrong, input, "-o", table);
      assertThat(ran.status()).as(wrong).isEqualTo(2);
      assertThat(ran.err().lines()).hasSize(1);
    }
    Ran ran = Ran.magpie("analyze", input, "--codec", "e2mc", "--train", "first:x");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).startsWith("magpie: --train first:N takes a number of blocks, not 'x'");
    assertThat(Ran.magpie("analyze", input, "--codec", "sc2:table=" + input).status()).isEqualTo(2);
    assertThat(Ran.magpie("analyze", input, "--codec", "sc2", "--train", "nowhere").status())
        .isEqualTo(2);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(input);
    }
  }
}
