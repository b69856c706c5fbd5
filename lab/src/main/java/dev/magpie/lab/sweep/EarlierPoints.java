package dev.magpie.lab.sweep;

import dev.magpie.lab.result.LabException;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.SideBySide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Points that are in a directory already, which may be far away: it is listed once. */
final class EarlierPoints {
  private static final int AT_ONCE = 16;

  private EarlierPoints() {}

  /**
   * Reads those that are there, and whole.
   *
   * @param directory need not be there
   * @param keys of the points that are wanted, by the names of their files
   * @param complaints is told of files that are damaged, in the order of their names
   * @return by the names of files
   */
  static Map<String, SweptPoint> read(
      Path directory, Map<String, String> keys, Consumer<String> complaints) {
    Map<String, SweptPoint> found = new ConcurrentHashMap<>();
    Map<String, String> damaged = new ConcurrentSkipListMap<>();
    List<Callable<Void>> reads = new ArrayList<>();
    try {
      for (Path file : files(directory)) {
        String name = String.valueOf(file.getFileName());
        String key = keys.get(name);
        if (key != null) {
          reads.add(() -> {
            PointFile.read(file, key, why -> damaged.put(name, why))
                .ifPresent(point -> found.put(name, point));
            return null;
          });
        }
      }
      SideBySide.read(AT_ONCE, directory.toString(), reads);
    } catch (IOException e) {
      throw new LabException("%s: cannot be read: %s".formatted(directory, IoReason.of(e)), e);
    }
    damaged.values().forEach(complaints);
    return found;
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }
}
