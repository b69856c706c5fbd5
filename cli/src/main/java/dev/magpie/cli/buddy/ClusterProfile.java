package dev.magpie.cli.buddy;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.cli.cluster.ArrayPart;
import dev.magpie.cli.cluster.ArrayParts;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The arrays of a whole series as one job for a cluster. */
final class ClusterProfile {
  private static final int BLOCK_BYTES = Granularity.DEFAULT.blockBytes();

  private final List<Allocation> allocations = new ArrayList<>();

  /** By allocation: the snapshot that has it. */
  private final List<Integer> snapshots = new ArrayList<>();

  private final Set<Optional<String>> programs = new HashSet<>();

  private ClusterProfile() {}

  /**
   * Lets a cluster do it.
   *
   * @throws dev.magpie.snapshot.SnapshotException if a snapshot cannot be read
   */
  static SeriesSizes run(
      Cluster cluster, ProfileWork work, SnapshotSeries series, ProfileWatcher watcher) {
    ClusterProfile profile = new ClusterProfile();
    profile.open(series, watcher);
    List<ArrayPart> parts =
        new ArrayParts(series.directories(), profile.allocations, BLOCK_BYTES).cut(_ -> false);
    List<SizeHistogram> sizes =
        new ArrayList<>(
            Collections.nCopies(profile.allocations.size(), SizeHistogram.empty(BLOCK_BYTES)));
    cluster.run(
        work,
        parts,
        (part, found) -> {
          for (int i = 0; i < found.sizes().size(); i++) {
            int number = part.ranges().get(i).blocks().allocation();
            sizes.set(number, sizes.get(number).merge(found.sizes().get(i)));
          }
          watcher.accept(part.bytes(BLOCK_BYTES));
        });
    return SeriesSizes.of(series, profile.part(sizes));
  }

  /** Reads what the arrays are; their memory stays where it is. */
  private void open(SnapshotSeries series, ProfileWatcher watcher) {
    for (int s = 0; s < series.size(); s++) {
      try (Snapshot snapshot = series.open(s)) {
        programs.add(snapshot.program());
        watcher.skipped(snapshot.skippedFiles(), snapshot.skippedArrays());
        allocations.addAll(snapshot.allocations());
        snapshots.addAll(Collections.nCopies(snapshot.allocations().size(), s));
      }
    }
  }

  private SeriesSizes.Part part(List<SizeHistogram> sizes) {
    List<SeriesSizes.Found> found = new ArrayList<>();
    for (int a = 0; a < allocations.size(); a++) {
      Allocation each = allocations.get(a);
      found.add(
          new SeriesSizes.Found(
              snapshots.get(a), each.key(), each.bytes(), EntrySizes.of(sizes.get(a))));
    }
    return new SeriesSizes.Part(programs, found);
  }
}
