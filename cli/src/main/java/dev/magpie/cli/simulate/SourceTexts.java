package dev.magpie.cli.simulate;

import dev.magpie.gpu.Breakdown.Line;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The texts that kernels were compiled from, where they are still there. */
public final class SourceTexts {
  /** What knows of none. */
  static final SourceTexts NONE = new SourceTexts(List.of());

  /** PTX from elsewhere may name any file, of which nothing shall come into a page. */
  private static final Pattern SOURCE =
      Pattern.compile("\\.(cu|cuh|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|ptx|py)$");

  private static final int MOST_BYTES = 16 << 20;

  private final List<Path> directories;
  private final Map<String, List<String>> texts = new HashMap<>();

  private SourceTexts(List<Path> directories) {
    this.directories = directories;
  }

  /** Those that stand where the program does, or where its modules say. */
  public static SourceTexts beside(List<String> files) {
    return new SourceTexts(
        Stream.concat(
                Stream.of(Path.of("")),
                files.stream().map(each -> Path.of(each).toAbsolutePath().getParent()))
            .filter(Objects::nonNull)
            .distinct()
            .toList());
  }

  /** The text of a line; nothing where nobody knows. */
  String of(Line line) {
    if (line.file() == null || this == NONE) {
      return "";
    }
    List<String> text = texts.computeIfAbsent(line.file(), this::read);
    return line.line() < 1 || line.line() > text.size()
        ? ""
        : text.get(line.line() - 1).strip().replaceAll("\\s+", " ");
  }

  private List<String> read(String file) {
    return directories.stream()
        .map(directory -> lines(directory, file))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(List.of());
  }

  private static Optional<List<String>> lines(Path directory, String file) {
    try {
      Path path = directory.resolve(file);
      if (!SOURCE.matcher(file).find() || !Files.isRegularFile(path)) {
        return Optional.empty();
      }
      byte[] text = InputFiles.bytes(path, MOST_BYTES);
      return Optional.of(new String(text, StandardCharsets.UTF_8).lines().toList());
    } catch (IOException | InvalidPathException e) {
      // The page does without it.
      return Optional.empty();
    }
  }
}
