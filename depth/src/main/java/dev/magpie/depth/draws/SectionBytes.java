package dev.magpie.depth.draws;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A section that is written. */
final class SectionBytes {
  private static final int REPLACEMENT = 0xFFFD;

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

  /** Writes a text; what no text may have is replaced, and what is too long is cut. */
  SectionBytes text(String text) {
    ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
    for (int each : text.codePoints().toArray()) {
      int plain = Character.isISOControl(each) ? REPLACEMENT : each;
      byte[] coded = Character.toString(plain).getBytes(StandardCharsets.UTF_8);
      if (utf8.size() + coded.length > DrawStreamFormat.MAX_TEXT_BYTES) {
        break;
      }
      utf8.writeBytes(coded);
    }
    number(utf8.size());
    bytes.writeBytes(utf8.toByteArray());
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
