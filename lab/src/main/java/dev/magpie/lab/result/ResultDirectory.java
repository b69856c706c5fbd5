package dev.magpie.lab.result;

import dev.magpie.settings.FileAddress;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The directory of results while one process writes into it. In a store of objects others are not
 * kept out: each file is whole there, and the last one stays.
 */
public final class ResultDirectory implements AutoCloseable {
  static final String LOCK = ".lock";

  private final Path directory;

  /** Null where there are none. */
  private final @Nullable FileChannel lock;

  private ResultDirectory(Path directory, @Nullable FileChannel lock) {
    this.directory = directory;
    this.lock = lock;
  }

  /**
   * Makes the directory if it is not there, and keeps other processes from writing into it.
   *
   * @throws LabException if it cannot be written, or another process writes into it
   */
  public static ResultDirectory open(Path directory) {
    try {
      if (!FileAddress.isHere(directory)) {
        requireWritable(directory);
        return new ResultDirectory(directory, null);
      }
      Files.createDirectories(directory);
      FileChannel lock =
          FileChannel.open(
              directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!tryLock(lock)) {
        lock.close();
        throw new LabException(directory + ": another magpie reproduce is writing into it");
      }
      return new ResultDirectory(directory, lock);
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
  }

  /**
   * Takes a directory of which others were the writers; nobody writes into it meanwhile, unless it
   * is in a store of objects, where it need not be writable.
   *
   * @throws LabException if another process writes into it
   */
  public static ResultDirectory openToRead(Path directory) {
    return FileAddress.isHere(directory) ? open(directory) : new ResultDirectory(directory, null);
  }

  /** By a file that keeps nobody out there, so that it is known before a run of hours. */
  static void requireWritable(Path elsewhere) throws IOException {
    WholeFile.write(elsewhere.resolve(LOCK), new byte[0]);
  }

  /** A full disk is nothing that another name would help with. */
  public static RuntimeException unwritable(Path directory, IOException e) {
    return IoReason.isFull(e)
        ? IoReason.unwritten(directory, e)
        : new LabException(
            "%s: results cannot be written there: %s".formatted(directory, reason(e)), e);
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "it is no directory";
      default -> IoReason.of(e);
    };
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock got = channel.tryLock();
      return got != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** The place of a file of an experiment. */
  public Path file(String id, String ending) {
    return directory.resolve(id.replace('/', '-') + ending);
  }

  /** The place of a file of the whole. */
  public Path file(String name) {
    return directory.resolve(name);
  }

  /**
   * The result of an experiment, if there is one.
   *
   * @param complaints is told if there is a file that is none
   */
  public Optional<ExperimentResult> read(String id, Consumer<String> complaints) {
    Path file = file(id, ".json");
    try {
      ExperimentResult result = ResultFile.read(InputFiles.bytes(file, ResultFile.MOST_BYTES));
      if (!result.id().equals(id)) {
        throw new IllegalArgumentException("it is of " + result.id());
      }
      return Optional.of(result);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      complaints.accept(file + ": cannot be read: " + e.getMessage());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      complaints.accept(
          "%s: damaged (%s); the experiment runs again".formatted(file, e.getMessage()));
      return Optional.empty();
    }
  }

  /** Writes a result, whole or not at all. */
  public void write(ExperimentResult result) {
    write(file(result.id(), ".json"), ResultFile.write(result));
  }

  /** Writes a file, whole or not at all. */
  public void write(Path file, byte[] bytes) {
    try {
      WholeFile.write(file, bytes);
    } catch (IOException e) {
      throw IoReason.unwritten(file, e);
    }
  }

  @Override
  public void close() {
    if (lock != null) {
      try {
        lock.close();
      } catch (IOException e) {
        // The lock ends with the process at the latest.
      }
    }
  }
}
