package dev.magpie.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * What is being written, and must not stay if the process ends before it is complete. What a killed
 * process left is removed by the next one that writes beside it.
 */
final class UnfinishedFiles {
  /** Each with the lock that says that it is somebody's. */
  private static final Map<Path, DirectoryLock> ALL = new ConcurrentHashMap<>();

  /** Where they will be, but for those that are only temporary. */
  private static final Map<Path, Path> FILES = new ConcurrentHashMap<>();

  private static final Map<Path, Path> DIRECTORIES = new ConcurrentHashMap<>();

  private static final AtomicLong NEXT = new AtomicLong();

  /** Whether the process ends, and takes no more. */
  private static volatile boolean ending;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(UnfinishedFiles::removeAll));
    } catch (IllegalStateException _) {
      ending = true;
    }
  }

  private UnfinishedFiles() {}

  /**
   * A new hidden place beside a file.
   *
   * @throws IOException as of {@link #beside}, or if a directory is being made there
   */
  static Path besideFile(Path target) throws IOException {
    Path place = WholeFile.place(target);
    for (Path directory : DIRECTORIES.values()) {
      if (place.startsWith(directory)) {
        throw taken(target, directory);
      }
    }
    Path part = beside(target);
    FILES.put(part, place);
    return part;
  }

  /**
   * A new hidden place beside a directory.
   *
   * @throws IOException as of {@link #beside}, or if a file is being made there or in it
   */
  static Path besideDirectory(Path target) throws IOException {
    Path place = WholeFile.place(target);
    for (Path file : FILES.values()) {
      if (file.startsWith(place)) {
        throw taken(target, file);
      }
    }
    Path part = beside(target);
    DIRECTORIES.put(part, place);
    return part;
  }

  private static FileSystemException taken(Path target, Path other) {
    return new FileSystemException(
        target.toString(), null, "the same run makes " + other + ", which is in its way");
  }

  /**
   * A new hidden place beside a file or directory.
   *
   * @throws IOException if there is no directory that it could be in, it cannot be written, or the
   *     process ends
   */
  static Path beside(Path target) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new FileSystemException(target.toString(), null, "there is no directory " + directory);
    }
    requireGoingOn(target);
    DirectoryLock lock = DirectoryLock.take(directory);
    Path part =
        target.resolveSibling(
            ".%s.%s-%d.part"
                .formatted(target.getFileName(), DirectoryLock.OWNER, NEXT.getAndIncrement()));
    ALL.put(part, lock);
    try {
      requireGoingOn(target);
    } catch (FileSystemException e) {
      finished(part);
      throw e;
    }
    return part;
  }

  /** Refuses to begin anything while the process ends: nobody would remove it. */
  static void requireGoingOn(Path target) throws FileSystemException {
    if (ending) {
      throw new FileSystemException(target.toString(), null, "the run is being ended");
    }
  }

  /** It is in its place, or was never made. */
  static void finished(Path part) {
    FILES.remove(part);
    DIRECTORIES.remove(part);
    DirectoryLock lock = ALL.remove(part);
    if (lock != null) {
      lock.giveBack();
    }
  }

  /** Removes it, unless it is finished. */
  static void discard(Path part) {
    if (ALL.containsKey(part)) {
      remove(part);
      finished(part);
    }
  }

  private static void removeAll() {
    ending = true;
    for (int round = 0; round < 3 && !ALL.isEmpty(); round++) {
      ALL.keySet().forEach(UnfinishedFiles::remove);
      // Other threads go on until they find that what they write is gone; what they add goes, too.
      LockSupport.parkNanos(10_000_000);
    }
    ALL.keySet().forEach(UnfinishedFiles::discard);
    DirectoryLock.giveBackAll();
  }

  /** Removes a file or a directory with all that is in it. */
  static void remove(Path part) {
    try (Stream<Path> files = Files.walk(part)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException _) {
      // It was not even begun, or the process ends and nobody is left to tell.
    }
  }
}
