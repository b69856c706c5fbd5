package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * The step of {@link HighParts} of four parts and 4-byte words.
 *
 * <p>A block that does not fit, as most, is told by its least and its most word, which are known.
 * The others are looked at apart: what is seldom reached would be compiled with boxed vectors.
 */
final class IntQuads {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;
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
  IntQuads(Bursts bursts, Tile tile, boolean zero, int[] lows) {
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
    int leasts = zero ? IntSteps.LEAST_CODED : IntSteps.LEAST_WORD;
    int mosts = zero ? IntSteps.MOST_CODED : IntSteps.MOST_WORD;
    long candidates = 0;
    for (int i = 0; i < tile.blocks(); i++) {
      int count = count(scratch, i);
      if (count > 0 && lows[count - 1] >= 0) {
        long at = offset + (long) i * tile.blockBytes();
        int least = scratch.ints[leasts + i];
        int most = scratch.ints[mosts + i];
        candidates |= mayFit(memory, at, least, most, 1 << lows[count - 1]) ? 1L << i : 0;
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
        if (low < 0 || !isQuad(memory, at, 1 << low)) {
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
  private boolean mayFit(MemorySegment memory, long at, int least, int most, int limit) {
    IntVector a = load(memory, at);
    IntVector b = load(memory, at + tile.second());
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
            && (Integer.compareUnsigned(least, limit) < 0
                || Integer.compareUnsigned(most, limit) < 0));
  }

  private static IntVector near(IntVector words, int one, int other) {
    return words.lanewise(XOR, one).lanewise(UMIN, words.lanewise(XOR, other));
  }

  private static long others(IntVector a, IntVector b, int than, int limit) {
    return bits(others(a, than, limit), others(b, than, limit));
  }

  private static long bits(VectorMask<Integer> a, VectorMask<Integer> b) {
    return a.toLong() | (b.toLong() << LANES);
  }

  /** The first word of a row whose bit is set, or some word. */
  private int word(MemorySegment memory, long at, long bits) {
    return BlockWords.getInt(
        memory,
        at + (long) Integer.BYTES * (Long.numberOfTrailingZeros(bits) & (tile.rowBytes() / 4 - 1)));
  }

  private static IntVector load(MemorySegment memory, long at) {
    return IntVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  /** Words whose high part is not that of another word. */
  private static VectorMask<Integer> others(IntVector words, int than, int limit) {
    return words.lanewise(XOR, than).compare(UGE, limit);
  }

  private boolean isQuad(MemorySegment memory, long at, int limit) {
    int first = zero ? 0 : BlockWords.getInt(memory, at);
    int second = first;
    int third = first;
    int fourth = first;
    int found = 1;
    for (long v = at; v < at + tile.blockBytes(); ) {
      IntVector words = load(memory, v);
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
      int next = BlockWords.getInt(memory, v + 4L * Long.numberOfTrailingZeros(left));
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
