package dev.magpie.depth.codec;

/**
 * Writes fields of different widths one behind the other. Made for one tile: as long as it does not
 * leave the method that makes it, it lives in registers.
 */
final class FieldWriter {
  private final long[] words;
  private int word;
  private long pending;

  /** Bits of the current word that are not yet written, at least one. */
  private int free = Long.SIZE;

  /** A writer that starts at the first word. */
  FieldWriter(long[] words) {
    this.words = words;
  }

  /**
   * Appends a field.
   *
   * @param value without bits beyond the width
   * @param width 0 to 64
   */
  void put(long value, int width) {
    if (width < free) {
      free -= width;
      pending |= value << free;
    } else {
      int left = width - free;
      words[word++] = pending | (value >>> left);
      free = Long.SIZE - left;
      // Two shifts, since no bit left would need one by 64.
      pending = value << 1 << (free - 1);
    }
  }

  /** Writes zeros up to a number of words. */
  void end(int count) {
    for (; word < count; word++) {
      words[word] = pending;
      pending = 0;
    }
  }

  /**
   * Writes fields into words, and zeros behind them.
   *
   * @param fields without bits beyond their widths
   * @param widths 0 to 64
   * @param count of fields; they fit
   * @param words to fill
   */
  static void write(long[] fields, int[] widths, int count, long[] target, int words) {
    int bit = 0;
    long pending = 0;
    for (int field = 0; field < count; field++) {
      int width = widths[field];
      // A shift by 64 is one by 0, but then there is nothing to shift.
      long value = fields[field] << -width;
      int used = bit & (Long.SIZE - 1);
      long here = pending | (value >>> used);
      target[bit >>> 6] = here;
      bit += width;
      // What is left over goes on in the next word, if this one is full.
      long full = -(long) ((used + width) >>> 6);
      pending = (here & ~full) | ((value << 1 << (Long.SIZE - 1 - used)) & full);
    }
    if ((bit & (Long.SIZE - 1)) != 0) {
      target[bit >>> 6] = pending;
      bit += Long.SIZE;
    }
    for (int word = bit >>> 6; word < words; word++) {
      target[word] = 0;
    }
  }
}
