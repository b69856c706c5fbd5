package dev.magpie.codec.bitplane;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.CorruptBlockException;
import java.util.Arrays;

/**
 * Reads the coded planes of 128-byte blocks. A code's first ten bits are looked up in a table, so
 * that the only branch is whether a plane is written out: which pattern comes next is what a
 * processor guesses badly.
 */
final class PlaneReader {
  private static final int TOP_PLANE = BlockPlanes.PLANES;

  /** Differences in a block: the width of a plane. */
  static final int WIDTH = 31;

  private static final int ALL_ONES = (1 << WIDTH) - 1;

  /** Bits that tell a code, but for one that is written out. */
  private static final int INDEX_BITS = 10;

  /** By the first bits of a code: what the plane is exclusive-ored with. */
  private static final int[] PATTERNS = new int[1 << (INDEX_BITS - 1)];

  /** By the same: bits in the code, planes that it stands for, and the flag. */
  private static final int[] STEPS = new int[PATTERNS.length];

  private static final int RUN_SHIFT = 8;

  /** The plane is zero before the exclusive-or, and so the pattern is the plane above. */
  private static final int ABOVE = 1 << 31;

  /** More planes than a block has: for a code that there is not. */
  private static final int NO_CODE = 100;

  static {
    for (int first = 0; first < PATTERNS.length; first++) {
      int position = first & 0x1f;
      switch (first >>> 5) {
        case 0b00000 -> enter(first, Bpc.PATTERN_BITS, 1, ALL_ONES);
        case 0b00001 -> enter(first, Bpc.PATTERN_BITS, 1 | ABOVE >>> RUN_SHIFT, 0);
        case 0b00010 ->
            enter(first, INDEX_BITS, position < WIDTH - 1 ? 1 : NO_CODE, 0b11 << position);
        case 0b00011 -> enter(first, INDEX_BITS, position < WIDTH ? 1 : NO_CODE, 1 << position);
        case 0b00100, 0b00101, 0b00110, 0b00111 -> enter(first, Bpc.ZERO_BITS, 1, 0);
        default -> enter(first, Bpc.ZERO_RUN_BITS, 2 + ((first >>> 3) & 0x1f), 0);
      }
    }
  }

  private PlaneReader() {}

  private static void enter(int first, int bits, int run, int pattern) {
    STEPS[first] = bits | (run << RUN_SHIFT);
    PATTERNS[first] = pattern;
  }

  /**
   * The table entry of the code at the start of a window, for the methods below. Its first bit is
   * 0: a 1 is a plane that is written out.
   */
  static int step(long window) {
    return STEPS[(int) (window >>> (Long.SIZE - INDEX_BITS))];
  }

  /** What the code's plane is exclusive-ored with; or, if the step is negative, itself. */
  static int pattern(long window) {
    return PATTERNS[(int) (window >>> (Long.SIZE - INDEX_BITS))];
  }

  static int planes(int step) {
    return (step >>> RUN_SHIFT) & 0x7f;
  }

  static int bits(int step) {
    return step & 0xff;
  }

  /**
   * Reads the planes of a block, each still exclusive-ored with the one above it; the highest has
   * none above.
   *
   * @throws CorruptBlockException if the codes end too early, or there are no such
   */
  static void read(BitReader in, int[] planes) {
    Arrays.fill(planes, 0);
    int above = 0;
    int at = 0;
    int index = TOP_PLANE;
    do {
      long window = in.peekAhead(at);
      int pattern;
      if (window < 0) {
        pattern = (int) (window >>> 32) & ALL_ONES;
        planes[index--] = pattern;
        at += 1 + WIDTH;
      } else {
        int first = (int) (window >>> (Long.SIZE - INDEX_BITS));
        int step = STEPS[first];
        pattern = PATTERNS[first] | (above & (step >> 31));
        planes[index] = pattern;
        index -= (step >>> RUN_SHIFT) & 0x7f;
        at += step & 0xff;
      }
      above ^= pattern;
    } while (index >= 0);
    if (index < -1) {
      throw new CorruptBlockException("a run of zero planes overruns the block, or a bit a plane");
    }
    in.skip(at);
  }
}
