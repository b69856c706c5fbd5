package dev.magpie.settings;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Places of other file systems than the machine's, such as stores of objects. */
final class Elsewhere {
  private Elsewhere() {}

  static boolean is(Path place) {
    return !FileAddress.isHere(place);
  }

  /** Makes sure that there is the store of a place that is elsewhere, before any work is done. */
  static void requireStore(Path target) throws IOException {
    if (!is(target)) {
      return;
    }
    if (target.getFileSystem().isReadOnly()) {
      throw new FileSystemException(target.toString(), null, "nothing is written there");
    }
    Path root = target.getFileSystem().getRootDirectories().iterator().next();
    Files.readAttributes(root, BasicFileAttributes.class);
  }

  /**
   * Where on this machine something is written before it is sent to its place, which is the same
   * unless that is elsewhere.
   */
  static Path beforeItIsSent(Path target) {
    if (!is(target)) {
      return target;
    }
    Path name = target.getFileName();
    return Path.of(
        System.getProperty("java.io.tmpdir"), name == null ? "results" : name.toString());
  }

  /** Puts a complete file there. */
  static void send(Path file, Path target) throws IOException {
    // Unlike Files.copy, which would remove the old one first.
    target.getFileSystem().provider().copy(file, target, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Puts all files of a directory there, or none. */
  static void sendAll(Path directory, Path target) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    List<Path> sent = new ArrayList<>();
    try {
      for (Path each : files) {
        Path there = target.resolve(directory.relativize(each).toString());
        sent.add(there);
        send(each, there);
      }
    } catch (IOException e) {
      for (Path each : sent) {
        try {
          Files.delete(each);
        } catch (IOException unremoved) {
          e.addSuppressed(unremoved);
        }
      }
      throw e;
    }
  }
}
