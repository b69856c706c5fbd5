package dev.magpie.cli;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A directory that a command will make. It grows beside its place and appears there when it is
 * complete; if the command ends otherwise, nothing of it stays.
 */
public final class OutputDirectory implements AutoCloseable {
  /** Parts that the end of the process must not leave behind. */
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> UNFINISHED.forEach(OutputDirectory::remove)));
  }

  private final Path target;
  private final Path part;

  private OutputDirectory(Path target, Path part) {
    this.target = target;
    this.part = part;
  }

  /**
   * Begins a directory.
   *
   * @throws BadUsageException if it cannot be made, or is there and not empty
   */
  public static OutputDirectory begin(Path directory) {
    Path target = directory.toAbsolutePath().normalize();
    Path part =
        target.resolveSibling(
            ".%s.%d.part".formatted(target.getFileName(), ProcessHandle.current().pid()));
    try {
      if (Files.exists(target)) {
        if (!Files.isDirectory(target)) {
          throw new BadUsageException(
              directory + ": is a file, and there are several to be written: name a directory");
        }
        try (Stream<Path> entries = Files.list(target)) {
          if (entries.findAny().isPresent()) {
            throw new BadUsageException(directory + ": is not empty; name a directory to make");
          }
        }
      }
      UNFINISHED.add(part);
      Files.createDirectory(part);
      return new OutputDirectory(target, part);
    } catch (IOException e) {
      UNFINISHED.remove(part);
      throw new BadUsageException(
          "%s: cannot be written: %s".formatted(directory, Failures.reason(e)), e);
    }
  }

  /**
   * Begins a file in it; the caller closes it.
   *
   * @param name its path in the directory, which must not lead out of it
   */
  public WritableByteChannel begin(String name) throws IOException {
    Path file = part.resolve(name).normalize();
    if (!file.startsWith(part)) {
      throw new BadUsageException(name + ": would be written outside of " + target);
    }
    Files.createDirectories(file.getParent());
    return new NamedChannel(
        target.resolve(name).toString(),
        Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  /** Puts the complete directory in its place. */
  public void commit() throws IOException {
    Files.deleteIfExists(target);
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    UNFINISHED.remove(part);
  }

  /** Removes the directory if it is not complete. */
  @Override
  public void close() {
    if (UNFINISHED.remove(part)) {
      remove(part);
    }
  }

  private static void remove(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException _) {
      // What cannot be listed cannot be removed.
    }
  }
}
