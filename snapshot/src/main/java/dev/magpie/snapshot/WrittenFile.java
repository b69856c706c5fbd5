package dev.magpie.snapshot;

import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** Writes files of memory. */
final class WrittenFile {
  private static final int BUFFER_BYTES = 1 << 20;

  private WrittenFile() {}

  /**
   * Writes a file, whole or not at all.
   *
   * @throws java.io.UncheckedIOException if it cannot be written
   */
  static void write(Path file, WholeFile.Contents contents) {
    try {
      WholeFile.write(file, contents);
    } catch (IOException e) {
      throw IoReason.unwritten(file, e);
    }
  }

  /** Writes all bytes of a segment of any kind and size. */
  static void writeFully(WritableByteChannel out, MemorySegment memory) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(BUFFER_BYTES, memory.byteSize()));
    MemorySegment copy = MemorySegment.ofBuffer(buffer);
    for (long offset = 0; offset < memory.byteSize(); offset += buffer.limit()) {
      int length = (int) Math.min(buffer.capacity(), memory.byteSize() - offset);
      MemorySegment.copy(memory, offset, copy, 0, length);
      buffer.position(0).limit(length);
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
    }
  }
}
