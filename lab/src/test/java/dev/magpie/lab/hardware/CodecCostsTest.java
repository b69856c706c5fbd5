package dev.magpie.lab.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Latency;
import dev.magpie.codec.LatencyClass;
import dev.magpie.codec.burst.BurstModes;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CodecCostsTest {
  /** Moves what is there. */
  private static final String NONE = "none";

  @Test
  void bothHalvesOfEveryLosslessCodecOfHardwareAreCounted() {
    List<String> codecs =
        Codecs.families().stream()
            .filter(each -> each.latency().latencyClass() == LatencyClass.BUS)
            .filter(each -> !each.isLossy())
            .map(CodecFamily::name)
            .filter(each -> !each.equals(NONE))
            .toList();
    assertThat(codecs).isNotEmpty();
    for (String codec : codecs) {
      for (Side side : Side.values()) {
        Cost cost = CodecCosts.of(codec, side).cost();
        assertThat(cost.gates()).as(codec).isPositive();
        assertThat(cost.cycles()).as(codec).isPositive();
      }
    }
  }

  @Test
  void designsCostWhatWasSynthesised() {
    Cost cost = CodecCosts.of("mag-bdi", Side.DECODER).cost();
    assertThat(cost.gates()).isEqualTo(Synthesis.design("mag_bdi_decoder").gates());
    assertThat(cost.depth()).isEqualTo(Synthesis.design("mag_bdi_decoder").depth());
    // Steps of two words, and one for the last run.
    assertThat(CodecCosts.of("fpc", Side.ENCODER).cost().depth())
        .isCloseTo(17 * Synthesis.design("fpc_encoder").depth(), within(1e-9));
  }

  /** Simulations wait for it as long as its hardware takes. */
  @Test
  void ourOwnCodecHasTheCyclesOfItsDesigns() {
    Latency latency = BurstModes.FAMILY.latency();
    assertThat(latency.compressionCycles())
        .hasValue(CodecCosts.of("magpie", Side.ENCODER).cost().cycles());
    assertThat(latency.decompressionCycles())
        .hasValue(CodecCosts.of("magpie", Side.DECODER).cost().cycles());
  }

  /** A count is no measurement: it has to be near enough to tell codecs apart. */
  @Test
  void countsOfDesignsThatAreLeftOutAreWithinAFactorOfTwo() {
    List<CodecCosts.Entry> designs =
        CodecCosts.all().stream().filter(CodecCosts.Entry::isDesign).toList();
    assertThat(designs).hasSize(8);
    assertThat(designs)
        .allSatisfy(each -> assertThat(each.error(Cost::gates)).isBetween(-50.0, 100.0))
        .allSatisfy(each -> assertThat(each.error(Cost::depth)).isBetween(-50.0, 100.0));
  }

  @Test
  void whatIsChosenAmongCodecsTakesAllOfThem() {
    Cost whole = CodecCosts.of("hycomp", Side.ENCODER).cost();
    List<Cost> parts =
        List.of("bdi", "sc2", "fp-h").stream()
            .map(each -> CodecCosts.of(each, Side.ENCODER).cost())
            .toList();
    // And what chooses among them.
    assertThat(whole.gates())
        .isGreaterThan(parts.stream().collect(Collectors.summingDouble(Cost::gates)));
    assertThat(parts).allSatisfy(each -> assertThat(whole.depth()).isGreaterThan(each.depth()));
  }

  /** A step that needs what the one before has found ends with a cycle. */
  @Test
  void eachStepTakesWholeCycles() {
    Cost cost =
        new Cost(1, List.of(new Cost.Stage(16, 41), new Cost.Stage(1, 79)), 0)
            .and(new Cost(1, List.of(new Cost.Stage(1, 2)), 0));
    assertThat(cost.depth()).isEqualTo(16 * 41 + 79 + 2);
    assertThat(cost.cycles()).isEqualTo(16 * 2 + 3);
    assertThat(cost.beside(new Cost(5, List.of(new Cost.Stage(1, 10)), 0)))
        .isEqualTo(new Cost(7, cost.stages(), 0));
  }

  @Test
  void aCodecThatNobodyCountedIsAnError() {
    assertThatThrownBy(() -> CodecCosts.of("zstd", Side.DECODER)).hasMessageContaining("zstd");
  }
}
