package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * The step of {@link HighParts} of four parts and 8-byte words.
 *
 * <p>A block that does not fit, as most, is told by its least and its most word, which are known.
 * The others are looked at apart: what is seldom reached would be compiled with boxed vectors.
 */
final class LongQuads {
  private static final VectorSpecies<Long> SPECIES = KernelSpecies.LONGS;
  private static final int LANES = SPECIES.length();
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();

  private final Bursts bursts;
  private final Tile tile;
  private final boolean zero;
  private final int[] lows;

  /**
   * @param zero whether the first part is zero
   * @param lows low bits of a word in 1, 2 and more bursts; -1 where the fields have no room
   */
  LongQuads(Bursts bursts, Tile tile, boolean zero, int[] lows) {
    this.bursts = bursts;
    this.tile = tile;
    this.zero = zero;
    this.lows = lows;
  }

  List<TileStep> steps() {
    return List.of(this::screen, this::lower);
  }

  /** Leaves the blocks that may be smaller. */
  private void screen(MemorySegment memory, long offset, Scratch scratch) {
    int leasts = zero ? LongSteps.LEAST_CODED : LongSteps.LEAST_WORD;
    int mosts = zero ? LongSteps.MOST_CODED : LongSteps.MOST_WORD;
    long candidates = 0;
    for (int i = 0; i < tile.blocks(); i++) {
      int count = count(scratch, i);
      if (count > 0 && lows[count - 1] >= 0) {
        long at = offset + (long) i * tile.blockBytes();
        long least = scratch.longs[leasts + i];
        long most = scratch.longs[mosts + i];
        candidates |= mayFit(memory, at, least, most, 1L << lows[count - 1]) ? 1L << i : 0;
      }
    }
    scratch.candidates = candidates;
  }

  /** Lowers the sizes of candidates that fit. */
  private void lower(MemorySegment memory, long offset, Scratch scratch) {
    long left = scratch.candidates;
    for (; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      long at = offset + (long) i * tile.blockBytes();
      // What fits few bursts fits more.
      for (int count = count(scratch, i); count > 0; count--) {
        int low = lows[count - 1];
        if (low < 0 || !isQuad(memory, at, 1L << low)) {
          break;
        }
        scratch.sizes[i] = count * bursts.bits();
      }
    }
  }

  /** The most bursts in which a block is smaller. */
  private int count(Scratch scratch, int block) {
    return bursts.below(scratch.sizes[block]);
  }

  /**
   * Whether the first row has no more than four high parts, without a branch. Three are known:
   * those of the least and the most word, and zero. Where one of those is near zero, it only may
   * be.
   */
  private boolean mayFit(MemorySegment memory, long at, long least, long most, long limit) {
    LongVector a = load(memory, at);
    LongVector b = load(memory, at + tile.second());
    long left =
        bits(near(a, least, most).compare(UGE, limit), near(b, least, most).compare(UGE, limit));
    if (zero) {
      left &= bits(a.compare(UGE, limit), b.compare(UGE, limit));
    } else {
      left &= others(a, b, word(memory, at, left), limit);
    }
    left &= others(a, b, word(memory, at, left), limit);
    return left == 0
        || (zero
            && (Long.compareUnsigned(least, limit) < 0 || Long.compareUnsigned(most, limit) < 0));
  }

  private static LongVector near(LongVector words, long one, long other) {
    return words.lanewise(XOR, one).lanewise(UMIN, words.lanewise(XOR, other));
  }

  private static long others(LongVector a, LongVector b, long than, long limit) {
    return bits(others(a, than, limit), others(b, than, limit));
  }

  private static long bits(VectorMask<Long> a, VectorMask<Long> b) {
    return a.toLong() | (b.toLong() << LANES);
  }

  /** The first word of a row whose bit is set, or some word. */
  private long word(MemorySegment memory, long at, long bits) {
    return BlockWords.getLong(
        memory,
        at + (long) Long.BYTES * (Long.numberOfTrailingZeros(bits) & (tile.rowBytes() / 8 - 1)));
  }

  private static LongVector load(MemorySegment memory, long at) {
    return LongVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  /** Words whose high part is not that of another word. */
  private static VectorMask<Long> others(LongVector words, long than, long limit) {
    return words.lanewise(XOR, than).compare(UGE, limit);
  }

  private boolean isQuad(MemorySegment memory, long at, long limit) {
    long first = zero ? 0 : BlockWords.getLong(memory, at);
    long second = first;
    long third = first;
    long fourth = first;
    int found = 1;
    for (long v = at; v < at + tile.blockBytes(); ) {
      LongVector words = load(memory, v);
      long left =
          others(words, first, limit)
              .and(others(words, second, limit))
              .and(others(words, third, limit))
              .and(others(words, fourth, limit))
              .toLong();
      if (left == 0) {
        v += VECTOR_BYTES;
        continue;
      }
      long next = BlockWords.getLong(memory, v + 8L * Long.numberOfTrailingZeros(left));
      switch (found++) {
        case 1 -> second = next;
        case 2 -> third = next;
        case 3 -> fourth = next;
        default -> {
          return false;
        }
      }
    }
    return true;
  }
}
