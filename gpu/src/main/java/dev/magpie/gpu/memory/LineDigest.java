package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A hash of a line's bytes, by which a read checks that it decodes what was written. */
final class LineDigest {
  /** Of a line of zeros. */
  static final int ZEROS = of(MemorySegment.ofArray(new byte[LINE_BYTES]));

  private LineDigest() {}

  static int of(MemorySegment bytes) {
    long sum = 0;
    for (int at = 0; at < LINE_BYTES; at += Long.BYTES) {
      long word = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      sum = Long.rotateLeft((sum ^ word) * 0x9e3779b97f4a7c15L, 29);
    }
    return (int) (sum >>> 32);
  }
}
