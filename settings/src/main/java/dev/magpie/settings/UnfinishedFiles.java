package dev.magpie.settings;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** What is being written, and must not stay if the process ends before it is complete. */
final class UnfinishedFiles {
  private static final Set<Path> ALL = ConcurrentHashMap.newKeySet();
  private static final AtomicLong NEXT = new AtomicLong();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ALL.forEach(UnfinishedFiles::remove)));
  }

  private UnfinishedFiles() {}

  /**
   * A new hidden place beside a file or directory.
   *
   * @throws FileSystemException if there is no directory that it could be in
   */
  static Path beside(Path target) throws FileSystemException {
    Path directory = target.getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      throw new FileSystemException(target.toString(), null, "there is no directory " + directory);
    }
    Path part =
        target.resolveSibling(
            ".%s.%d-%d.part"
                .formatted(
                    target.getFileName(), ProcessHandle.current().pid(), NEXT.getAndIncrement()));
    ALL.add(part);
    return part;
  }

  /** It is in its place. */
  static void finished(Path part) {
    ALL.remove(part);
  }

  /** Removes it, unless it is finished. */
  static void discard(Path part) {
    if (ALL.remove(part)) {
      remove(part);
    }
  }

  private static void remove(Path part) {
    try (Stream<Path> files = Files.walk(part)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException _) {
      // It was not even begun, or the process ends and nobody is left to tell.
    }
  }
}
