package dev.magpie.analysis.page;

import dev.magpie.analysis.page.Arrangement.Split;

/** Takes a page's elements apart. */
final class PageSplit {
  private final Split split;
  private final int elementBytes;

  PageSplit(Split split, int elementBytes) {
    this.split = split;
    this.elementBytes = elementBytes;
  }

  /**
   * Splits a page.
   *
   * @param bytes of the page, whole elements; bits of the last ones, fewer than eight, stay
   *     together
   */
  void apply(byte[] page, int bytes, byte[] out) {
    int elements = bytes / elementBytes;
    switch (split) {
      case NONE -> System.arraycopy(page, 0, out, 0, bytes);
      case BYTES -> bytes(page, elements, out);
      case BITS -> {
        int whole = elements & -8;
        bits(page, whole, out);
        int done = whole * elementBytes;
        System.arraycopy(page, done, out, done, bytes - done);
      }
    }
  }

  private void bytes(byte[] page, int elements, byte[] out) {
    for (int b = 0; b < elementBytes; b++) {
      for (int e = 0; e < elements; e++) {
        out[b * elements + e] = page[e * elementBytes + b];
      }
    }
  }

  /**
   * Elements by eights: a byte of each makes a square of bits, whose columns are parts of planes.
   */
  private void bits(byte[] page, int elements, byte[] out) {
    int planeBytes = elements / 8;
    for (int b = 0; b < elementBytes; b++) {
      int firstPlane = 8 * (elementBytes - 1 - b);
      for (int group = 0; group < planeBytes; group++) {
        long square = 0;
        for (int e = 0; e < 8; e++) {
          square = (square << 8) | (page[(8 * group + e) * elementBytes + b] & 0xFF);
        }
        long turned = transpose(square);
        for (int p = 0; p < 8; p++) {
          out[(firstPlane + p) * planeBytes + group] = (byte) (turned >>> (56 - 8 * p));
        }
      }
    }
  }

  /** Turns a square of eight by eight bits about its diagonal (Hacker's Delight, section 7-3). */
  private static long transpose(long square) {
    long x = square;
    long t = (x ^ (x >>> 7)) & 0x00AA00AA00AA00AAL;
    x ^= t ^ (t << 7);
    t = (x ^ (x >>> 14)) & 0x0000CCCC0000CCCCL;
    x ^= t ^ (t << 14);
    t = (x ^ (x >>> 28)) & 0x00000000F0F0F0F0L;
    return x ^ t ^ (t << 28);
  }
}
