package dev.magpie.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A file that a command will write. It is begun beside its place before any work is done, so that a
 * place that cannot be written is found at once, and appears there whole when it is complete. If
 * the command ends otherwise, be it by Ctrl-C, nothing of it stays.
 */
final class OutputFile implements AutoCloseable {
  /** Parts that the end of the process must not leave behind. */
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  private static final int BUFFER_BYTES = 1 << 16;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(OutputFile::removeUnfinished));
  }

  private final Path target;

  /** Null where the place is a pipe or a device, which is written to directly. */
  private final @Nullable Path part;

  private final NamedChannel channel;
  private final OutputStream stream;

  private OutputFile(Path target, @Nullable Path part, WritableByteChannel channel) {
    this.target = target;
    this.part = part;
    this.channel = new NamedChannel(target.toString(), channel);
    stream = new BufferedOutputStream(Channels.newOutputStream(this.channel), BUFFER_BYTES);
  }

  /**
   * Begins a file.
   *
   * @throws BadUsageException if it cannot be written
   */
  static OutputFile begin(Path file) {
    if (file.toString().equals("-")) {
      throw new BadUsageException(
          "-: is not standard output here; name a file (./- if it is to be called that)");
    }
    try {
      if (Files.isDirectory(file)) {
        throw new BadUsageException(file + ": cannot be written: it is a directory");
      }
      if (Files.exists(file) && !Files.isWritable(file)) {
        throw new BadUsageException(file + ": cannot be written: permission denied");
      }
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        return new OutputFile(file, null, Files.newByteChannel(file, StandardOpenOption.WRITE));
      }
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      Path part = partOf(target);
      UNFINISHED.add(part);
      try {
        WritableByteChannel channel =
            Files.newByteChannel(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new OutputFile(target, part, channel);
      } catch (IOException e) {
        UNFINISHED.remove(part);
        throw e;
      }
    } catch (IOException e) {
      String reason = Failures.reason(e);
      throw new BadUsageException(
          "%s: cannot be written: %s"
              .formatted(file, reason.substring(reason.lastIndexOf(": ") + 1).strip()),
          e);
    }
  }

  private static Path partOf(Path target) {
    return target.resolveSibling(
        ".%s.%d.part".formatted(target.getFileName(), ProcessHandle.current().pid()));
  }

  /** Takes the contents. */
  OutputStream stream() {
    return stream;
  }

  /** Takes the contents in large pieces; not to be mixed with the stream. */
  WritableByteChannel channel() {
    return channel;
  }

  /** Writes what is left; a full disk shows here at the latest. */
  void complete() throws IOException {
    stream.close();
  }

  /** Puts the complete file in its place. */
  void commit() throws IOException {
    complete();
    if (part != null) {
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      UNFINISHED.remove(part);
    }
  }

  /** Removes the file if it is not complete. */
  @Override
  public void close() throws IOException {
    try {
      stream.close();
    } finally {
      if (part != null && UNFINISHED.remove(part)) {
        Files.deleteIfExists(part);
      }
    }
  }

  private static void removeUnfinished() {
    for (Path part : UNFINISHED) {
      try {
        Files.deleteIfExists(part);
      } catch (IOException _) {
        // The process ends; nobody is left to tell.
      }
    }
  }
}
