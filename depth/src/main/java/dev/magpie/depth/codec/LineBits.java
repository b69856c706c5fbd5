package dev.magpie.depth.codec;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Carries the bits of variable layouts between lines and the bit streams of {@code codec}. */
final class LineBits {
  private static final ValueLayout.OfLong BIG_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final int words;
  private final MemorySegment bytes;
  private final BitReader reader = new BitReader();

  /** The bits to be written; empty after {@link #begin}. */
  final BitWriter writer;

  /**
   * @param bits in all lines of an encoded tile; a multiple of 64
   */
  LineBits(int bits) {
    words = bits / Long.SIZE;
    // What does not fit is found out when it has been written.
    writer = new BitWriter(4 * bits / Byte.SIZE);
    bytes = MemorySegment.ofArray(new byte[bits / Byte.SIZE]);
  }

  BitWriter begin() {
    writer.reset();
    return writer;
  }

  /** Moves what has been written into lines, zeros behind it, if it fits. */
  boolean end(long[] lines) {
    int bits = words * Long.SIZE;
    if (writer.bitCount() > bits) {
      return false;
    }
    writer.padTo(bits);
    writer.copyTo(bytes, 0);
    for (int w = 0; w < words; w++) {
      lines[w] = bytes.get(BIG_ENDIAN, (long) w * Long.BYTES);
    }
    return true;
  }

  /** The bits of lines; good until the next call. */
  BitReader read(long[] lines) {
    for (int w = 0; w < words; w++) {
      bytes.set(BIG_ENDIAN, (long) w * Long.BYTES, lines[w]);
    }
    reader.load(bytes, 0, words * Long.SIZE);
    return reader;
  }
}
