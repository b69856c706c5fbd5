package dev.magpie.cli.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A parser or a decoder that takes any bytes: it comes back, or throws what it documents.
 *
 * @param name also of the folder with its corpus, and the extension of its seeds
 * @param documented all that it may throw
 */
record FuzzTarget(String name, List<Class<? extends Exception>> documented, Body body) {

  /** Takes any bytes. */
  @FunctionalInterface
  interface Body {
    void accept(byte[] bytes) throws Exception;
  }

  /** Takes a file of any bytes. */
  @FunctionalInterface
  interface FileBody {
    void accept(Path file) throws Exception;
  }

  static FuzzTarget of(String name, Body body, List<Class<? extends Exception>> documented) {
    return new FuzzTarget(name, documented, body);
  }

  /**
   * One that takes a file.
   *
   * @param fileName in a folder of its own
   */
  static FuzzTarget ofFile(
      String name, String fileName, FileBody body, List<Class<? extends Exception>> documented) {
    return new FuzzTarget(name, documented, bytes -> body.accept(write(fileName, bytes)));
  }

  /** Writes a file into the folder of this process; there, files of one name replace each other. */
  static Path write(String fileName, byte[] bytes) throws IOException {
    Path file = Folder.PATH.resolve(fileName);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  /** The bytes before the first of a kind, and those behind it. */
  static List<byte[]> split(byte[] bytes, char at) {
    int end = 0;
    while (end < bytes.length && bytes[end] != at) {
      end++;
    }
    return List.of(
        Arrays.copyOf(bytes, end),
        Arrays.copyOfRange(bytes, Math.min(end + 1, bytes.length), bytes.length));
  }

  /**
   * Tries some bytes.
   *
   * @throws Exception that is not documented, or that says nothing
   */
  void run(byte[] bytes) throws Exception {
    try {
      body.accept(bytes);
    } catch (Exception e) {
      if (!documented.contains(e.getClass()) || e.getMessage() == null) {
        throw e;
      }
    }
  }

  /** Made when it is first needed, and removed when the process ends. */
  private static final class Folder {
    static final Path PATH = make();

    private static Path make() {
      try {
        Path folder = Files.createTempDirectory("magpie-fuzz");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void remove(Path folder) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
