package dev.magpie.analysis;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Bits that a byte needs where each is coded by how often its value occurs at its place in eight
 * bytes. Bytes of numbers that have 1, 2, 4 or 8 of them are told apart so: of floats the exponents
 * from the mantissas, which would hide them.
 */
final class EntropyByPlace implements DataFigure {
  private static final int PLACES = 8;
  private static final int VALUES = 256;

  private static final Figure<long[]> FIGURE =
      new Figure<>("entropyByPlace", "entropy by place", 2, "bits/byte", EntropyByPlace::bits);

  @Override
  public Figure<long[]> figure() {
    return FIGURE;
  }

  /** One for each place and value of a byte. */
  @Override
  public int counters() {
    return PLACES * VALUES;
  }

  @Override
  public void count(MemorySegment memory, long offset, int bytes, int blockBytes, long[] counters) {
    for (long at = offset; at < offset + bytes; at++) {
      int place = (int) (at % PLACES);
      counters[place * VALUES + (memory.get(ValueLayout.JAVA_BYTE, at) & 0xff)]++;
    }
  }

  private static double bits(long[] counters) {
    double bits = 0;
    long all = 0;
    for (int place = 0; place < PLACES; place++) {
      long here = 0;
      for (int value = 0; value < VALUES; value++) {
        here += counters[place * VALUES + value];
      }
      for (int value = 0; value < VALUES; value++) {
        bits += Entropy.bits(counters[place * VALUES + value], here);
      }
      all += here;
    }
    return bits / all;
  }
}
