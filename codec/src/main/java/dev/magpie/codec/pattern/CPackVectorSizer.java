package dev.magpie.codec.pattern;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.ULT;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * C-PACK sizes where all words but zeros and bytes are pushed: what a word matches is then one of
 * the last words pushed before it, whatever they matched.
 *
 * <p>A block's pushed words are moved together first. The entry that shares most upper bytes with a
 * word differs by the least unsigned number, so the least of as many exclusive-ors as there are
 * entries, each with the words one place further back, tells what all words match. Blocks go
 * through the first step a tile at a time: a vector is not loaded from where others have just been
 * stored, which would wait for them.
 */
final class CPackVectorSizer implements BulkSizer {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;
  private static final int LANES = SPECIES.length();
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
  private static final int TILE_BLOCKS = 32;

  private final int blockBytes;
  private final int words;
  private final int entries;

  /**
   * From one block's pushed words to the next one's; the entries before a block's first are free.
   */
  private final int stride;

  /**
   * As many words of set bits as there are entries, then zeros: nothing is before the first word.
   */
  private final int[] nothing;

  private final ThreadLocal<int[]> scratch;

  CPackVectorSizer(int blockBytes, int entries) {
    this.blockBytes = blockBytes;
    this.entries = entries;
    words = blockBytes / Integer.BYTES;
    stride = entries + words + LANES;
    nothing = new int[entries + words + LANES];
    Arrays.fill(nothing, 0, entries, -1);
    scratch = ThreadLocal.withInitial(() -> new int[TILE_BLOCKS * stride]);
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    int[] pushed = scratch.get();
    for (int first = 0; first < sizes.length; first += TILE_BLOCKS) {
      int end = Math.min(first + TILE_BLOCKS, sizes.length);
      push(memory, offset, sizes, first, end, pushed);
      match(sizes, first, end, pushed);
    }
  }

  /** Moves pushed words together; sizes become the bits of the others and how many are pushed. */
  private void push(
      MemorySegment memory, long offset, int[] sizes, int first, int end, int[] pushed) {
    for (int i = first; i < end; i++) {
      long at = offset + (long) i * blockBytes;
      int start = (i - first) * stride + entries;
      int count = 0;
      int zeros = 0;
      for (int v = 0; v < blockBytes; v += VECTOR_BYTES) {
        IntVector block =
            IntVector.fromMemorySegment(SPECIES, memory, at + v, ByteOrder.LITTLE_ENDIAN);
        VectorMask<Integer> isPushed = block.compare(UGE, 1 << 8);
        zeros += block.compare(EQ, 0).trueCount();
        block.compress(isPushed).intoArray(pushed, start + count);
        count += isPushed.trueCount();
      }
      int others = CPack.BYTE_BITS * (words - count) - (CPack.BYTE_BITS - CPack.ZERO_BITS) * zeros;
      sizes[i] = others << 8 | count;
    }
  }

  /** Adds what the pushed words take. */
  private void match(int[] sizes, int first, int end, int[] pushed) {
    int two = CPack.matchBits(CPack.UPPER_2, entries);
    int three = CPack.matchBits(CPack.UPPER_3, entries);
    int full = CPack.matchBits(CPack.FULL, entries);
    for (int i = first; i < end; i++) {
      int start = (i - first) * stride + entries;
      int count = sizes[i] & 0xff;
      int bits = (sizes[i] >>> 8) + CPack.MISS_BITS * count;
      for (int v = 0; v < count; v += LANES) {
        IntVector least = least(pushed, start, v);
        long there = -1L >>> -Math.min(count - v, LANES);
        // Of words that match in more bytes, too, what that saves beyond.
        int ofTwo = Long.bitCount(least.compare(ULT, 1 << 16).toLong() & there);
        int ofThree = Long.bitCount(least.compare(ULT, 1 << 8).toLong() & there);
        int ofAll = Long.bitCount(least.compare(EQ, 0).toLong() & there);
        bits -= (CPack.MISS_BITS - two) * ofTwo + (two - three) * ofThree + (three - full) * ofAll;
      }
      sizes[i] = bits;
    }
  }

  /** The least differences of a vector of pushed words from the entries when each was pushed. */
  private IntVector least(int[] pushed, int start, int v) {
    IntVector block = IntVector.fromArray(SPECIES, pushed, start + v);
    IntVector least = IntVector.broadcast(SPECIES, -1);
    for (int back = 1; back <= entries; back++) {
      IntVector entry = IntVector.fromArray(SPECIES, pushed, start + v - back);
      IntVector none = IntVector.fromArray(SPECIES, nothing, entries + v - back);
      least = least.lanewise(UMIN, block.lanewise(XOR, entry).or(none));
    }
    return least;
  }
}
