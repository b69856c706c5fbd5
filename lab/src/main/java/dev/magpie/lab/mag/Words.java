package dev.magpie.lab.mag;

import dev.magpie.codec.BlockWords;
import java.lang.foreign.MemorySegment;

/** Blocks of little-endian words. */
final class Words {
  private Words() {}

  /** A block of 4-byte words. */
  static MemorySegment block(int... words) {
    MemorySegment block = MemorySegment.ofArray(new byte[4 * words.length]);
    for (int i = 0; i < words.length; i++) {
      BlockWords.setInt(block, 4L * i, words[i]);
    }
    return block;
  }
}
