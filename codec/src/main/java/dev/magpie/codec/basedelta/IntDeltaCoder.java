package dev.magpie.codec.basedelta;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Codes the 4-byte words of a block as a {@link DeltaUnit} does, behind its base: vectors cut words
 * to deltas and extend them again, two neighbours to a long, and each long is written or read by
 * itself.
 */
final class IntDeltaCoder {
  private static final VectorSpecies<Integer> INTS = KernelSpecies.INTS;
  private static final VectorSpecies<Long> LONGS = KernelSpecies.LONGS;
  private static final int LANES = INTS.length();

  /** Words of a block: they have a bit each in a long. */
  private static final int MOST_WORDS = Long.SIZE;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  /**
   * A thread's working space.
   *
   * <p>Blocks are copied to and from it: where heap and native memory come in turn, vectors
   * straight from either would be boxed.
   */
  private static final class Scratch {
    final int[] words = new int[MOST_WORDS];

    /** The deltas of two words each, the second one's in the lowest bits. */
    final long[] pairs = new long[MOST_WORDS / 2];
  }

  private IntDeltaCoder() {}

  /** Appends the mask and the deltas of a block that fits. */
  static void encode(
      DeltaUnit unit, MemorySegment memory, long offset, int blockBytes, int base, BitWriter out) {
    int words = blockBytes / Integer.BYTES;
    int width = unit.deltaBits();
    Scratch scratch = SCRATCH.get();
    long[] pairs = scratch.pairs;
    MemorySegment.copy(memory, INT, offset, scratch.words, 0, words);
    long mask = cut(scratch, words, base, width, (int) unit.bias());
    out.write(Long.reverse(mask) >>> (Long.SIZE - words), words);
    if (4 * width <= BitWriter.WIDEST) {
      for (int i = 0; i < words / 2; i += 2) {
        out.write((pairs[i] << (2 * width)) | pairs[i + 1], 4 * width);
      }
    } else {
      for (int i = 0; i < words / 2; i++) {
        out.write(pairs[i], 2 * width);
      }
    }
  }

  /**
   * Cuts the words of a block to pairs of deltas.
   *
   * @param bias what is added to a word before its high bits are tested
   * @return a bit for each word, the lowest for the first: set if it uses the base
   */
  private static long cut(Scratch block, int words, int base, int width, int bias) {
    IntVector bases = IntVector.broadcast(INTS, base);
    IntVector biases = IntVector.broadcast(INTS, bias);
    IntVector limits = IntVector.broadcast(INTS, 1 << width);
    IntVector low = IntVector.broadcast(INTS, (1 << width) - 1);
    long mask = 0;
    for (int first = 0; first < words; first += LANES) {
      IntVector word = IntVector.fromArray(INTS, block.words, first);
      VectorMask<Integer> based = word.add(biases).compare(UGE, limits);
      mask |= based.toLong() << first;
      LongVector both = word.sub(bases, based).and(low).reinterpretAsLongs();
      // The first word is in a long's low half.
      both.lanewise(LSHL, width)
          .or(both.lanewise(LSHR, Integer.SIZE))
          .and(-1L >>> (Long.SIZE - 2 * width))
          .intoArray(block.pairs, first / 2);
    }
    return mask;
  }

  /** Reads the mask and the deltas of a block, all of which are there, and writes its words. */
  static void decode(
      DeltaUnit unit, BitReader in, int base, MemorySegment memory, long offset, int blockBytes) {
    int words = blockBytes / Integer.BYTES;
    int width = 2 * unit.deltaBits();
    long mask = Long.reverse(in.read(words)) >>> (Long.SIZE - words);
    Scratch scratch = SCRATCH.get();
    long[] pairs = scratch.pairs;
    if (width <= BitReader.AHEAD) {
      // Where a pair is does not depend on those before it.
      for (int i = 0; i < words / 2; i++) {
        pairs[i] = in.peekAhead(i * width) >>> (Long.SIZE - width);
      }
    } else {
      for (int i = 0; i < words / 2; i++) {
        pairs[i] = in.read(width);
      }
    }
    join(scratch, words, mask, base, unit.deltaBits(), (int) unit.bias());
    MemorySegment.copy(scratch.words, 0, memory, INT, offset, words);
  }

  /**
   * Makes the words of a block of pairs of deltas.
   *
   * @param mask a bit for each word, the lowest for the first: set if it uses the base
   * @param sign the sign bit of a delta, or 0
   */
  private static void join(Scratch block, int words, long mask, int base, int width, int sign) {
    IntVector bases = IntVector.broadcast(INTS, base);
    IntVector signs = IntVector.broadcast(INTS, sign);
    IntVector low = IntVector.broadcast(INTS, (1 << width) - 1);
    for (int first = 0; first < words; first += LANES) {
      LongVector both = LongVector.fromArray(LONGS, block.pairs, first / 2);
      IntVector deltas =
          both.lanewise(LSHR, width)
              .or(both.lanewise(LSHL, Integer.SIZE))
              .reinterpretAsInts()
              .and(low);
      // Flipping the sign bit and taking it away extends it.
      deltas
          .lanewise(XOR, signs)
          .sub(signs)
          .add(bases, VectorMask.fromLong(INTS, mask >>> first))
          .intoArray(block.words, first);
    }
  }
}
