package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads bits, most significant first, and refuses to read past their end. Not thread-safe. */
public final class BitReader {
  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Zero bytes behind the last one, so that a whole long can always be loaded. */
  private static final int SLACK = Long.BYTES;

  /** Bits of {@link #peekAhead} that mean something. */
  public static final int AHEAD = 57;

  private byte[] bytes;
  private int bitCount;
  private int position;

  /** A reader without bits, to be filled by {@link #load}. */
  public BitReader() {
    bytes = new byte[SLACK];
  }

  /** A reader of the bits written so far; writing on does not disturb it. */
  public BitReader(BitWriter written) {
    this();
    load(MemorySegment.ofArray(written.array()), 0, written.bitCount());
  }

  /**
   * Takes a copy of {@code bits} bits that start at a byte of {@code source}, and starts over.
   *
   * @throws IndexOutOfBoundsException if the source does not hold them
   */
  public void load(MemorySegment source, long offset, int bits) {
    int length = (bits + 7) >>> 3;
    if (bytes.length < length + SLACK) {
      bytes = new byte[length + SLACK];
    }
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, bytes, 0, length);
    bitCount = bits;
    position = 0;
  }

  /**
   * Takes a copy of {@code bits} more, to be read behind those that were loaded.
   *
   * @throws IllegalStateException if those do not end with a byte
   * @throws IndexOutOfBoundsException if the source does not hold them
   */
  public void append(MemorySegment source, long offset, int bits) {
    if ((bitCount & 7) != 0) {
      throw new IllegalStateException("nothing can follow %d bits".formatted(bitCount));
    }
    int before = bitCount >>> 3;
    int length = (bits + 7) >>> 3;
    if (bytes.length < before + length + SLACK) {
      bytes = Arrays.copyOf(bytes, before + length + SLACK);
    }
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, bytes, before, length);
    bitCount += bits;
  }

  /**
   * The next {@code width} bits, 0 to 64 of them, as an unsigned number.
   *
   * @throws CorruptBlockException if fewer are left
   */
  public long read(int width) {
    assert width >= 0 && width <= 64 : width;
    if (width > 56) {
      return read(width - 32) << 32 | read(32);
    }
    long value = peek(width);
    skip(width);
    return value;
  }

  /** The next 0 to 56 bits, zeros behind the end, without moving on. */
  public long peek(int width) {
    assert width >= 0 && width <= 56 : width;
    if (position >= bitCount) {
      return 0;
    }
    long window = (long) BIG_ENDIAN_LONG.get(bytes, position >>> 3) << (position & 7);
    int behind = Math.max(0, position + width - bitCount);
    return (window >>> 1 >>> (63 - width)) >>> behind << behind;
  }

  /**
   * {@value #AHEAD} bits, from a place so many bits ahead on, in the highest bits of the result;
   * without moving on. What stands there of bits behind the end is any: {@link #skip} refuses to
   * pass it.
   */
  public long peekAhead(int ahead) {
    int at = position + ahead;
    return at < bitCount ? (long) BIG_ENDIAN_LONG.get(bytes, at >>> 3) << (at & 7) : 0;
  }

  /** The next {@code width} bits, 1 to 64 of them, as a two's-complement number. */
  public long readSigned(int width) {
    return read(width) << (64 - width) >> (64 - width);
  }

  /** Moves on by {@code width} bits. */
  public void skip(int width) {
    if (width > bitCount - position) {
      throw new CorruptBlockException(
          "the coded block ends at bit %d, and bit %d is needed"
              .formatted(bitCount, position + width));
    }
    position += width;
  }

  /** Bits read so far. */
  public int position() {
    return position;
  }

  /** Bits not read yet. */
  public int remaining() {
    return bitCount - position;
  }
}
