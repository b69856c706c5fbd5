package dev.magpie.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Snapshots of one program at successive moments: the subdirectories of a directory, in name order.
 * An allocation is the same one in two of them when its {@link Allocation.Key} is the same.
 *
 * <p>Snapshots are opened one by one, since together they may be larger than the address space.
 */
public final class SnapshotSeries {
  private final List<Path> directories;
  private final Dtype rawDtype;

  private SnapshotSeries(List<Path> directories, Dtype rawDtype) {
    this.directories = directories;
    this.rawDtype = rawDtype;
  }

  /**
   * The series in a directory; files that stand beside its subdirectories are not part of it.
   *
   * @param rawDtype the element type of raw files
   * @throws SnapshotException if there is no such directory, or it has no subdirectories
   */
  public static SnapshotSeries of(Path directory, Dtype rawDtype) {
    try {
      if (!Files.readAttributes(directory, BasicFileAttributes.class).isDirectory()) {
        throw noSeries(directory, "not a directory");
      }
    } catch (NoSuchFileException _) {
      throw noSeries(directory, "no such directory");
    } catch (IOException e) {
      throw FileWalk.unreadable(directory, e);
    }
    List<Path> directories = FileWalk.list(directory).stream().filter(Files::isDirectory).toList();
    if (directories.isEmpty()) {
      throw new SnapshotException(
          "%s: has no subdirectories; a series has one for each snapshot".formatted(directory));
    }
    return new SnapshotSeries(directories, rawDtype);
  }

  private static SnapshotException noSeries(Path directory, String why) {
    return new SnapshotException(
        "%s: %s; a series is a directory with one subdirectory for each snapshot"
            .formatted(directory, why));
  }

  /**
   * How many directories of a snapshot hold arrays of the same names and sizes, if all of it is
   * such directories: they may be moments of one program, or layers of one model. 0 if it is not
   * so.
   */
  public static int likelyMoments(Snapshot snapshot) {
    Map<String, Set<String>> byDirectory = new HashMap<>();
    for (Allocation each : snapshot.allocations()) {
      String path = each.key().path();
      int slash = path.indexOf('/');
      if (slash < 0) {
        return 0;
      }
      byDirectory
          .computeIfAbsent(path.substring(0, slash), _ -> new HashSet<>())
          .add(path.substring(slash) + '\0' + each.name() + '\0' + each.bytes());
    }
    boolean alike = byDirectory.values().stream().distinct().count() == 1;
    return alike && byDirectory.size() > 1 ? byDirectory.size() : 0;
  }

  /** The snapshots' directories, in order. */
  public List<Path> directories() {
    return directories;
  }

  /** Snapshots in the series. */
  public int size() {
    return directories.size();
  }

  /**
   * Opens one snapshot, which the caller closes.
   *
   * @throws SnapshotException if it is damaged or without arrays
   */
  public Snapshot open(int index) {
    return Snapshot.open(List.of(directories.get(index)), rawDtype);
  }
}
