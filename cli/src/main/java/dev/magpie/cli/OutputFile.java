package dev.magpie.cli;

import dev.magpie.settings.WholeFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a command will write, begun before any work is done. */
final class OutputFile implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final WholeFile file;
  private final WritableByteChannel channel;
  private final OutputStream stream;

  private OutputFile(WholeFile file) {
    this.file = file;
    channel = new NamedChannel(file.target().toString(), file.channel());
    stream = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
  }

  /**
   * Begins a file.
   *
   * @throws BadUsageException if it cannot be written
   */
  static OutputFile begin(Path path) {
    if (path.toString().equals("-")) {
      throw new BadUsageException(
          "-: is not standard output here; name a file (./- if it is to be called that)");
    }
    if (Files.isDirectory(path)) {
      throw new BadUsageException(path + ": cannot be written: it is a directory");
    }
    if (Files.exists(path) && !Files.isWritable(path)) {
      throw new BadUsageException(path + ": cannot be written: permission denied");
    }
    try {
      return new OutputFile(WholeFile.begin(path));
    } catch (IOException e) {
      String reason = Failures.reason(e);
      throw new BadUsageException(
          "%s: cannot be written: %s"
              .formatted(path, reason.substring(reason.lastIndexOf(": ") + 1).strip()),
          e);
    }
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
    file.commit();
  }

  /** Removes the file if it is not complete. */
  @Override
  public void close() throws IOException {
    try {
      stream.close();
    } finally {
      file.close();
    }
  }
}
