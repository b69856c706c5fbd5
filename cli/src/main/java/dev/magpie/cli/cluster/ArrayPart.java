package dev.magpie.cli.cluster;

import dev.magpie.analysis.BlockRange;
import dev.magpie.analysis.ClusterException;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.SideBySide;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotException;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Some blocks of some arrays, wherever they are read.
 *
 * @param files that have the arrays
 */
public record ArrayPart(List<InputFile> files, List<Range> ranges) implements Serializable {
  private static final int AT_ONCE = 32;

  public ArrayPart {
    files = new ArrayList<>(files);
    ranges = new ArrayList<>(ranges);
  }

  /**
   * Blocks of an array.
   *
   * @param source the array's file
   * @param name of the array in it
   * @param bytes of the whole array
   * @param marked whether lossy codecs may approximate it
   * @param before blocks of all arrays before it
   * @param blocks with the array's number in the whole run
   */
  public record Range(
      String source, String name, long bytes, boolean marked, long before, BlockRange blocks)
      implements Serializable {}

  /** The blocks of each of the arrays that a reading is given. */
  public List<BlockRange> blocks() {
    List<BlockRange> blocks = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      BlockRange there = ranges.get(i).blocks();
      blocks.add(new BlockRange(i, there.firstBlock(), there.blocks()));
    }
    return blocks;
  }

  /** Bytes of all blocks of some length. */
  public long bytes(int blockBytes) {
    return ranges.stream().mapToLong(each -> (long) each.blocks().blocks() * blockBytes).sum();
  }

  /** Does something with the arrays, each found for its range. */
  public interface Reading<R> {
    R of(List<Allocation> arrays);
  }

  /**
   * Opens the files for the time of a reading.
   *
   * @param rawDtype what files of no format are read as, if they are
   * @throws ClusterException if a file is not there, cannot be read, or is no longer what it was
   */
  public <R> R read(Optional<Dtype> rawDtype, Reading<R> reading) throws IOException {
    List<Path> here = find(files);
    try (Snapshot snapshot =
        rawDtype.isPresent() ? Snapshot.open(here, rawDtype.get()) : Snapshot.open(here)) {
      Map<List<String>, Allocation> known = new HashMap<>();
      snapshot
          .allocations()
          .forEach(each -> known.put(List.of(InputFile.nameOf(each.source()), each.name()), each));
      List<Allocation> arrays = new ArrayList<>();
      for (Range range : ranges) {
        Allocation array = known.get(List.of(range.source(), range.name()));
        if (array == null || array.bytes() != range.bytes()) {
          throw new ClusterException(
              "%s: '%s' in it has changed since the run began; run it again"
                  .formatted(range.source(), range.name()));
        }
        arrays.add(array);
      }
      R found = reading.of(arrays);
      // What was mapped may have been written meanwhile; objects are read in the version found.
      find(files.stream().filter(each -> each.version().isEmpty()).toList());
      return found;
    } catch (SnapshotException e) {
      throw new ClusterException(String.valueOf(e.getMessage()), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (InternalError e) {
      // How the JVM reports that a mapped file has lost pages; Spark would end the process.
      throw new ClusterException(
          files.getFirst().name() + ": was cut short or became unreadable while it was read", e);
    }
  }

  /** Many at a time, as each waits for an answer where files are in object storage. */
  private static List<Path> find(List<InputFile> files) throws IOException {
    List<Path> here = new ArrayList<>();
    List<Callable<Void>> asked = new ArrayList<>();
    for (InputFile each : files) {
      here.add(FileAddress.of(each.name()));
      asked.add(() -> {
        each.find();
        return null;
      });
    }
    SideBySide.read(AT_ONCE, "files of a part", asked);
    return here;
  }
}
