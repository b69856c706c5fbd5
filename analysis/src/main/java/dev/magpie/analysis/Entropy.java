package dev.magpie.analysis;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Bits that a byte needs where each is coded by how often its value occurs (order-0 entropy): 8 for
 * noise, 0 for a constant.
 */
final class Entropy implements DataFigure {
  private static final double LOG_2 = Math.log(2);

  private static final Figure<long[]> FIGURE =
      new Figure<>("entropy", "entropy", 2, "bits/byte", Entropy::bits);

  @Override
  public Figure<long[]> figure() {
    return FIGURE;
  }

  /** One for each value of a byte. */
  @Override
  public int counters() {
    return 256;
  }

  @Override
  public void count(MemorySegment memory, long offset, int bytes, int blockBytes, long[] counters) {
    for (long at = offset; at < offset + bytes; at++) {
      counters[memory.get(ValueLayout.JAVA_BYTE, at) & 0xff]++;
    }
  }

  private static double bits(long[] counters) {
    long all = 0;
    for (long count : counters) {
      all += count;
    }
    double bits = 0;
    for (long count : counters) {
      bits += bits(count, all);
    }
    return bits / all;
  }

  /** Bits that all occurrences of a value need together. */
  static double bits(long count, long ofAll) {
    return count == 0 ? 0 : count * Math.log((double) ofAll / count) / LOG_2;
  }
}
