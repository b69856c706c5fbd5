package dev.magpie.gpu.packed;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow: numbers of variable length, seven bits a byte, the lowest first. */
public final class ByteWriter {
  private byte[] bytes = new byte[64];
  private int length;

  /** How many there are. */
  public int length() {
    return length;
  }

  /** A copy. */
  public byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Forgets all. */
  public void clear() {
    length = 0;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  /** A byte; the upper bits are dropped. */
  public void octet(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  /** A number of 64 bits without sign. */
  public void number(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** A number that is as often negative. */
  public void signed(long value) {
    number((value << 1) ^ (value >> 63));
  }

  /** 32 bits, the lowest first. */
  public void word(int value) {
    reserve(4);
    for (int i = 0; i < 4; i++) {
      bytes[length++] = (byte) (value >>> (8 * i));
    }
  }

  /** Bytes as they are. */
  public void raw(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  /** A string, its length first. */
  public void text(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    number(encoded.length);
    raw(encoded, 0, encoded.length);
  }

  /** Another's bytes, their length first. */
  public void nested(ByteWriter other) {
    number(other.length);
    raw(other.bytes, 0, other.length);
  }
}
