package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing sequence of bits, most significant bit first. Reused through {@link #reset()}, it does
 * not allocate. Not thread-safe.
 */
public final class BitWriter {
  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Room behind the last byte, so that a whole long can always be stored. */
  private static final int SLACK = Long.BYTES;

  /** Bits that are written at once: more are written in two parts. */
  public static final int WIDEST = 56;

  private byte[] bytes;

  /** Whole bytes already stored. */
  private int byteCount;

  /** Bits not yet stored, left-aligned; fewer than 8 between calls. */
  private long pending;

  private int pendingBits;

  /**
   * @param expectedBytes initial capacity; the writer grows beyond it when it has to
   */
  public BitWriter(int expectedBytes) {
    bytes = new byte[expectedBytes + 2 * SLACK];
  }

  /** Appends the low {@code width} bits of {@code value}; 0 to 64 of them. */
  public void write(long value, int width) {
    assert width >= 0 && width <= 64 : width;
    if (width > WIDEST) {
      // With up to 7 bits pending, more would not fit the accumulator.
      write(value >>> 32, width - 32);
      write(value, 32);
      return;
    }
    if (byteCount + 2 * SLACK > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    // Two shifts, since a width of 0 would need one by 64.
    pending |= (value << (63 - width) << 1) >>> pendingBits;
    int bits = pendingBits + width;
    BIG_ENDIAN_LONG.set(bytes, byteCount, pending);
    byteCount += bits >>> 3;
    pending <<= bits & ~7;
    pendingBits = bits & 7;
  }

  /** Appends the first words of an array, 32 bits each. */
  public void write(int[] words, int count) {
    makeRoom(Integer.BYTES * count);
    long joined = pending;
    for (int i = 0; i + 1 < count; i += 2) {
      long two = ((long) words[i] << Integer.SIZE) | Integer.toUnsignedLong(words[i + 1]);
      BIG_ENDIAN_LONG.set(bytes, byteCount, joined | (two >>> pendingBits));
      byteCount += Long.BYTES;
      // Two shifts, since none of the bits may be left.
      joined = two << 1 << (63 - pendingBits);
    }
    BIG_ENDIAN_LONG.set(bytes, byteCount, joined);
    pending = joined;
    if ((count & 1) != 0) {
      write(words[count - 1], Integer.SIZE);
    }
  }

  /**
   * Appends the upper bits of longs, from the last of them to the first.
   *
   * @param values whose bits below those are zero
   * @param widths of each, 0 to 64
   * @param count how many there are
   */
  public void write(long[] values, long[] widths, int count) {
    makeRoom(Long.BYTES * count);
    long joined = pending;
    int bits = pendingBits;
    int at = byteCount;
    for (int i = count - 1; i >= 0; i--) {
      long value = values[i];
      long more = joined | (value >>> bits);
      BIG_ENDIAN_LONG.set(bytes, at, more);
      int sum = bits + (int) widths[i];
      // Two shifts, since none of the bits may be left.
      joined = sum < Long.SIZE ? more : value << 1 << (63 - bits);
      at += sum >>> 6 << 3;
      bits = sum & 63;
    }
    BIG_ENDIAN_LONG.set(bytes, at, joined);
    byteCount = at + (bits >>> 3);
    pending = joined << (bits & ~7);
    pendingBits = bits & 7;
  }

  private void makeRoom(int more) {
    while (byteCount + more + 2 * SLACK > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
  }

  /**
   * Overwrites bits written before: what stands in front is sometimes known only at the end.
   *
   * @param position the first of them
   * @param width 0 to 32 of them
   */
  public void overwrite(int position, long value, int width) {
    if (width < 0 || width > 32 || position < 0 || position > bitCount() - width) {
      throw new IndexOutOfBoundsException(
          "bits %d to %d of %d".formatted(position, position + width, bitCount()));
    }
    int shift = 64 - width - (position & 7);
    long mask = ((1L << width) - 1) << shift;
    long window = (long) BIG_ENDIAN_LONG.get(bytes, position >>> 3);
    BIG_ENDIAN_LONG.set(bytes, position >>> 3, (window & ~mask) | ((value << shift) & mask));
    pending = (long) BIG_ENDIAN_LONG.get(bytes, byteCount) & ~(-1L >>> pendingBits);
  }

  /** Appends zero bits until the length is {@code bits}, which must not be less than it is. */
  public void padTo(int bits) {
    int missing = bits - bitCount();
    if (missing < 0) {
      throw new IllegalArgumentException(bitCount() + " bits cannot be padded to " + bits);
    }
    for (; missing > 56; missing -= 56) {
      write(0, 56);
    }
    write(0, missing);
  }

  /** Bits written since the last {@link #reset()}. */
  public int bitCount() {
    return 8 * byteCount + pendingBits;
  }

  /** Whole bytes that hold the bits. */
  public int byteCount() {
    return byteCount + (pendingBits == 0 ? 0 : 1);
  }

  /** Forgets all bits and keeps the memory. */
  public void reset() {
    byteCount = 0;
    pending = 0;
    pendingBits = 0;
  }

  /** A copy of the bits, the last byte padded with zero bits. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, byteCount());
  }

  /** Copies the {@link #byteCount()} bytes to {@code target} from {@code offset} on. */
  public void copyTo(MemorySegment target, long offset) {
    MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, offset, byteCount());
  }

  /** The backing array; bits behind {@link #bitCount()} in its last byte are zero. */
  byte[] array() {
    return bytes;
  }
}
