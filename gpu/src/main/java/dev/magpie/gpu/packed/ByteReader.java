package dev.magpie.gpu.packed;

import java.nio.charset.StandardCharsets;

/** Reads what a {@link ByteWriter} wrote; of other bytes it says that they are damaged. */
public final class ByteReader {
  private final byte[] bytes;
  private int position;
  private final int end;

  public ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Reads a part of an array, which is not copied. */
  public ByteReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    position = from;
    end = to;
  }

  /** Bytes that are left. */
  public int left() {
    return end - position;
  }

  public boolean atEnd() {
    return position == end;
  }

  /** A byte, 0 to 255. */
  public int octet() {
    if (position >= end) {
      throw new DamagedException("ends too early");
    }
    return bytes[position++] & 0xFF;
  }

  /** A number of 64 bits without sign. */
  public long number() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int each = octet();
      value |= (long) (each & 0x7F) << shift;
      if (each < 0x80) {
        return value;
      }
    }
    throw new DamagedException("has a number that does not end");
  }

  /** A number that is as often negative. */
  public long signed() {
    long value = number();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A number from 0 to a bound. */
  public int number(int most) {
    return bounded(number(), most);
  }

  private static int bounded(long value, int most) {
    if (value < 0 || value > most) {
      throw new DamagedException(
          "has %s where at most %d can be".formatted(Long.toUnsignedString(value), most));
    }
    return (int) value;
  }

  /** How many things follow, each of which takes a number of bytes at least. */
  public int count(int leastBytes) {
    long value = number();
    return bounded(value, left() / leastBytes);
  }

  /** 32 bits. */
  public int word() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value |= octet() << (8 * i);
    }
    return value;
  }

  /** Copies bytes as they are. */
  public void raw(byte[] target, int offset, int count) {
    if (count > left()) {
      throw new DamagedException("ends too early");
    }
    System.arraycopy(bytes, position, target, offset, count);
    position += count;
  }

  /** A string. */
  public String text() {
    int count = count(1);
    String value = new String(bytes, position, count, StandardCharsets.UTF_8);
    position += count;
    return value;
  }

  /** A reader for nested bytes, which are skipped here. */
  public ByteReader nested() {
    int count = count(1);
    position += count;
    return new ByteReader(bytes, position - count, position);
  }
}
