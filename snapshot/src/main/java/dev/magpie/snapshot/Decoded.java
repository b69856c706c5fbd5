package dev.magpie.snapshot;

import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory for what is compressed in a file: temporary files that are deleted at once and stay
 * mapped, so that it may be larger than the heap and takes no room before it is written.
 */
final class Decoded {
  /** The most that deflate makes of a byte. */
  private static final long MAX_RATIO = 1032;

  /** The most that Zstandard makes of one: blocks of 128 KiB that repeat a byte. */
  private static final long MOST_RATIO = 1 << 15;

  /** Room for what a file need not spell out, such as unwritten HDF5 chunks. */
  private static final long ALLOWANCE = 64L << 20;

  private final Bytes file;
  private final Arena arena;
  private long remaining;
  private long allocated;

  Decoded(Bytes file, Arena arena) {
    this.file = file;
    this.arena = arena;
    remaining = Math.min(file.size(), (Long.MAX_VALUE - ALLOWANCE) / MAX_RATIO) * MAX_RATIO;
    remaining += ALLOWANCE;
  }

  /** Another file that this one names. */
  MemorySegment map(Path other) {
    return Snapshot.bytes(other.toString(), other, arena).memory();
  }

  /** Makes more credible where files beside this one have so many bytes for it. */
  void expect(long bytes) {
    remaining =
        Math.addExact(remaining, Math.min(bytes, Long.MAX_VALUE / 4 / MOST_RATIO) * MOST_RATIO);
  }

  /** Bytes that were allocated. */
  long allocated() {
    return allocated;
  }

  /** Bytes of zero, if the arrays of the file so far leave it credible that it has so many. */
  MemorySegment allocate(long bytes, String place) {
    if (bytes > remaining) {
      throw file.fail(
          place,
          "%d bytes decoded is more than a file of %d bytes can hold; it is damaged"
              .formatted(bytes, file.size()));
    }
    remaining -= bytes;
    allocated += bytes;
    try {
      requireRoom(bytes);
      return reserve(bytes, arena);
    } catch (IOException e) {
      String message =
          "%s: %s takes %d bytes of the temporary directory: %s; name another with"
                  .formatted(file.label(), place, bytes, IoReason.of(e))
              + " MAGPIE_JAVA_OPTS=-Djava.io.tmpdir=DIR";
      throw new UncheckedIOException(message, new IOException(message, e));
    }
  }

  /** The file takes no room before it is written, and then it is too late to say so. */
  static void requireRoom(long bytes) throws IOException {
    Path spool = Files.createTempFile("magpie", ".decoded");
    long room = spool.toFile().getUsableSpace();
    Files.delete(spool);
    if (room < bytes) {
      throw new IOException("it has room for %d".formatted(room));
    }
  }

  /** Memory of a temporary file, without room for it. */
  static MemorySegment reserve(long bytes, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            Files.createTempFile("magpie", ".decoded"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      return channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    }
  }
}
