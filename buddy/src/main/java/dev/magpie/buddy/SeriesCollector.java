package dev.magpie.buddy;

import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Collects the sizes of a series, snapshot by snapshot, whatever allocations each has. */
public final class SeriesCollector {
  private final Map<Allocation.Key, Found> found = new LinkedHashMap<>();

  private static final class Found {
    private final List<@Nullable EntrySizes> sizes = new ArrayList<>();
    private long bytes;

    private void fillTo(int snapshots) {
      while (sizes.size() < snapshots) {
        sizes.add(null);
      }
    }
  }

  /**
   * Adds an allocation.
   *
   * @param snapshot its number, from 0 on, not below that of the allocation added last
   * @param bytes of the allocation in that snapshot
   */
  public void add(int snapshot, Allocation.Key key, long bytes, EntrySizes sizes) {
    Found each = found.computeIfAbsent(key, _ -> new Found());
    each.fillTo(snapshot);
    each.sizes.add(sizes);
    each.bytes = Math.max(each.bytes, bytes);
  }

  /** What was collected of snapshots {@code t0}, {@code t1} and so on. */
  public SeriesSizes sizes(int snapshots) {
    return sizes(IntStream.range(0, snapshots).mapToObj(s -> "t" + s).toList());
  }

  /** What was collected, of snapshots of these names. */
  public SeriesSizes sizes(List<String> snapshots) {
    Map<String, Integer> names = new HashMap<>();
    found.keySet().forEach(key -> names.merge(key.name(), 1, Integer::sum));
    List<AllocationHistory> histories = new ArrayList<>();
    found.forEach((key, each) -> {
      each.fillTo(snapshots.size());
      boolean alone = names.getOrDefault(key.name(), 1) == 1;
      String label = alone ? key.name() : key.path() + ": " + key.name();
      histories.add(new AllocationHistory(key, label, each.bytes, each.sizes));
    });
    return new SeriesSizes(snapshots, histories);
  }
}
