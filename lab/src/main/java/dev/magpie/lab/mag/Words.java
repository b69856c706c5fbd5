package dev.magpie.lab.mag;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Little-endian words of 2, 4 or 8 bytes in a block. */
final class Words {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  static long get(MemorySegment block, int wordBytes, int index) {
    return switch (wordBytes) {
      case 2 -> Short.toUnsignedLong(block.get(SHORT, 2L * index));
      case 4 -> Integer.toUnsignedLong(block.get(INT, 4L * index));
      default -> block.get(LONG, 8L * index);
    };
  }

  static void set(MemorySegment block, int wordBytes, int index, long word) {
    switch (wordBytes) {
      case 2 -> block.set(SHORT, 2L * index, (short) word);
      case 4 -> block.set(INT, 4L * index, (int) word);
      default -> block.set(LONG, 8L * index, word);
    }
  }

  /** A block of 4-byte words. */
  static MemorySegment block(int... words) {
    MemorySegment block = MemorySegment.ofArray(new byte[4 * words.length]);
    for (int i = 0; i < words.length; i++) {
      set(block, 4, i, words[i]);
    }
    return block;
  }
}
