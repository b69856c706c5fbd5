package dev.magpie.cli;

import dev.magpie.settings.WholeDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that a run writes: begun before its work, and put in their places after it. */
public final class Outputs implements AutoCloseable {
  private final List<Path> inputs;
  private final Map<String, Path> paths = new LinkedHashMap<>();
  private final List<OutputFile> files = new ArrayList<>();

  /**
   * @param inputs what the run reads and must not overwrite
   */
  public Outputs(List<Path> inputs) {
    this.inputs = List.copyOf(inputs);
  }

  /**
   * Begins a file.
   *
   * @param option which names it on the command line
   * @throws BadUsageException if it cannot be written, is an input, or another option names it too
   */
  public OutputStream begin(String option, Path path) {
    return beginFile(option, path).stream();
  }

  /** The same, for contents in large pieces. */
  public WritableByteChannel beginChannel(String option, Path path) {
    return beginFile(option, path).channel();
  }

  private OutputFile beginFile(String option, Path path) {
    paths.forEach((other, taken) -> {
      if (same(path, taken)) {
        throw new BadUsageException(
            "%s: %s and %s name the same file".formatted(path, other, option));
      }
    });
    if (inputs.stream().anyMatch(input -> same(path, input))) {
      throw new BadUsageException(path + ": is an input, and " + option + " would overwrite it");
    }
    OutputFile file = OutputFile.begin(path);
    paths.put(option, path);
    files.add(file);
    return file;
  }

  /**
   * Begins a directory.
   *
   * @throws BadUsageException if it cannot be made, or is there and not empty
   */
  public static WholeDirectory directory(Path directory) {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new BadUsageException(directory + ": is not a directory");
    }
    try {
      return WholeDirectory.begin(directory);
    } catch (DirectoryNotEmptyException e) {
      throw new BadUsageException(directory + ": is not empty; name a directory to make", e);
    } catch (IOException e) {
      throw new BadUsageException(
          "%s: cannot be written: %s".formatted(directory, Failures.reason(e)), e);
    }
  }

  /** Puts all files in their places, once every one of them is complete. */
  public void commit() throws IOException {
    for (OutputFile file : files) {
      file.complete();
    }
    for (OutputFile file : files) {
      file.commit();
    }
  }

  /** Removes what is not complete. */
  @Override
  public void close() throws IOException {
    for (OutputFile file : files) {
      file.close();
    }
  }

  private static boolean same(Path one, Path other) {
    try {
      if (Files.exists(one) && Files.exists(other)) {
        // Two options may share a terminal or a pipe.
        return Files.isSameFile(one, other) && Files.isRegularFile(one);
      }
      return place(one).equals(place(other));
    } catch (IOException _) {
      return false;
    }
  }

  /** Where a file would be made, with links in its directory followed. */
  private static Path place(Path file) throws IOException {
    Path absolute = file.toAbsolutePath().normalize();
    Path directory = absolute.getParent();
    return directory == null || !Files.exists(directory)
        ? absolute
        : directory.toRealPath().resolve(absolute.getFileName());
  }
}
