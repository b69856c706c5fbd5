package dev.magpie.lab.sweep;

import dev.magpie.lab.data.Sha256;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The bytes of the files that programs are made of. */
final class ProgramFiles {
  private static final int BUFFER_BYTES = 1 << 20;

  private ProgramFiles() {}

  /** Adds a file, or all files of a directory, with their names. */
  static void add(Sha256 digest, Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      addFile(digest, place);
      return;
    }
    List<Path> all;
    try (Stream<Path> files = Files.walk(place)) {
      all = files.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path each : all) {
      digest.add(place.relativize(each));
      addFile(digest, each);
    }
  }

  private static void addFile(Sha256 digest, Path file) throws IOException {
    digest.add(String.valueOf(file.getFileName()));
    byte[] buffer = new byte[BUFFER_BYTES];
    long bytes = 0;
    try (InputStream in = InputFiles.stream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.add(Arrays.copyOf(buffer, read));
        bytes += read;
      }
    }
    digest.add(bytes);
  }
}
