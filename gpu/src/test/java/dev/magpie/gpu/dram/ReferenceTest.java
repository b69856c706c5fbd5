package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.trace.RequestTrace;
import dev.magpie.gpu.trace.TraceReplay;
import java.io.IOException;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cycles against those of C++ simulators. */
class ReferenceTest {
  private static final long WRITE = Long.MIN_VALUE;
  private static final int REQUESTS = 100_000;

  /** Reads b and c, writes a, 32 bytes at a time. */
  static long[] triad() {
    long[] words = new long[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      long offset = i / 3 * 32L;
      words[i] =
          switch (i % 3) {
            case 0 -> 0x10000000 + offset;
            case 1 -> 0x20000000 + offset;
            default -> offset | WRITE;
          };
    }
    return words;
  }

  /** Uniform over 768 MiB, one third writes. */
  static long[] random() {
    SplittableRandom random = new SplittableRandom(1);
    long[] words = new long[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      words[i] = random.nextLong(768 << 15) * 32 | (random.nextInt(3) == 0 ? WRITE : 0);
    }
    return words;
  }

  static long fast(DramConfig config, int channels, int perCycle, long[] words) {
    DramMemory memory = new DramMemory(config, channels);
    try {
      return TraceReplay.run(new Words(words), memory, perCycle, _ -> {});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long ticking(DramConfig config, int channels, int perCycle, long[] words) {
    AddressMap map = AddressMap.of(config, channels);
    TickingController[] all = new TickingController[channels];
    for (int i = 0; i < channels; i++) {
      all[i] = new TickingController(config);
    }
    int next = 0;
    long cycle = 0;
    while (true) {
      for (int i = 0; i < perCycle && next < words.length; i++) {
        long place = map.place(words[next] & Long.MAX_VALUE);
        if (!all[AddressMap.channel(place)].offer(words[next] < 0, place)) {
          break;
        }
        next++;
      }
      boolean done = next == words.length;
      cycle++;
      for (TickingController each : all) {
        each.tick();
        done &= each.readsAreDone() && each.lastRead() <= cycle;
      }
      if (done) {
        return cycle;
      }
    }
  }

  /** Ramulator 2.1 itself, on the triad. */
  @ParameterizedTest
  @CsvSource({"1, 4, 237891", "8, 16, 31125"})
  void theTickingControllerIsRamulators(int channels, int perCycle, long cycles) {
    DramConfig config = Configs.named("hbm2-2000");
    assertThat(ticking(config, channels, perCycle, triad())).isEqualTo(cycles);
    assertThat(fast(config, channels, perCycle, triad()))
        .isCloseTo(cycles, Percentage.withPercentage(5));
  }

  @ParameterizedTest
  @CsvSource({"hbm2-2000, 1, 4", "hbm2-2000, 8, 16", "hbm2-2400, 2, 4", "p100, 1, 4"})
  void randomAccessesTakeWhatTheyTakeTickByTick(String name, int channels, int perCycle) {
    DramConfig config = Configs.named(name);
    assertThat(fast(config, channels, perCycle, random()))
        .isCloseTo(ticking(config, channels, perCycle, random()), Percentage.withPercentage(2));
  }

  /** DRAMsim3's cycles on the triad, and on a random stream made as this one is. */
  @ParameterizedTest
  @CsvSource({"true, 237053", "false, 943794"})
  void gddr5IsWithinTenPercentOfDramsim3(boolean triad, long cycles) {
    assertThat(fast(Configs.named("gddr5-6000"), 1, 4, triad ? triad() : random()))
        .isCloseTo(cycles, Percentage.withPercentage(10));
  }

  /** Requests from memory. */
  static final class Words implements RequestTrace {
    private final long[] words;
    private int at = -1;

    Words(long[] words) {
      this.words = words;
    }

    @Override
    public boolean next() {
      at++;
      return at < words.length;
    }

    @Override
    public long address() {
      return words[at] & Long.MAX_VALUE;
    }

    @Override
    public boolean isWrite() {
      return words[at] < 0;
    }

    @Override
    public long cycle() {
      return 0;
    }

    @Override
    public long position() {
      return 8L * (at + 1);
    }

    @Override
    public void close() {}
  }
}
