package dev.magpie.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Blocks whose codes have a size that is known: ZVC codes a block as a bit for each word, and then
 * the words that are not zero.
 */
public final class Words {
  private Words() {}

  /** Words that differ, and then words of zeros. */
  public static MemorySegment block(int bytes, int words) {
    MemorySegment block = MemorySegment.ofArray(new byte[bytes]);
    for (int i = 0; i < words; i++) {
      block.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, 0x9e3779b9 * (i + 1));
    }
    return block;
  }

  /** So many blocks of the kind, one behind the other. */
  public static MemorySegment blocks(int count, int bytes, int words) {
    MemorySegment blocks = MemorySegment.ofArray(new byte[count * bytes]);
    for (int i = 0; i < count; i++) {
      blocks.asSlice((long) i * bytes, bytes).copyFrom(block(bytes, words));
    }
    return blocks;
  }
}
