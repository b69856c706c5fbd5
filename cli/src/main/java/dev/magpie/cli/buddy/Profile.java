package dev.magpie.cli.buddy;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.Design;
import dev.magpie.buddy.Designs;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.buddy.SizeSet;
import dev.magpie.cli.output.Quantity;
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
record Profile(
    String codec, Profiler profiler, SizeSet sizeSet, SeriesSizes series, Designs designs) {

  /** The designs by the names that the JSON has for them. */
  Map<String, Design> byName() {
    Map<String, Design> byName = new LinkedHashMap<>();
    byName.put("naive", designs.naive());
    byName.put("perAllocation", designs.perAllocation());
    byName.put("zeroOptimised", designs.zeroOptimised());
    byName.put("best", designs.best());
    return byName;
  }

  /** The target that the final design gives an allocation. */
  TargetRatio target(int allocation) {
    return designs.zeroOptimised().targets().get(allocation);
  }

  /** Share of the allocation's entries, over all snapshots, that the final design spills. */
  double buddyAccessFraction(int allocation) {
    EntrySizes pooled = series.allocations().get(allocation).pooled();
    return (double) pooled.over(target(allocation)) / pooled.entries();
  }

  /** NaN where the allocation is missing or has no bytes; infinite where all of it is zero. */
  double ratio(int allocation, int snapshot) {
    @Nullable EntrySizes sizes = series.allocations().get(allocation).sizes().get(snapshot);
    return sizes == null ? Double.NaN : sizes.ratio(sizeSet);
  }

  long bytes() {
    return series.allocations().stream().mapToLong(AllocationHistory::bytes).sum();
  }

  /** What was read, in a line. */
  String summary() {
    return "%s, %s, %s; codec %s, buddy threshold %s %%, at most %sx"
        .formatted(
            Quantity.count(series.snapshots().size(), "snapshot"),
            Quantity.count(series.allocations().size(), "allocation"),
            Quantity.bytes(bytes()),
            codec,
            plain(100 * profiler.threshold()),
            plain(profiler.maxRatio()));
  }

  private static String plain(double value) {
    double rounded = Math.rint(1000 * value) / 1000;
    return rounded == Math.rint(rounded) ? String.valueOf((long) rounded) : String.valueOf(rounded);
  }
}
