package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The little-endian words of a block, whatever its alignment. */
public final class BlockWords {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private BlockWords() {}

  /** The byte at a byte offset. */
  public static byte getByte(MemorySegment memory, long offset) {
    return memory.get(ValueLayout.JAVA_BYTE, offset);
  }

  /** The 16-bit word at a byte offset. */
  public static short getShort(MemorySegment memory, long offset) {
    return memory.get(SHORT, offset);
  }

  /** The 32-bit word at a byte offset. */
  public static int getInt(MemorySegment memory, long offset) {
    return memory.get(INT, offset);
  }

  /** The 64-bit word at a byte offset. */
  public static long getLong(MemorySegment memory, long offset) {
    return memory.get(LONG, offset);
  }

  public static void setByte(MemorySegment memory, long offset, byte word) {
    memory.set(ValueLayout.JAVA_BYTE, offset, word);
  }

  public static void setShort(MemorySegment memory, long offset, short word) {
    memory.set(SHORT, offset, word);
  }

  public static void setInt(MemorySegment memory, long offset, int word) {
    memory.set(INT, offset, word);
  }

  public static void setLong(MemorySegment memory, long offset, long word) {
    memory.set(LONG, offset, word);
  }
}
