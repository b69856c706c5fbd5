package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.MemoryCounters;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatHistoryTest {
  private static GpuCounts counts(long blocks) {
    MultiprocessorCounters core = new MultiprocessorCounters();
    core.blocks = blocks;
    return new GpuCounts(core, new MemoryCounters(), List.of(new ChannelCounters()));
  }

  /** The first takes 100 cycles, the second 110 and so on; each ends five blocks. */
  @ParameterizedTest
  @ValueSource(ints = {6, 7, 31, 32, 33, 64, 65, 100, 1000})
  void theLaterHalfIsThatOfAllWaves(int waves) {
    RepeatHistory history = new RepeatHistory();
    history.begin(1000, counts(50));
    long cycle = 1000;
    int known = 0;
    for (int wave = 0; wave < waves; wave++) {
      cycle += 100 + 10 * wave;
      known = history.add(cycle, counts(50 + 5 * (wave + 1))) ? wave + 1 : known;
    }

    assertThat(history.repeats()).isEqualTo(waves);
    assertThat(known).isGreaterThan(waves - Math.max(1, waves / 16));
    assertThat(history.laterRepeats()).isBetween(known / 2 - waves / 32 - 1, known / 2 + 1);
    assertThat(history.later().core().blocks).isEqualTo(5L * history.laterRepeats());
    int first = known - history.laterRepeats();
    assertThat(history.cycles().mean()).isEqualTo(100 + 5 * (first + known - 1), within(1e-6));
  }
}
