package dev.magpie.analysis;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The share of blocks that hold zeros alone. */
final class ZeroBlocks implements DataFigure {
  private static final Figure<long[]> FIGURE =
      new Figure<>(
          "zeroBlocks", "zero blocks", 1, "%", counters -> 100.0 * counters[0] / counters[1]);

  @Override
  public Figure<long[]> figure() {
    return FIGURE;
  }

  /** Those of zeros, and all. */
  @Override
  public int counters() {
    return 2;
  }

  @Override
  public void count(MemorySegment memory, long offset, int bytes, int blockBytes, long[] counters) {
    for (long block = offset; block < offset + bytes; block += blockBytes) {
      counters[0] += isZero(memory, block, Math.min(block + blockBytes, offset + bytes)) ? 1 : 0;
      counters[1]++;
    }
  }

  private static boolean isZero(MemorySegment memory, long from, long to) {
    for (long at = from; at < to; at++) {
      if (memory.get(ValueLayout.JAVA_BYTE, at) != 0) {
        return false;
      }
    }
    return true;
  }
}
