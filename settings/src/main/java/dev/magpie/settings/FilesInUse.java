package dev.magpie.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a run of a program reads and what it will replace: no file is both, whichever option or file
 * names it, under whatever name or link. Whichever use comes second is refused.
 *
 * <p>A run is a process's, so there is one of these; who uses Magpie as a library and does not
 * {@link #watch} is not held to it.
 */
public final class FilesInUse {
  /** What the files are called that are read, by their identities. */
  private static final Map<Object, Path> READ = new ConcurrentHashMap<>();

  private static final Map<Object, Output> REPLACED = new ConcurrentHashMap<>();

  /**
   * @param option what messages call it
   */
  private record Output(Path file, String option) {}

  private static volatile boolean watched;

  private FilesInUse() {}

  /** Begins a run: earlier ones are forgotten. */
  public static void watch() {
    READ.clear();
    REPLACED.clear();
    watched = true;
  }

  /**
   * A file is about to be read.
   *
   * @throws FileInUseException if an output of the run will replace it
   */
  public static void read(Path file) {
    if (watched) {
      identity(file)
          .ifPresent(identity -> {
            READ.put(identity, file);
            Output output = REPLACED.get(identity);
            if (output != null && isSame(file, output.file())) {
              throw inUse(file, output);
            }
          });
    }
  }

  /**
   * An output will replace a file, if it is there.
   *
   * @param option what messages call it, such as the option that names it
   * @throws FileInUseException if the run has read that file
   */
  public static void replace(Path file, String option) {
    if (watched) {
      identity(file)
          .ifPresent(identity -> {
            Output output = new Output(file, option);
            REPLACED.put(identity, output);
            Path input = READ.get(identity);
            if (input != null && isSame(file, input)) {
              throw inUse(input, output);
            }
          });
    }
  }

  private static FileInUseException inUse(Path input, Output output) {
    String also = output.file().equals(input) ? "" : " " + output.file();
    return new FileInUseException(
        "%s: is an input, and %s%s would overwrite it".formatted(input, output.option(), also));
  }

  /** Whether both are there and one: a new file may have the identity of one that is gone. */
  private static boolean isSame(Path file, Path other) {
    try {
      return Files.isSameFile(file, other);
    } catch (IOException _) {
      return false;
    }
  }

  /** What all names of a file share; none for what is not there, or is a pipe or a device. */
  private static Optional<Object> identity(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        return Optional.empty();
      }
      Object key = attributes.fileKey();
      return Optional.of(key == null ? file.toRealPath() : key);
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
