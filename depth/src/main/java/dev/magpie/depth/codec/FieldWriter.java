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
}
