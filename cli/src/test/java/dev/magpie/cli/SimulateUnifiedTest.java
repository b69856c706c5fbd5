package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code magpie simulate --layout unified} and {@code pinned} as a user runs them. */
class SimulateUnifiedTest {
  @TempDir private Path directory;

  private static JsonNode simulate(String options) {
    Ran ran = Ran.magpie((Object[]) ("simulate --format json " + options).split(" "));
    assertThat(ran.status()).as(ran.err()).isZero();
    return ran.json();
  }

  /** All that a run without unified memory says, too. */
  private static ObjectNode common(JsonNode run) {
    ObjectNode fields = ((ObjectNode) run).deepCopy();
    return fields.remove(
        List.of("layout", "unified", "link", "hostSeconds", "warpInstructionsPerHostSecond"));
  }

  /**
   * Memory that fits and begins on the device, in several programs: no cycle and no count differ.
   */
  @ParameterizedTest
  @ValueSource(strings = {"bfs", "stencil", "transpose", "fwt", "ep-cuda"})
  void memoryThatFitsIsMemoryWithoutCompression(String program) {
    String run = "--gpu p100-quarter --size quick --workload " + program;

    JsonNode none = simulate(run);
    JsonNode unified = simulate(run + " --layout unified:begin=device");

    assertThat(common(unified)).isEqualTo(common(none));
    assertThat(unified.get("unified").get("faults").asLong()).isZero();
    assertThat(unified.get("link").get("bytesFrom").asLong()).isZero();
  }

  /** The program's result is checked, so its bytes have come through. */
  @Test
  void memoryThatDoesNotFitComesAndGoes() {
    JsonNode run =
        simulate(
            "--gpu p100-quarter --size quick --workload ep-cuda"
                + " --layout unified:oversubscription=40,begin=device");

    assertThat(run.get("layout").get("name").asString())
        .isEqualTo("unified:oversubscription=40,begin=device");
    JsonNode unified = run.get("unified");
    JsonNode link = run.get("link");
    assertThat(unified.get("roomBytes").asDouble())
        .isBetween(0.5 * unified.get("bytes").asLong(), 0.61 * unified.get("bytes").asLong());
    assertThat(unified.get("evictedBlocks").asLong()).isPositive();
    assertThat(unified.get("batches").asLong()).isLessThanOrEqualTo(unified.get("faults").asLong());
    assertThat(link.get("bytesFrom").asLong())
        .isEqualTo(unified.get("migratedPages").asLong() << 16);
    assertThat(link.get("bytesTo").asLong()).isEqualTo(unified.get("evictedPages").asLong() << 16);
    assertThat(unified.get("driverShare").asDouble()).isBetween(0.5, 1.0);
    assertThat(run.get("buddy").isNull()).isTrue();
  }

  @Test
  void pinnedMemoryMovesNothingBehindTheControllers() throws IOException {
    Path gpu =
        Files.writeString(
            directory.resolve("small.toml"), "like = \"p100\"\n[l2]\nbytes = 131072\n");

    JsonNode run = simulate("--size quick --workload transpose --layout pinned --gpu " + gpu);

    assertThat(run.get("dram").get("bursts").asLong()).isZero();
    assertThat(run.get("link").get("reads").asLong()).isPositive();
    assertThat(run.get("link").get("writes").asLong()).isPositive();
    assertThat(run.get("unified").isNull()).isTrue();
  }

  @Test
  void tablesSayWhatMoved() {
    String run = "simulate --gpu p100-quarter --size quick --workload transpose --layout ";

    Ran unified = Ran.magpie((Object[]) (run + "unified").split(" "));
    assertThat(unified.out()).contains("layout unified, codec none", "driver", "blocks");
    Ran pinned = Ran.magpie((Object[]) (run + "pinned").split(" "));
    assertThat(pinned.out()).contains("layout pinned, codec none", "link").doesNotContain("driver");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--layout unified | --layout: gtx580 has no [buddy] section, which says how memory of the"
            + " host is reached; p100 has one",
        "--layout pinned | --layout: gtx580 has no [buddy] section",
        "--layout unified --gpu p100 --codec bpc | --layout: layout unified has no codec, so bpc"
            + " means nothing to it",
        "--layout unified:oversubscription=100 --gpu p100 | parameter 'oversubscription' of layout"
            + " 'unified' is 0 to 99, not '100'",
        "--layout unified:oversubscription=0.4 --gpu p100 | is 0 to 99, not '0.4'",
        "--layout unified:prefetch=maybe --gpu p100 | is on or off, not 'maybe'",
        "--layout pinned:begin=host --gpu p100 | layout 'pinned' has no parameter 'begin'",
        "--layout unified --buddy 2 --gpu p100 | --layout and --buddy exclude each other",
      })
  void whatCannotBeIsToldInALine(String options, String problem) {
    List<Object> arguments = new ArrayList<>(List.of("simulate", "--workload", "bfs"));
    arguments.addAll(List.of(options.split(" ")));

    Ran ran = Ran.magpie(arguments.toArray());

    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(problem).hasLineCount(1);
  }
}
