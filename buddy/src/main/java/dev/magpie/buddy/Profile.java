package dev.magpie.buddy;

import dev.magpie.memory.buddy.TargetRatio;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code magpie profile} found.
 *
 * @param codec as the user gave it
 * @param profiler threshold and limit
 * @param sizeSet what ratios over time are counted in; designs always have Buddy sizes
 * @param series sizes of all entries
 * @param designs the choices of targets
 */
public record Profile(
    String codec, Profiler profiler, SizeSet sizeSet, SeriesSizes series, Designs designs) {

  /** The designs by the names that the JSON has for them. */
  public Map<String, Design> byName() {
    Map<String, Design> byName = new LinkedHashMap<>();
    byName.put("naive", designs.naive());
    byName.put("perAllocation", designs.perAllocation());
    byName.put("zeroOptimised", designs.zeroOptimised());
    byName.put("best", designs.best());
    return byName;
  }

  /** The target that the final design gives an allocation. */
  public TargetRatio target(int allocation) {
    return designs.zeroOptimised().targets().get(allocation);
  }

  /** Share of the allocation's entries, over all snapshots, that the final design spills. */
  public double buddyAccessFraction(int allocation) {
    EntrySizes pooled = series.allocations().get(allocation).pooled();
    return (double) pooled.over(target(allocation)) / pooled.entries();
  }

  /** NaN where the allocation is missing or has no bytes; infinite where all of it is zero. */
  public double ratio(int allocation, int snapshot) {
    @Nullable EntrySizes sizes = series.allocations().get(allocation).sizes().get(snapshot);
    return sizes == null ? Double.NaN : sizes.ratio(sizeSet);
  }

  /** Of all allocations. */
  public long bytes() {
    return series.allocations().stream().mapToLong(AllocationHistory::bytes).sum();
  }
}
