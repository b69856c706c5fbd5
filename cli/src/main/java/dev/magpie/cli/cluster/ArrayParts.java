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
  private static final int MOST_PARTS_OF_SAMPLE = 256;

  private final List<Path> inputs;

  /** By what the source of some arrays is called: what to open for them. */
  private final Map<String, InputFile> opened = new HashMap<>();

  private final List<Allocation> allocations;

  /** By allocation: blocks of all before it. */
  private final long[] before;

  private final int blockBytes;

  /**
   * Looks at what there is to cut.
   *
   * @param inputs that were opened
   */
  public ArrayParts(List<Path> inputs, List<Allocation> allocations, int blockBytes) {
    this.inputs = List.copyOf(inputs);
    this.allocations = List.copyOf(allocations);
    this.blockBytes = blockBytes;
    before = new long[allocations.size()];
    for (int a = 1; a < before.length; a++) {
      before[a] = before[a - 1] + Math.ceilDiv(allocations.get(a - 1).bytes(), blockBytes);
    }
  }

  /**
   * Cuts.
   *
   * @param marked those that lossy codecs may approximate
   */
  public List<ArrayPart> cut(Predicate<Allocation> marked) {
    return cut(Long.getLong("magpie.spark.partBytes", RangeParts.PART_BYTES), marked);
  }

  /** Cuts into so few parts that a glance at each is little work. */
  public List<ArrayPart> cutForSample() {
    long all = allocations.stream().mapToLong(Allocation::bytes).sum();
    return cut(Math.max(RangeParts.PART_BYTES, all / MOST_PARTS_OF_SAMPLE), _ -> false);
  }

  private List<ArrayPart> cut(long partBytes, Predicate<Allocation> marked) {
    List<Long> bytes = allocations.stream().map(Allocation::bytes).toList();
    return RangeParts.of(bytes, blockBytes, partBytes).stream()
        .map(each -> part(each, marked))
        .toList();
  }

  private ArrayPart part(List<BlockRange> ranges, Predicate<Allocation> marked) {
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
              before[range.allocation()],
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
