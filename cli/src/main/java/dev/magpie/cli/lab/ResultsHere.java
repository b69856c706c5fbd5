package dev.magpie.cli.lab;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.SideBySide;
import dev.magpie.settings.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of results on a disk, or a file of them, where the database reads it: what is in
 * object storage is fetched into a temporary one.
 */
final class ResultsHere implements AutoCloseable {
  private static final int AT_ONCE = 16;

  /** What results are written as. */
  private static final Set<String> KINDS = Set.of("json", "csv", "parquet");

  private final Path place;
  private final @Nullable TemporaryDirectory copy;

  private ResultsHere(Path place, @Nullable TemporaryDirectory copy) {
    this.place = place;
    this.copy = copy;
  }

  /**
   * Fetches them, if they are elsewhere.
   *
   * @throws IOException if they cannot be
   */
  static ResultsHere of(Path directory) throws IOException {
    if (FileAddress.isHere(directory)) {
      return new ResultsHere(directory, null);
    }
    TemporaryDirectory copy = TemporaryDirectory.make();
    try {
      if (Files.isRegularFile(directory)) {
        Path file = copy.place().resolve(String.valueOf(directory.getFileName()));
        Files.copy(directory, file);
        return new ResultsHere(file, copy);
      }
      fetch(directory, copy.place());
      return new ResultsHere(copy.place(), copy);
    } catch (Throwable e) {
      copy.close();
      throw e;
    }
  }

  private static void fetch(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.filter(each -> isResult(each) && Files.isRegularFile(each)).toList();
    } catch (NoSuchFileException e) {
      throw new BadUsageException(from + ": there is no directory of results, and no file", e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    List<Callable<Void>> copies = new ArrayList<>();
    for (Path each : files) {
      copies.add(() -> {
        Path file = to.resolve(from.relativize(each).toString()).normalize();
        if (!file.startsWith(to)) {
          // A key may be anything.
          throw new FileSystemException(each.toString(), null, "it is not in " + from);
        }
        Files.createDirectories(file.getParent());
        Files.copy(each, file);
        return null;
      });
    }
    SideBySide.read(AT_ONCE, from.toString(), copies);
  }

  private static boolean isResult(Path file) {
    String name = String.valueOf(file.getFileName());
    return KINDS.contains(name.substring(name.lastIndexOf('.') + 1));
  }

  /** Where they are. */
  Path place() {
    return place;
  }

  @Override
  public void close() {
    if (copy != null) {
      copy.close();
    }
  }
}
