package dev.magpie.cli.container;

import dev.magpie.cli.output.BadUsageException;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The files to compress, whatever is in them, and what they are called in the container: a file
 * given by the user by its name; those in a directory by their path in it, behind the directory's
 * name where there are other inputs, too.
 */
final class InputFiles {
  private final Map<String, Path> byName = new LinkedHashMap<>();

  /**
   * @throws BadUsageException if one is not there or cannot be read, if two would be called the
   *     same, or if there is none
   */
  InputFiles(List<Path> inputs) {
    for (Path input : inputs) {
      try {
        if (Files.isDirectory(input)) {
          Path name = input.toRealPath().getFileName();
          addDirectory(input, inputs.size() == 1 || name == null ? "" : name + "/");
        } else if (!Files.exists(input)) {
          throw new BadUsageException(input + ": no such file or directory");
        } else {
          add(String.valueOf(input.getFileName()), input);
        }
      } catch (IOException e) {
        throw new BadUsageException(BadUsageException.reason(e), e);
      }
    }
    if (byName.isEmpty()) {
      throw new BadUsageException(inputs.getFirst() + ": there are no files in it");
    }
  }

  private void addDirectory(Path directory, String prefix) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
      walk.filter(Files::isRegularFile).forEach(files::add);
    } catch (java.io.UncheckedIOException e) {
      throw e.getCause();
    }
    files.sort(null);
    for (Path file : files) {
      add(prefix + directory.relativize(file).toString().replace('\\', '/'), file);
    }
  }

  private void add(String name, Path file) {
    if (!Files.isReadable(file)) {
      throw new BadUsageException(file + ": permission denied");
    }
    Path other = byName.putIfAbsent(name, file);
    if (other != null) {
      throw new BadUsageException(
          "%s and %s would both be called '%s' in the container".formatted(other, file, name));
    }
  }

  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  List<Path> files() {
    return List.copyOf(byName.values());
  }

  /** Bytes of all of them, as far as that can be known before they are read. */
  long bytes() {
    return byName.values().stream().mapToLong(file -> file.toFile().length()).sum();
  }
}
