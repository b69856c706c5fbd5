package dev.magpie.gpu.trace;

import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/** Little-endian 64-bit words, mapped. */
final class BinaryTrace implements RequestTrace {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment words;
  private final long bytes;
  private long at = -Long.BYTES;
  private long word;

  BinaryTrace(Path file) throws IOException {
    try (FileChannel channel = InputFiles.channel(file)) {
      bytes = channel.size();
      if (bytes % Long.BYTES != 0) {
        throw new TraceException(
            "%s: has %d bytes, which is no whole number of 8-byte requests".formatted(file, bytes));
      }
      words = channel.map(MapMode.READ_ONLY, 0, bytes, arena);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  @Override
  public boolean next() {
    at += Long.BYTES;
    if (at >= bytes) {
      return false;
    }
    word = words.get(WORD, at);
    return true;
  }

  @Override
  public long address() {
    return word & Long.MAX_VALUE;
  }

  @Override
  public boolean isWrite() {
    return word < 0;
  }

  @Override
  public long position() {
    return Math.clamp(at + Long.BYTES, 0, bytes);
  }

  @Override
  public void close() {
    arena.close();
  }
}
