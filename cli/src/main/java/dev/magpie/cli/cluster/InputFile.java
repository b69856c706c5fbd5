package dev.magpie.cli.cluster;

import dev.magpie.analysis.ClusterException;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file as it was when a run began: whoever reads it on another machine reads the same or nothing.
 *
 * @param name under which all machines find it
 * @param bytes of it; 0 of a directory
 * @param modified milliseconds since 1970; 0 of a directory
 * @param version what object storage tells its versions by; empty where there is no such thing
 */
record InputFile(String name, long bytes, long modified, String version) implements Serializable {

  /** What it is now. */
  static InputFile of(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return now.isDirectory()
        ? new InputFile(nameOf(file), 0, 0, "")
        : new InputFile(
            nameOf(file), now.size(), now.lastModifiedTime().toMillis(), versionOf(file));
  }

  /** Its name on all machines. */
  static String nameOf(Path file) {
    return FileAddress.isHere(file) ? file.toAbsolutePath().toString() : file.toString();
  }

  private static String versionOf(Path file) throws IOException {
    return FileAddress.isHere(file) ? "" : String.valueOf(Files.getAttribute(file, "version"));
  }

  /**
   * The file, on this machine.
   *
   * @throws ClusterException if it is not there, or another
   */
  Path find() throws IOException {
    Path file = FileAddress.of(name);
    try {
      if (!of(file).equals(this)) {
        throw new ClusterException(name + ": has changed since the run began; run it again");
      }
      return file;
    } catch (NoSuchFileException e) {
      throw new ClusterException(
          name + ": is not there on a machine of the cluster; all have to see it under this name",
          e);
    } catch (java.nio.file.AccessDeniedException e) {
      throw new ClusterException(
          "%s: cannot be read on a machine of the cluster: %s".formatted(name, IoReason.of(e)), e);
    }
  }
}
