package dev.magpie.snapshot;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The bytes of a segment as a stream. */
final class SegmentInputStream extends InputStream {
  private final MemorySegment memory;
  private long position;

  SegmentInputStream(MemorySegment memory) {
    this.memory = memory;
  }

  @Override
  public int read() {
    return position == memory.byteSize()
        ? -1
        : Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, position++));
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    int count = (int) Math.min(length, memory.byteSize() - position);
    if (count == 0) {
      return length == 0 ? 0 : -1;
    }
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, position, target, offset, count);
    position += count;
    return count;
  }
}
