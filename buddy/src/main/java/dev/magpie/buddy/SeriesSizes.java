package dev.magpie.buddy;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
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
    BlockScan scan = new BlockScan(List.of(new EntryCodec(codec)), threads);
    SeriesCollector found = new SeriesCollector();
    List<String> names = new ArrayList<>();
    Set<Optional<String>> programs = new HashSet<>();
    for (int s = 0; s < series.size(); s++) {
      names.add(String.valueOf(series.directories().get(s).getFileName()));
      try (Snapshot snapshot = series.open(s)) {
        List<Allocation> allocations = snapshot.allocations();
        programs.add(snapshot.program());
        if (watcher != null) {
          watcher.skipped(snapshot.skippedFiles(), snapshot.skippedArrays());
        }
        List<List<SizeHistogram>> histograms =
            scan.run(
                allocations.stream().map(Allocation::memory).toList(),
                watcher == null ? null : watcher.begin(s, allocations),
                watcher == null ? _ -> {} : watcher);
        for (int a = 0; a < allocations.size(); a++) {
          Allocation each = allocations.get(a);
          found.add(s, each.key(), each.bytes(), EntrySizes.of(histograms.get(a).getFirst()));
        }
      }
    }
    Optional<String> program = programs.size() == 1 ? programs.iterator().next() : Optional.empty();
    SeriesSizes sizes = new SeriesSizes(names, found.sizes(names).allocations, program);
    if (names.size() > 1 && sizes.allocations.stream().noneMatch(SeriesSizes::isInTwo)) {
      throw nothingInCommon(series);
    }
    return sizes;
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
