package dev.magpie.depth.draws;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A section that is written. */
final class SectionBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  SectionBytes octet(int value) {
    bytes.write(value);
    return this;
  }

  /** Seven bits a byte, low ones first. */
  SectionBytes number(long value) {
    long left = value;
    for (; left >>> 7 != 0; left >>>= 7) {
      bytes.write(((int) left & 0x7f) | 0x80);
    }
    return octet((int) left);
  }

  SectionBytes real(double value) {
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += 8) {
      bytes.write((int) (bits >>> shift));
    }
    return this;
  }

  SectionBytes text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    bytes.writeBytes(utf8);
    return this;
  }

  SectionBytes raw(byte[] some) {
    bytes.writeBytes(some);
    return this;
  }

  byte[] toArray() {
    return bytes.toByteArray();
  }
}
