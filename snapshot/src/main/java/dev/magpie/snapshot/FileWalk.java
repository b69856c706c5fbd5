package dev.magpie.snapshot;

import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the files of a snapshot: those the user named, and in directories those whose kind is known
 * and whose name does not start with a dot. Files and subdirectories come in name order, at every
 * level.
 */
final class FileWalk {
  /**
   * A file to read.
   *
   * @param path its place in the snapshot, with {@code /} between the names
   * @param format empty for raw binary
   */
  record Found(Path file, String path, Optional<FileFormat> format) {}

  private final List<Found> found = new ArrayList<>();

  /** Real paths, so that a link back up ends and memory linked twice counts once. */
  private final Set<Path> entered = new HashSet<>();

  private final boolean takesAny;
  private int skipped;

  /**
   * @param takesAny whether a file that the user named is raw binary whatever its name, where it is
   *     of no format
   */
  FileWalk(boolean takesAny) {
    this.takesAny = takesAny;
  }

  /** Adds a file or a directory given by the user. */
  void addInput(Path input) {
    try {
      entered.clear();
      BasicFileAttributes is = Files.readAttributes(input, BasicFileAttributes.class);
      if (is.isDirectory()) {
        walk(input, "");
      } else if (!is.isRegularFile()) {
        throw new SnapshotException("%s: neither a file nor a directory".formatted(input));
      } else {
        add(input, String.valueOf(input.getFileName()), true);
      }
    } catch (IOException e) {
      if (Files.isSymbolicLink(input) && !Files.exists(input)) {
        throw new SnapshotException("%s: is a link that leads nowhere".formatted(input), e);
      }
      throw e instanceof NoSuchFileException
          ? new SnapshotException("%s: no such file or directory".formatted(input), e)
          : unreadable(input, e);
    }
  }

  private void walk(Path directory, String prefix) throws IOException {
    if (!entered.add(directory.toRealPath())) {
      return;
    }
    Path zarr = ZarrReader.metadata(directory);
    if (zarr != null) {
      String path =
          prefix.isEmpty()
              ? String.valueOf(directory.getFileName())
              : prefix.substring(0, prefix.length() - 1);
      found.add(new Found(zarr, path, Optional.of(FileFormat.ZARR)));
      return;
    }
    for (Path entry : list(directory)) {
      String path = prefix + entry.getFileName();
      if (Files.isDirectory(entry)) {
        walk(entry, path + "/");
      } else if (!Files.isRegularFile(entry)) {
        skipped++;
      } else if (!ZarrReader.isMetadata(entry)) {
        add(entry, path, false);
      }
    }
  }

  private void add(Path file, String path, boolean namedByUser) {
    try {
      Optional<FileFormat> format = FileFormat.of(file);
      boolean raw = FileFormat.isDump(file) || (namedByUser && takesAny);
      if (format.isPresent() || raw) {
        found.add(new Found(file, path, format));
      } else if (namedByUser) {
        throw new SnapshotException(
            "%s: is of no format that is read (%s); say --raw for its bytes, or --dtype TYPE for"
                    .formatted(file, FileFormat.extensionsOfAll())
                + " raw numbers");
      } else {
        skipped++;
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** What a directory holds, in name order, without what is hidden. */
  static List<Path> list(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> !entry.getFileName().toString().startsWith("."))
          .sorted(Comparator.comparing(entry -> entry.getFileName().toString()))
          .toList();
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
  }

  static SnapshotException unreadable(Path file, IOException e) {
    return new SnapshotException("%s: cannot be read: %s".formatted(file, IoReason.of(e)), e);
  }

  List<Found> found() {
    return found;
  }

  /** Files in directories that are of other kinds. */
  int skipped() {
    return skipped;
  }
}
