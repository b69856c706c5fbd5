package dev.magpie.codec.pattern;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.ULT;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * FPC sizes a vector of words at a time.
 *
 * <p>Four tests a word suffice: those with an alternative, as in "16 bits, or a zero low half, or
 * two signed bytes", take the unsigned minimum of values that are small exactly where an
 * alternative holds. A word of 35 bits at most saves 16 if it passes the 16-bit test, 8 more if it
 * passes the 8-bit test, 4 more with the 4-bit test, and the last 7 if it is zero.
 */
record FpcVectorSizer(int blockBytes) implements BulkSizer {
  private static final VectorSpecies<Integer> SPECIES =
      VectorSupport.bits() == 512 ? IntVector.SPECIES_512 : IntVector.SPECIES_256;
  private static final int LANES = SPECIES.length();
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();

  private static final int WORD_BITS = 35;

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    if (blockBytes == 2 * VECTOR_BYTES) {
      sizeTwoVectors(memory, offset, sizes);
    } else {
      sizeSeveralVectors(memory, offset, sizes);
    }
  }

  /**
   * The compiler unrolls this inner loop only after it has inlined its body, once; written out, the
   * two vectors exceed what it inlines, and it boxes them.
   */
  private static void sizeTwoVectors(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + i * 2L * VECTOR_BYTES;
      long in16 = 0;
      long in8 = 0;
      long in4 = 0;
      long zero = 0;
      for (int v = 0; v < 2; v++) {
        IntVector words = load(memory, at + (long) v * VECTOR_BYTES);
        in16 |= sixteenBits(words).compare(ULT, 1 << 15).toLong() << (v * LANES);
        in8 |= eightBits(words).compare(ULT, 1 << 7).toLong() << (v * LANES);
        in4 |= magnitude(words).compare(ULT, 1 << 3).toLong() << (v * LANES);
        zero |= words.compare(ULT, 1).toLong() << (v * LANES);
      }
      sizes[i] = 2 * LANES * WORD_BITS - savings(in16 | in8, in8, in4, zero) + Fpc.zeroBits(zero);
    }
  }

  private static int savings(long in16, long in8, long in4, long zero) {
    return 16 * Long.bitCount(in16)
        + 8 * Long.bitCount(in8)
        + 4 * Long.bitCount(in4)
        + 7 * Long.bitCount(zero);
  }

  private void sizeSeveralVectors(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      long zeros = 0;
      int bits = blockBytes / Integer.BYTES * WORD_BITS;
      for (int v = 0; v < blockBytes; v += VECTOR_BYTES) {
        IntVector words = load(memory, at + v);
        long in8 = eightBits(words).compare(ULT, 1 << 7).toLong();
        long in16 = sixteenBits(words).compare(ULT, 1 << 15).toLong() | in8;
        long in4 = magnitude(words).compare(ULT, 1 << 3).toLong();
        long zero = words.compare(ULT, 1).toLong();
        bits -= savings(in16, in8, in4, zero);
        zeros |= zero << (v / Integer.BYTES);
      }
      sizes[i] = bits + Fpc.zeroBits(zeros);
    }
  }

  private static IntVector load(MemorySegment memory, long at) {
    return IntVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }

  private static IntVector magnitude(IntVector word) {
    return word.lanewise(XOR, word.lanewise(ASHR, 31));
  }

  /** Below 2^7 iff the word is a signed byte, or four equal bytes. */
  private static IntVector eightBits(IntVector word) {
    IntVector bytesDiffer = word.lanewise(XOR, word.lanewise(ROL, 8)).lanewise(LSHL, 8);
    return magnitude(word).lanewise(UMIN, bytesDiffer);
  }

  /** Below 2^15 iff the word is a signed half-word, has a zero low half, or two signed bytes. */
  private static IntVector sixteenBits(IntVector word) {
    IntVector wide =
        word.reinterpretAsShorts().add((short) 0x80).reinterpretAsInts().and(0xff00ff00);
    IntVector halvesAreWide = wide.or(wide.lanewise(LSHL, 16));
    return magnitude(word).lanewise(UMIN, word.lanewise(LSHL, 16)).lanewise(UMIN, halvesAreWide);
  }
}
