package dev.magpie.cli.cluster;

import dev.magpie.analysis.BlockRange;
import dev.magpie.analysis.RangeParts;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.settings.IoReason;
import dev.magpie.snapshot.Allocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Cuts the arrays of a snapshot into parts for a cluster, each with the files that it needs. */
public final class ArrayParts {
  private final List<Path> inputs;

  /** By what the source of some arrays is called: what to open for them. */
  private final Map<String, InputFile> opened = new HashMap<>();

  private ArrayParts(List<Path> inputs) {
    this.inputs = inputs;
  }

  /**
   * Cuts.
   *
   * @param inputs that were opened
   * @param marked those that lossy codecs may approximate
   */
  public static List<ArrayPart> of(
      List<Path> inputs,
      List<Allocation> allocations,
      Predicate<Allocation> marked,
      int blockBytes) {
    ArrayParts parts = new ArrayParts(inputs);
    List<ArrayPart> all = new ArrayList<>();
    List<Long> bytes = allocations.stream().map(Allocation::bytes).toList();
    long partBytes = Long.getLong("magpie.spark.partBytes", RangeParts.PART_BYTES);
    for (List<BlockRange> ranges : RangeParts.of(bytes, blockBytes, partBytes)) {
      all.add(parts.part(ranges, allocations, marked));
    }
    return all;
  }

  private ArrayPart part(
      List<BlockRange> ranges, List<Allocation> allocations, Predicate<Allocation> marked) {
    List<InputFile> files = new ArrayList<>();
    List<ArrayPart.Range> wanted = new ArrayList<>();
    for (BlockRange range : ranges) {
      Allocation allocation = allocations.get(range.allocation());
      InputFile file = opened(allocation.source());
      // Arrays of a file follow each other.
      if (files.isEmpty() || !files.getLast().equals(file)) {
        files.add(file);
      }
      wanted.add(
          new ArrayPart.Range(
              InputFile.nameOf(allocation.source()),
              allocation.name(),
              allocation.bytes(),
              marked.test(allocation),
              range));
    }
    return new ArrayPart(files.stream().distinct().toList(), wanted);
  }

  /** What to open to find the arrays of a source, which may be a file in a file. */
  private InputFile opened(Path source) {
    InputFile known = opened.get(InputFile.nameOf(source));
    if (known != null) {
      return known;
    }
    try {
      InputFile file = InputFile.of(fileOf(source));
      opened.put(InputFile.nameOf(source), file);
      return file;
    } catch (IOException e) {
      throw new BadUsageException(IoReason.withFile(e), e);
    }
  }

  private Path fileOf(Path source) {
    for (Path each = source; each != null; each = parent(each)) {
      if (Files.isRegularFile(each)) {
        return each;
      }
      // Of arrays that are folders, names begin where the input does.
      if (inputs.contains(each)) {
        return each;
      }
    }
    return source;
  }

  private static @Nullable Path parent(Path path) {
    return path.getParent();
  }
}
