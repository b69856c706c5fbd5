package dev.magpie.snapshot;

import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What lies in the folder that a Zarr array is. */
interface ZarrFiles {
  /** Bytes of each file, by its path in the folder with {@code /} between the names. */
  Map<String, Long> sizes() throws IOException;

  byte[] read(String path) throws IOException;

  /** What messages call a file. */
  String label(String path);

  /** Those of a folder on the disk. */
  static ZarrFiles of(Path folder) {
    return new ZarrFiles() {
      @Override
      public Map<String, Long> sizes() throws IOException {
        Map<String, Long> sizes = new HashMap<>();
        try (Stream<Path> all = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
          for (Path each : (Iterable<Path>) all::iterator) {
            // What is no file is refused when it is read: a chunk in its place is not missing.
            sizes.put(
                folder.relativize(each).toString().replace('\\', '/'),
                Files.isRegularFile(each) ? Files.size(each) : 0);
          }
        } catch (UncheckedIOException e) {
          // Links that lead in a circle.
          throw e.getCause();
        }
        return sizes;
      }

      @Override
      public byte[] read(String path) throws IOException {
        return InputFiles.bytes(folder.resolve(path), Integer.MAX_VALUE - 8);
      }

      @Override
      public String label(String path) {
        return folder.resolve(path).toString();
      }
    };
  }
}
