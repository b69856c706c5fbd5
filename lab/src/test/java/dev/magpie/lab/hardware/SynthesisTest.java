package dev.magpie.lab.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.lab.data.ResourceTable;
import dev.magpie.report.Csv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SynthesisTest {
  private static final Path TOOL = Path.of("../tools/synthesize");

  /** Those that take seconds; the tool without arguments synthesises all. */
  private static final List<String> SMALL =
      List.of(
          "mag_bdi_decoder",
          "fpc_decoder",
          "fpc_encoder",
          "base_delta_unit:WORD=16,DELTA=8",
          "vector_adder",
          "selector",
          "population_count");

  @TempDir private Path directory;

  @Test
  void theRecordedFiguresAreWhatTheToolsMeasure() throws Exception {
    Path out = directory.resolve("out");
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(
                Stream.concat(Stream.of("bash", TOOL.toString()), SMALL.stream()).toList())
            .redirectOutput(out.toFile())
            .redirectError(log.toFile())
            .start();
    int status = process.waitFor();
    assumeTrue(status != 2, "no yosys, berkeley-abc or cells: nothing was synthesised again");
    assertThat(status).describedAs(Files.readString(log)).isZero();
    List<List<String>> measured = Csv.parse(Files.readString(out));
    List<List<String>> recorded =
        ResourceTable.rows(Synthesis.class, "synthesis.csv").stream()
            .filter(row -> SMALL.contains(row.getFirst().replace(' ', ',')))
            .toList();
    assertThat(measured.subList(1, measured.size()))
        .containsExactlyInAnyOrderElementsOf(recorded)
        .hasSameSizeAs(SMALL);
  }

  @Test
  void aDesignThatWasNotSynthesisedIsAnError() {
    assertThatThrownBy(() -> Synthesis.design("decoder")).hasMessageContaining("decoder");
  }

  @Test
  void errorsSayWhatToInstall() throws IOException, InterruptedException {
    Path log = directory.resolve("log");
    ProcessBuilder tool =
        new ProcessBuilder("bash", TOOL.toString())
            .redirectOutput(log.toFile())
            .redirectErrorStream(true);
    tool.environment().put("MAGPIE_CELLS", directory.resolve("none.lib").toString());
    assertThat(tool.start().waitFor()).isEqualTo(2);
    assertThat(Files.readString(log)).contains("apt-get install");
  }
}
