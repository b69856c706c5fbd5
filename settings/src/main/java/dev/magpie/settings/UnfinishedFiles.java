package dev.magpie.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is being written, and must not stay if the process ends before it is complete. What a killed
 * process left is removed by the next one that writes beside it.
 */
final class UnfinishedFiles {
  /** The lock of a directory lies in it. */
  private static final String LOCK = ".unfinished";

  private static final Pattern NAME = Pattern.compile("\\..*\\.(\\d{1,18})-\\d+\\.part");

  private static final Set<Path> ALL = ConcurrentHashMap.newKeySet();
  private static final Set<Path> SEARCHED = ConcurrentHashMap.newKeySet();
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
   * A new hidden place beside a file or directory.
   *
   * @throws FileSystemException if there is no directory that it could be in, or the process ends
   */
  static Path beside(Path target) throws FileSystemException {
    Path directory = target.getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      throw new FileSystemException(target.toString(), null, "there is no directory " + directory);
    }
    if (directory != null && SEARCHED.add(directory)) {
      removeAbandoned(directory);
    }
    Path part =
        target.resolveSibling(
            ".%s.%d-%d.part"
                .formatted(
                    target.getFileName(), ProcessHandle.current().pid(), NEXT.getAndIncrement()));
    ALL.add(part);
    if (ending) {
      throw new FileSystemException(target.toString(), null, "the run is being ended");
    }
    return part;
  }

  /** Opens a new file there, and holds its lock until it is closed. */
  static FileChannel open(Path part) throws IOException {
    FileChannel channel =
        FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    // Where files cannot be locked, only their process tells whether they are abandoned.
    lock(channel);
    return channel;
  }

  /** Makes a directory there; the channel holds its lock. */
  static FileChannel makeDirectory(Path part) throws IOException {
    Files.createDirectory(part);
    return open(part.resolve(LOCK));
  }

  /** Gives a directory's lock back. */
  static void unlock(Path part, FileChannel lock) throws IOException {
    lock.close();
    Files.deleteIfExists(part.resolve(LOCK));
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

  private static void removeAll() {
    ending = true;
    // Other threads go on until they find that what they write is gone; what they add goes, too.
    for (int round = 0; round < 3 && !ALL.isEmpty(); round++) {
      ALL.forEach(UnfinishedFiles::remove);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static void remove(Path part) {
    try (Stream<Path> files = Files.walk(part)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException _) {
      // It was not even begun, or the process ends and nobody is left to tell.
    }
  }

  /** Removes what killed processes left; what cannot be removed stays. */
  private static void removeAbandoned(Path directory) {
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(directory, ".*.part")) {
      for (Path part : parts) {
        if (isAbandoned(part)) {
          remove(part);
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // It is not for tidying that somebody writes here.
    }
  }

  /** Whether its process is not on this machine, and on none that shares its file system. */
  private static boolean isAbandoned(Path part) {
    Matcher name = NAME.matcher(String.valueOf(part.getFileName()));
    if (!name.matches() || ProcessHandle.of(Long.parseLong(name.group(1))).isPresent()) {
      return false;
    }
    Path locked = Files.isDirectory(part) ? part.resolve(LOCK) : part;
    if (!Files.exists(locked)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(locked, StandardOpenOption.WRITE)) {
      return lock(channel) != null;
    } catch (IOException _) {
      return false;
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) {
    try {
      return channel.tryLock();
    } catch (IOException | OverlappingFileLockException _) {
      return null;
    }
  }
}
