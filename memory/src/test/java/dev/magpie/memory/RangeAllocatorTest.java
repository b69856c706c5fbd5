package dev.magpie.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RangeAllocatorTest {
  private static final int BYTES = 500;

  private record Range(int start, int bytes) {}

  /** The first place that is free, aligned and in reach, looked for byte by byte. */
  private static long firstFit(BitSet taken, int bytes, int alignment, int limit) {
    for (int start = 0; start + bytes <= Math.min(limit, BYTES); start += alignment) {
      if (taken.get(start, start + bytes).isEmpty()) {
        return start;
      }
    }
    return RangeAllocator.NONE;
  }

  @Test
  void itDoesWhatASetOfBytesDoes() {
    for (int seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RangeAllocator ranges = new RangeAllocator(BYTES);
      BitSet taken = new BitSet();
      List<Range> live = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        if (!live.isEmpty() && random.nextInt(5) < 2) {
          Range gone = live.remove(random.nextInt(live.size()));
          ranges.free(gone.start, gone.bytes);
          taken.clear(gone.start, gone.start + gone.bytes);
        } else {
          int bytes = 1 + random.nextInt(60);
          int alignment = 1 + random.nextInt(random.nextBoolean() ? 1 : 24);
          int limit = random.nextInt(3) == 0 ? random.nextInt(2 * BYTES) : BYTES;
          long start = ranges.allocate(bytes, alignment, limit);
          assertThat(start).isEqualTo(firstFit(taken, bytes, alignment, limit));
          if (start != RangeAllocator.NONE) {
            live.add(new Range((int) start, bytes));
            taken.set((int) start, (int) start + bytes);
          }
        }
        assertThat(ranges.freeBytes()).isEqualTo(BYTES - taken.cardinality());
      }
      live.forEach(each -> ranges.free(each.start, each.bytes));
      assertThat(ranges.allocate(BYTES, 1, BYTES)).as("all in one piece").isZero();
    }
  }
}
