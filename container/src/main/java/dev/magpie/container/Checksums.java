package dev.magpie.container;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The checks of a container: CRC-32C for chunks, indices and members, 16 bits for a block. */
final class Checksums {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** CRC-32C's polynomial, lowest power first. */
  private static final int POLYNOMIAL = 0x82f63b78;

  /** Odd, and far from a run of equal bits, so that each bit of a word reaches the check. */
  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  /** What a buffer holds at most. */
  private static final int PART_BYTES = 1 << 30;

  private Checksums() {}

  static int crc32c(MemorySegment memory, long offset, long bytes) {
    CRC32C crc = new CRC32C();
    for (long done = 0; done < bytes; done += PART_BYTES) {
      crc.update(buffer(memory, offset + done, Math.min(PART_BYTES, bytes - done)));
    }
    return (int) crc.getValue();
  }

  private static ByteBuffer buffer(MemorySegment memory, long offset, long bytes) {
    return memory.asSlice(offset, bytes).asByteBuffer();
  }

  /** The CRC of two pieces on end, from their own. */
  static int combine(int first, int second, long secondBytes) {
    // Behind zero bits, a CRC is what it was times a power of x.
    int crc = first;
    int power = 1 << 23; // x^8: one byte of zeros
    for (long bytes = secondBytes; bytes != 0; bytes >>>= 1) {
      if ((bytes & 1) != 0) {
        crc = multiply(crc, power);
      }
      power = multiply(power, power);
    }
    return crc ^ second;
  }

  /** Product of two polynomials, bit 31 the coefficient of 1, modulo CRC-32C's. */
  private static int multiply(int a, int b) {
    int product = 0;
    int shifted = b;
    for (int bit = 31; bit >= 0; bit--) {
      product ^= shifted & -((a >>> bit) & 1);
      shifted = (shifted >>> 1) ^ (POLYNOMIAL & -(shifted & 1));
    }
    return product;
  }

  /**
   * The check of a stored block: the sum of its 64-bit words, the last filled up with zeros, each
   * times its own odd number, modulo 2^64; the high 16 bits.
   */
  static short ofBlock(MemorySegment memory, long offset, int bytes) {
    long sum = 0;
    long factor = FACTOR;
    int whole = bytes & -Long.BYTES;
    for (int at = 0; at < whole; at += Long.BYTES) {
      sum += memory.get(LONG, offset + at) * factor;
      factor += FACTOR << 1;
    }
    if (whole < bytes) {
      long word = 0;
      for (int at = bytes - 1; at >= whole; at--) {
        word = word << 8 | Byte.toUnsignedLong(memory.get(ValueLayout.JAVA_BYTE, offset + at));
      }
      sum += word * factor;
    }
    return (short) (sum >>> 48);
  }
}
