package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Lowers each block's size to that of {@link HighParts} of 8-byte words.
 *
 * @param lows low bits of a word in 1, 2 and more bursts; -1 where the fields have no room
 */
record LongPartsKernel(Bursts bursts, int blockBytes, int parts, boolean zero, List<Integer> lows)
    implements BulkSizer {
  private static final VectorSpecies<Long> SPECIES = KernelSpecies.LONGS;

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    int most = (bursts.count() - 1) * bursts.bits();
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      // What fits few bursts fits more, and most blocks fit none.
      for (int count = Math.min(sizes[i] - 1, most) / bursts.bits(); count > 0; count--) {
        int low = lows.get(count - 1);
        if (low < 0 || !fits(memory, at, 1L << low)) {
          break;
        }
        sizes[i] = count * bursts.bits();
      }
    }
  }

  private boolean fits(MemorySegment memory, long at, long limit) {
    return parts == 2 ? isPair(memory, at, limit) : isQuad(memory, at, limit);
  }

  private static LongVector load(MemorySegment memory, long at) {
    return LongVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  /** Words whose high part is not that of another word. */
  private static VectorMask<Long> others(LongVector words, long than, long limit) {
    return words.lanewise(XOR, than).compare(UGE, limit);
  }

  /** Whether all words are near one of two, by the first number that has none but low bits. */
  private boolean isPair(MemorySegment memory, long at, long limit) {
    long first = zero ? 0 : BlockWords.getLong(memory, at);
    long second = first;
    boolean found = false;
    for (long v = at; v < at + blockBytes; v += SPECIES.vectorByteSize()) {
      LongVector words = load(memory, v);
      long left = others(words, first, limit).and(others(words, second, limit)).toLong();
      if (left != 0) {
        if (found) {
          return false;
        }
        found = true;
        second = word(memory, v, left);
        if (others(words, first, limit).and(others(words, second, limit)).anyTrue()) {
          return false;
        }
      }
    }
    return true;
  }

  /** The same of four. */
  private boolean isQuad(MemorySegment memory, long at, long limit) {
    long first = zero ? 0 : BlockWords.getLong(memory, at);
    long second = first;
    long third = first;
    long fourth = first;
    int found = 1;
    for (long v = at; v < at + blockBytes; ) {
      LongVector words = load(memory, v);
      long left =
          others(words, first, limit)
              .and(others(words, second, limit))
              .and(others(words, third, limit))
              .and(others(words, fourth, limit))
              .toLong();
      if (left == 0) {
        v += SPECIES.vectorByteSize();
        continue;
      }
      switch (found++) {
        case 1 -> second = word(memory, v, left);
        case 2 -> third = word(memory, v, left);
        case 3 -> fourth = word(memory, v, left);
        default -> {
          return false;
        }
      }
    }
    return true;
  }

  private static long word(MemorySegment memory, long at, long lanes) {
    return BlockWords.getLong(memory, at + (long) Long.BYTES * Long.numberOfTrailingZeros(lanes));
  }
}
