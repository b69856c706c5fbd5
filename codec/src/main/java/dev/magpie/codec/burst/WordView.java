package dev.magpie.codec.burst;

import dev.magpie.codec.BlockWords;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * A block as words.
 *
 * @param bits of a word: 8, 16, 32 or 64
 * @param count of them
 */
record WordView(int bits, int count) {
  static WordView ofBlock(int bits, int blockBytes) {
    return new WordView(bits, 8 * blockBytes / bits);
  }

  /** A word, without sign. */
  long get(MemorySegment memory, long offset, int index) {
    return switch (bits) {
      case 8 -> Byte.toUnsignedLong(BlockWords.getByte(memory, offset + index));
      case 16 -> Short.toUnsignedLong(BlockWords.getShort(memory, offset + 2L * index));
      case 32 -> Integer.toUnsignedLong(BlockWords.getInt(memory, offset + 4L * index));
      default -> BlockWords.getLong(memory, offset + 8L * index);
    };
  }

  void set(MemorySegment memory, long offset, int index, long word) {
    switch (bits) {
      case 8 -> BlockWords.setByte(memory, offset + index, (byte) word);
      case 16 -> BlockWords.setShort(memory, offset + 2L * index, (short) word);
      case 32 -> BlockWords.setInt(memory, offset + 4L * index, (int) word);
      default -> BlockWords.setLong(memory, offset + 8L * index, word);
    }
  }

  /** A word as a number in two's complement. */
  long signed(long word) {
    return word << (Long.SIZE - bits) >> (Long.SIZE - bits);
  }

  /** The numbers of all. */
  BitSet all() {
    BitSet all = new BitSet(count);
    all.set(0, count);
    return all;
  }

  /** How many are not zero. */
  int notZero(MemorySegment memory, long offset) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      found += get(memory, offset, i) == 0 ? 0 : 1;
    }
    return found;
  }

  /** Bits of the highest one of a number, and below; 0 for zero. */
  static int width(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }
}
