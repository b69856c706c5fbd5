package dev.magpie.bench;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** A field of fp32 as simulations have them: waves of 1024 elements, with noise. */
final class SmoothField {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int ROW = 1024;

  private SmoothField() {}

  /**
   * Fills a memory, always the same for a seed.
   *
   * @param noise by which values differ at most, times two; they lie between 1.2 and 1.8
   */
  static void fill(MemorySegment field, double noise, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (long i = 0; i < field.byteSize() / Float.BYTES; i++) {
      double x = 2 * Math.PI * (i % ROW) / ROW;
      double y = 2 * Math.PI * (i / ROW % ROW) / ROW;
      double value = 1.5 + 0.3 * Math.sin(x) * Math.cos(y) + noise * (random.nextDouble() - 0.5);
      field.setAtIndex(FLOAT, i, (float) value);
    }
  }
}
