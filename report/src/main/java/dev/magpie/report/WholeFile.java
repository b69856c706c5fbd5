package dev.magpie.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Writes a file that appears whole or not at all. */
final class WholeFile {
  private WholeFile() {}

  static void write(Path file, List<byte[]> parts) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // A terminal or a pipe cannot be replaced, only written to; a directory is refused here.
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
        writeAll(out, parts);
      }
      return;
    }
    // The link's target is replaced, not the link.
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path name = target.getFileName();
    if (name == null) {
      throw new IOException(file + " is not a file's name");
    }
    Path partial = newFileBeside(target, name.toString());
    try {
      try (OutputStream out = Files.newOutputStream(partial, StandardOpenOption.WRITE)) {
        writeAll(out, parts);
      }
      Files.move(
          partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  /** Unlike a temporary file, it gets the permissions that any new file here would. */
  private static Path newFileBeside(Path target, String name) throws IOException {
    for (int attempt = 0; ; attempt++) {
      Path partial =
          target.resolveSibling(
              "." + name + "." + ProcessHandle.current().pid() + "-" + attempt + ".tmp");
      try {
        return Files.createFile(partial);
      } catch (FileAlreadyExistsException e) {
        if (attempt == 1000) {
          throw e;
        }
      }
    }
  }

  private static void writeAll(OutputStream out, List<byte[]> parts) throws IOException {
    for (byte[] part : parts) {
      out.write(part);
    }
  }
}
