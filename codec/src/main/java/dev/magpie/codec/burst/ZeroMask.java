package dev.magpie.codec.burst;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/** A bit for each word: whether it is not zero. */
final class ZeroMask {
  private ZeroMask() {}

  static void encode(WordView words, MemorySegment memory, long offset, BitWriter out) {
    for (int first = 0; first < words.count(); first += Integer.SIZE) {
      int count = Math.min(Integer.SIZE, words.count() - first);
      long mask = 0;
      for (int i = 0; i < count; i++) {
        mask = mask << 1 | (words.get(memory, offset, first + i) == 0 ? 0 : 1);
      }
      out.write(mask, count);
    }
  }

  /**
   * Writes 1 to each word that is not zero, and 0 to the others, for its value to take the place.
   *
   * @return how many are not zero
   */
  static int decode(BitReader in, WordView words, MemorySegment memory, long offset) {
    int notZero = 0;
    for (int first = 0; first < words.count(); first += Integer.SIZE) {
      int count = Math.min(Integer.SIZE, words.count() - first);
      long mask = in.read(count);
      notZero += Long.bitCount(mask);
      for (int i = 0; i < count; i++) {
        words.set(memory, offset, first + i, (mask >>> (count - 1 - i)) & 1);
      }
    }
    return notZero;
  }

  static BitSet explain(FieldReader in, WordView words) {
    return in.flags("mask", words.count(), "a bit for each word: 0 is a word of zero");
  }
}
