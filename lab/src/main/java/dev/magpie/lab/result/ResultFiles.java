package dev.magpie.lab.result;

import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The result files of a directory, for those who only read. */
public final class ResultFiles {
  /** What results of all versions say that they are. */
  private static final String EXPERIMENT = "magpie.experiment/";

  private ResultFiles() {}

  /**
   * The files that hold results, in name order.
   *
   * @param complaints is told of those that are damaged and left out
   * @throws LabException if there are none
   */
  public static List<Path> of(Path directory, Consumer<String> complaints) {
    return List.copyOf(byFile(directory, complaints).keySet());
  }

  /**
   * The results of these files.
   *
   * @param complaints as of {@link #of}
   * @throws LabException as of {@link #of}
   */
  public static List<ExperimentResult> read(Path directory, Consumer<String> complaints) {
    return List.copyOf(byFile(directory, complaints).values());
  }

  private static Map<Path, ExperimentResult> byFile(Path directory, Consumer<String> complaints) {
    Map<Path, ExperimentResult> results = new LinkedHashMap<>();
    List<String> leftOut = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).sorted().toList()) {
        try {
          byte[] bytes = InputFiles.bytes(file, ResultFile.MOST_BYTES);
          Optional<String> other =
              RunDocument.schema(bytes).filter(each -> !each.startsWith(EXPERIMENT));
          if (other.isPresent()) {
            leftOut.add(
                "%s: is %s, and no result of magpie reproduce; magpie query asks it by its own name"
                    .formatted(file, other.get()));
          } else {
            results.put(file, ResultFile.read(bytes));
          }
        } catch (IOException e) {
          leftOut.add("%s: cannot be read: %s; left out".formatted(file, IoReason.of(e)));
        } catch (IllegalArgumentException e) {
          leftOut.add(
              "%s: damaged (%s) and left out; magpie reproduce repairs it"
                  .formatted(file, e.getMessage()));
        }
      }
    } catch (IOException e) {
      throw new LabException(
          directory + ": no directory of results; magpie reproduce -o DIR makes one", e);
    }
    if (results.isEmpty()) {
      throw new LabException(
          leftOut.isEmpty()
              ? directory + ": holds no results; magpie reproduce -o DIR puts some there"
              : leftOut.getFirst());
    }
    leftOut.forEach(complaints);
    return results;
  }
}
