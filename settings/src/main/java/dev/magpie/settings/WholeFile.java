package dev.magpie.settings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that appears whole or not at all. It is begun beside its place, so that a place that
 * cannot be written is found before any work is done, and is moved there when it is complete. If it
 * is closed before, or the process ends, be it by Ctrl-C, nothing of it stays.
 *
 * <p>The target of a link is replaced, not the link. A pipe or a device is written to directly. A
 * file of another file system than the machine's, such as an object in a store, is sent there when
 * it is complete.
 */
public final class WholeFile implements AutoCloseable {
  /** Writes a file's contents to a channel. */
  @FunctionalInterface
  public interface Contents {
    void writeTo(WritableByteChannel out) throws IOException;
  }

  private final Path target;

  /** Null where the place is a pipe or a device. */
  private final @Nullable Path part;

  private final WritableByteChannel channel;

  private WholeFile(Path target, @Nullable Path part, WritableByteChannel channel) {
    this.target = target;
    this.part = part;
    this.channel = channel;
  }

  /**
   * Begins a file.
   *
   * @throws IOException if it cannot be written there; a directory is refused
   */
  public static WholeFile begin(Path file) throws IOException {
    Elsewhere.requireStore(file);
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return new WholeFile(file, null, Files.newByteChannel(file, StandardOpenOption.WRITE));
    }
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    if (target.getFileName() == null) {
      throw new IOException(file + " is not a file's name");
    }
    Path part = UnfinishedFiles.besideFile(Elsewhere.beforeItIsSent(target));
    try {
      // Unlike a temporary file, it gets the permissions that any new file here would.
      return new WholeFile(
          target,
          part,
          Files.newByteChannel(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    } catch (IOException e) {
      UnfinishedFiles.finished(part);
      throw e;
    }
  }

  /** Writes a whole file. */
  public static void write(Path file, Contents contents) throws IOException {
    try (WholeFile whole = begin(file)) {
      contents.writeTo(whole.channel());
      whole.commit();
    }
  }

  /** Writes a whole file. */
  public static void write(Path file, byte[] bytes) throws IOException {
    write(
        file,
        out -> {
          ByteBuffer rest = ByteBuffer.wrap(bytes);
          while (rest.hasRemaining()) {
            out.write(rest);
          }
        });
  }

  /** Where a file or directory of a name is, or would be made, with links followed. */
  public static Path place(Path name) throws IOException {
    Path absolute = name.toAbsolutePath().normalize();
    if (Files.exists(absolute)) {
      return absolute.toRealPath();
    }
    Path directory = absolute.getParent();
    return directory == null || !Files.exists(directory)
        ? absolute
        : directory.toRealPath().resolve(absolute.getFileName());
  }

  /** Where it will be. */
  public Path target() {
    return target;
  }

  /** Takes the contents. */
  public WritableByteChannel channel() {
    return channel;
  }

  /** Puts the complete file in its place. */
  public void commit() throws IOException {
    channel.close();
    if (part != null) {
      if (Elsewhere.is(target)) {
        Elsewhere.send(part, target);
        UnfinishedFiles.discard(part);
      } else {
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        UnfinishedFiles.finished(part);
      }
    }
  }

  /** Removes the file if it is not complete. */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      if (part != null) {
        UnfinishedFiles.discard(part);
      }
    }
  }
}
