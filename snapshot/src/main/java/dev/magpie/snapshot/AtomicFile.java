package dev.magpie.snapshot;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/** Writes a file so that it appears whole or not at all. */
public final class AtomicFile {
  private static final int BUFFER_BYTES = 1 << 20;

  /** Writes a file's contents to a channel. */
  @FunctionalInterface
  public interface Contents {
    void writeTo(WritableByteChannel out) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Writes a file beside its place and moves it there when it is complete; if that fails, the place
   * stays as it was.
   *
   * @throws SnapshotException if it cannot be written
   */
  public static void write(Path file, Contents contents) {
    try {
      Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file.toAbsolutePath();
      Path part =
          target.resolveSibling(".%x.part".formatted(ThreadLocalRandom.current().nextLong()));
      try {
        try (FileChannel channel =
            FileChannel.open(part, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
          contents.writeTo(channel);
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new SnapshotException(
          "%s: cannot be written: %s".formatted(file, FileWalk.reason(e)), e);
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
