package dev.magpie.buddy;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.Shard;
import dev.magpie.codec.BlockCodec;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotException;
import dev.magpie.snapshot.SnapshotSeries;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of all memory-entries of a series of snapshots, by allocation and snapshot.
 *
 * @param snapshots their names
 * @param allocations in the order in which they appear
 * @param program whose memory it is, where the snapshots name one
 */
public record SeriesSizes(
    List<String> snapshots, List<AllocationHistory> allocations, Optional<String> program) {
  public SeriesSizes {
    snapshots = List.copyOf(snapshots);
    allocations = List.copyOf(allocations);
  }

  /** Of a program that nobody names. */
  public SeriesSizes(List<String> snapshots, List<AllocationHistory> allocations) {
    this(snapshots, allocations, Optional.empty());
  }

  /** Sees the snapshots go by, one after another. */
  public interface Watcher extends LongConsumer {
    /** A snapshot is about to be read; what observes its blocks, or null. */
    @Nullable BlockObserver begin(int snapshot, List<Allocation> allocations);

    /** Files and arrays of a snapshot that hold no allocation. */
    void skipped(int files, int arrays);

    /** Bytes that are done; called by any thread. */
    @Override
    void accept(long bytes);
  }

  /**
   * Reads a series, a snapshot at a time.
   *
   * @param codec for blocks of 128 B
   * @param threads how many work
   * @param watcher sees it, unless it is null
   * @throws SnapshotException if a snapshot cannot be read, or several have no allocation in common
   */
  public static SeriesSizes scan(
      SnapshotSeries series, BlockCodec codec, int threads, @Nullable Watcher watcher) {
    return of(series, part(series, Shard.WHOLE, codec, threads, watcher));
  }

  /**
   * What the snapshots of a series hold, all of them.
   *
   * @throws SnapshotException if several have no allocation in common
   */
  public static SeriesSizes of(SnapshotSeries series, Part whole) {
    SeriesCollector collector = new SeriesCollector();
    whole.found.forEach(each -> collector.add(each.snapshot, each.key, each.bytes, each.sizes));
    List<String> names = names(series);
    Optional<String> program =
        whole.programs.size() == 1 ? whole.programs.iterator().next() : Optional.empty();
    SeriesSizes sizes = new SeriesSizes(names, collector.sizes(names).allocations, program);
    if (names.size() > 1 && sizes.allocations.stream().noneMatch(SeriesSizes::isInTwo)) {
      throw nothingInCommon(series);
    }
    return sizes;
  }

  /** What the snapshots of a series are called. */
  public static List<String> names(SnapshotSeries series) {
    return series.directories().stream().map(each -> String.valueOf(each.getFileName())).toList();
  }

  /**
   * What some snapshots of a series hold.
   *
   * @param programs that they name
   * @param found in the order of the snapshots
   */
  public record Part(Set<Optional<String>> programs, List<Found> found) {}

  /** An allocation in a snapshot. */
  public record Found(int snapshot, Allocation.Key key, long bytes, EntrySizes sizes) {}

  /**
   * Reads a part of a series, as {@link #scan} reads all; a {@link SeriesCollector} takes what all
   * parts found, in the order of the snapshots.
   *
   * @throws SnapshotException if a snapshot cannot be read
   */
  public static Part part(
      SnapshotSeries series,
      Shard shard,
      BlockCodec codec,
      int threads,
      @Nullable Watcher watcher) {
    BlockScan scan = new BlockScan(List.of(new EntryCodec(codec)), threads);
    List<Found> found = new ArrayList<>();
    Set<Optional<String>> programs = new HashSet<>();
    for (int s = (int) shard.from(series.size()); s < shard.to(series.size()); s++) {
      try (Snapshot snapshot = series.open(s)) {
        List<Allocation> allocations = snapshot.allocations();
        programs.add(snapshot.program());
        if (watcher != null) {
          watcher.skipped(snapshot.skippedFiles(), snapshot.skippedArrays());
        }
        List<BlockSummary> sizes =
            scan.summarizeContents(
                allocations.stream().map(Allocation::contents).toList(),
                watcher == null ? null : watcher.begin(s, allocations),
                watcher == null ? _ -> {} : watcher);
        for (int a = 0; a < allocations.size(); a++) {
          Allocation each = allocations.get(a);
          found.add(
              new Found(
                  s, each.key(), each.bytes(), EntrySizes.of(sizes.get(a).byCodec().getFirst())));
        }
      }
    }
    return new Part(programs, found);
  }

  /**
   * Makes sure that it is a series: that some allocation is in two of its snapshots.
   *
   * @throws SnapshotException if none is
   */
  public void requireCommon() {
    if (snapshots.size() > 1 && allocations.stream().noneMatch(SeriesSizes::isInTwo)) {
      throw new SnapshotException(
          "the %d snapshots have no allocation in common".formatted(snapshots.size()));
    }
  }

  static SnapshotException nothingInCommon(SnapshotSeries series) {
    return new SnapshotException(
        "%s: the %d snapshots from here on have no allocation in common; a series shows the same"
                .formatted(series.directories().getFirst(), series.size())
            + " files with the same arrays in each of its directories");
  }

  private static boolean isInTwo(AllocationHistory history) {
    return history.sizes().stream().filter(Objects::nonNull).count() > 1;
  }

  /** All allocations of a snapshot together. */
  public EntrySizes ofSnapshot(int snapshot) {
    EntrySizes sum = EntrySizes.NONE;
    for (AllocationHistory allocation : allocations) {
      EntrySizes sizes = allocation.sizes().get(snapshot);
      sum = sizes == null ? sum : sum.plus(sizes);
    }
    return sum;
  }

  /** All allocations and snapshots together. */
  public EntrySizes pooled() {
    return allocations.stream()
        .map(AllocationHistory::pooled)
        .reduce(EntrySizes.NONE, EntrySizes::plus);
  }
}
