package dev.magpie.settings;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * A directory that appears whole or not at all. It grows beside its place and is moved there when
 * it is complete; if it is closed before, or the process ends, nothing of it stays.
 *
 * <p>In another file system than the machine's, such as a store of objects, its files are sent one
 * after the other when it is complete; where one cannot be, those before it are removed again.
 */
public final class WholeDirectory implements AutoCloseable {
  private final Path target;
  private final Path part;

  private WholeDirectory(Path target, Path part) {
    this.target = target;
    this.part = part;
  }

  /**
   * Begins a directory.
   *
   * @throws DirectoryNotEmptyException if there is one that is not empty
   * @throws IOException if it cannot be made
   */
  public static WholeDirectory begin(Path directory) throws IOException {
    Elsewhere.requireStore(directory);
    Path target = directory.toAbsolutePath().normalize();
    if (Files.exists(target)) {
      if (!Files.isDirectory(target)) {
        throw new NotDirectoryException(directory.toString());
      }
      try (Stream<Path> entries = Files.list(target)) {
        if (entries.findAny().isPresent()) {
          throw new DirectoryNotEmptyException(directory.toString());
        }
      }
    }
    Path part = UnfinishedFiles.besideDirectory(Elsewhere.beforeItIsSent(target));
    try {
      Files.createDirectory(part);
    } catch (IOException e) {
      UnfinishedFiles.finished(part);
      throw e;
    }
    return new WholeDirectory(target, part);
  }

  /** Where it will be. */
  public Path target() {
    return target;
  }

  /** Where it grows until it is complete. */
  public Path part() {
    return part;
  }

  /**
   * Begins a file in it; the caller closes it.
   *
   * @param name its path in the directory
   * @throws IllegalArgumentException if that leads out of it
   */
  public WritableByteChannel begin(String name) throws IOException {
    Path file = part.resolve(name).normalize();
    if (!file.startsWith(part)) {
      throw new IllegalArgumentException(name + " leads out of the directory");
    }
    UnfinishedFiles.requireGoingOn(target.resolve(name));
    Files.createDirectories(file.getParent());
    return Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** Puts the complete directory in its place. */
  public void commit() throws IOException {
    if (Elsewhere.is(target)) {
      Elsewhere.sendAll(part, target);
      UnfinishedFiles.discard(part);
      return;
    }
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new NotDirectoryException(target.toString());
    }
    Files.deleteIfExists(target);
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    UnfinishedFiles.finished(part);
  }

  /** Removes the directory if it is not complete. */
  @Override
  public void close() {
    UnfinishedFiles.discard(part);
  }
}
