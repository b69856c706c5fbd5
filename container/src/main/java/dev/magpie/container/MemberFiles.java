package dev.magpie.container;

import java.io.IOException;
import java.io.UncheckedIOException;
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
 * name where there are other inputs, too. A link back to a directory above is not followed.
 */
public final class MemberFiles {
  private final Map<String, Path> byName = new LinkedHashMap<>();

  /**
   * @throws ContainerException if one is not there or may not be read, if two would be called the
   *     same, or if there is none
   */
  public MemberFiles(List<Path> inputs) throws IOException {
    for (Path input : inputs) {
      if (Files.isDirectory(input)) {
        Path name = input.toRealPath().getFileName();
        addDirectory(input, inputs.size() == 1 || name == null ? "" : name + "/");
      } else if (!Files.exists(input)) {
        throw new ContainerException(
            input
                + (Files.isSymbolicLink(input)
                    ? ": is a link that leads nowhere"
                    : ": no such file or directory"));
      } else {
        add(String.valueOf(input.getFileName()), input);
      }
    }
    if (byName.isEmpty()) {
      throw new ContainerException(inputs.getFirst() + ": there are no files in it");
    }
  }

  private void addDirectory(Path directory, String prefix) throws IOException {
    List<Path> files = new ArrayList<>();
    findFiles(directory, new ArrayList<>(), files);
    files.sort(null);
    for (Path file : files) {
      add(prefix + directory.relativize(file).toString().replace('\\', '/'), file);
    }
  }

  /**
   * @param above real paths of the directories above, to none of which a link leads back, nor to
   *     what they are in
   */
  private static void findFiles(Path directory, List<Path> above, List<Path> files)
      throws IOException {
    Path real = directory.toRealPath();
    if (above.stream().anyMatch(each -> each.startsWith(real))) {
      return;
    }
    above.add(real);
    List<Path> entries;
    try (Stream<Path> all = Files.list(directory)) {
      entries = all.toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path entry : entries) {
      if (Files.isDirectory(entry)) {
        findFiles(entry, above, files);
      } else if (Files.isRegularFile(entry)) {
        files.add(entry);
      }
    }
    above.removeLast();
  }

  private void add(String name, Path file) {
    if (!Files.isReadable(file)) {
      throw new ContainerException(file + ": permission denied");
    }
    Path other = byName.putIfAbsent(name, file);
    if (other != null) {
      throw new ContainerException(
          "%s and %s would both be called '%s' in the container".formatted(other, file, name));
    }
  }

  /** What they are called, in order. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** Where they are, in the same order. */
  public List<Path> files() {
    return List.copyOf(byName.values());
  }

  /** Bytes of all of them, as far as that can be known before they are read. */
  public long bytes() {
    return byName.values().stream().mapToLong(MemberFiles::bytes).sum();
  }

  private static long bytes(Path file) {
    try {
      return Files.size(file);
    } catch (IOException _) {
      return 0;
    }
  }
}
