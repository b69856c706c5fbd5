package dev.magpie.codec.pattern;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.ULT;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
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
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;
  private static final int LANES = SPECIES.length();
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();

  private static final int PAIR_BYTES = 2 * VECTOR_BYTES;

  private static final int WORD_BITS = 35;

  /** Whether blocks of this size are whole pairs of vectors. */
  static boolean serves(int blockBytes) {
    return blockBytes % PAIR_BYTES == 0;
  }

  /**
   * One long method on purpose, longer than what the compiler inlines into others: these tests and
   * a caller's code together exceed what it takes at once, and it boxes the vectors. The JIT
   * unrolls the loop over a pair, after it has inlined the calls in its body once.
   */
  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      long in16 = 0;
      long in8 = 0;
      long in4 = 0;
      long zero = 0;
      for (int pair = 0; pair < blockBytes; pair += PAIR_BYTES) {
        for (int v = 0; v < 2; v++) {
          int first = pair / Integer.BYTES + v * LANES;
          IntVector words = load(memory, at + pair + (long) v * VECTOR_BYTES);
          IntVector magnitude = words.lanewise(XOR, words.lanewise(ASHR, 31));
          IntVector bytesDiffer = words.lanewise(XOR, words.lanewise(ROL, 8)).lanewise(LSHL, 8);
          IntVector wide =
              words.reinterpretAsShorts().add((short) 0x80).reinterpretAsInts().and(0xff00ff00);
          IntVector halvesAreWide = wide.or(wide.lanewise(LSHL, 16));
          in16 |=
              magnitude
                      .lanewise(UMIN, words.lanewise(LSHL, 16))
                      .lanewise(UMIN, halvesAreWide)
                      .compare(ULT, 1 << 15)
                      .toLong()
                  << first;
          in8 |= magnitude.lanewise(UMIN, bytesDiffer).compare(ULT, 1 << 7).toLong() << first;
          in4 |= magnitude.compare(ULT, 1 << 3).toLong() << first;
          zero |= words.compare(ULT, 1).toLong() << first;
        }
      }
      int saved16 = 16 * Long.bitCount(in16 | in8);
      int saved8 = 8 * Long.bitCount(in8);
      int saved4 = 4 * Long.bitCount(in4);
      int savedZero = 7 * Long.bitCount(zero);
      int bits = blockBytes / Integer.BYTES * WORD_BITS - saved16 - saved8 - saved4 - savedZero;
      sizes[i] = bits + Fpc.zeroBits(zero);
    }
  }

  private static IntVector load(MemorySegment memory, long at) {
    return IntVector.fromMemorySegment(SPECIES, memory, at, ByteOrder.LITTLE_ENDIAN);
  }
}
