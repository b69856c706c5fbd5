package dev.magpie.analysis.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModeSearchTest {
  private static final List<BlockCodec> MODES =
      Stream.of("delta32", "zero32", "plane8")
          .map(each -> Codecs.create("magpie:modes=" + each, Granularity.DEFAULT))
          .toList();

  private static final int BLOCKS = 200;

  private static BurstCosts costs(String name, byte[] memory) {
    return BurstCosts.of(
        name, List.of(MemorySegment.ofArray(memory)), MODES, Granularity.DEFAULT, 100);
  }

  private static byte[] noise() {
    byte[] noise = new byte[128 * BLOCKS];
    new Random(1).nextBytes(noise);
    return noise;
  }

  /** One word of each block is not zero; so large a range needs a mask. */
  private static byte[] sparse() {
    byte[] sparse = new byte[128 * BLOCKS];
    for (int at = 3; at < sparse.length; at += 128) {
      sparse[at] = 0x7f;
    }
    return sparse;
  }

  /** Bytes whose three low bits differ, and with them those of every word. */
  private static byte[] flags() {
    byte[] flags = new byte[128 * BLOCKS];
    Random random = new Random(2);
    for (int at = 0; at < flags.length; at++) {
      flags[at] = (byte) (random.nextInt(8) + 0x40);
    }
    return flags;
  }

  @Test
  void theModeThatGainsMostComesFirstAndOneThatGainsNothingDoesNot() {
    List<BurstCosts> programs =
        List.of(costs("sparse", sparse()), costs("flags", flags()), costs("noise", noise()));
    assertThat(programs.getFirst().blocks()).isEqualTo(100);
    ModeSearch search = new ModeSearch(programs, new double[] {1, 1, 1}, 3);
    List<Integer> chosen = search.choose(3, -1);
    assertThat(chosen).containsExactly(1, 2);
    assertThat(search.ratio(0, chosen)).isEqualTo(4);
    assertThat(search.ratio(1, chosen)).isEqualTo(2);
    assertThat(search.ratio(2, chosen)).isEqualTo(1);
    ModeSearch.Gain gain = search.gain(chosen);
    assertThat(gain.total()).isCloseTo(12 / (1 + 2 + 4.0), within(1e-12));
    assertThat(gain.mean()).isCloseTo(Math.cbrt(8), within(1e-12));
    assertThat(search.choose(1, -1)).containsExactly(1);
  }

  @Test
  void aProgramThatIsLeftOutHasNoSay() {
    List<BurstCosts> programs = List.of(costs("sparse", sparse()), costs("flags", flags()));
    ModeSearch search = new ModeSearch(programs, new double[] {1, 1}, 3);
    assertThat(search.choose(3, 0)).containsExactly(2);
    assertThat(search.choose(3, 1)).containsExactly(1);
    assertThat(search.choose(1, -1)).containsExactly(1);
    assertThat(new ModeSearch(programs, new double[] {1, 9}, 3).choose(1, -1))
        .as("weights count")
        .containsExactly(2);
  }

  @Test
  void whatHasNoBlockIsNoProgram() {
    assertThatThrownBy(() -> costs("short", new byte[100]))
        .hasMessage("short: has no block of 128 B");
  }
}
