package dev.magpie.lab.buddy;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.Columns;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The allocation of a program to which most of its buddy accesses go, by the final design.
 *
 * @param program its name
 * @param allocation its name
 * @param target that it has
 * @param percentOfBuddyAccesses of the program's in the trace; NaN if there are none
 * @param percentOver of its entries in all snapshots exceed the target
 */
record MostSpilling(
    String program,
    String allocation,
    TargetRatio target,
    double percentOfBuddyAccesses,
    double percentOver) {
  static final Columns<MostSpilling> COLUMNS =
      new Columns<MostSpilling>()
          .text("program", MostSpilling::program)
          .text("allocation", MostSpilling::allocation)
          .text("target", each -> each.target + "x")
          .number("of the buddy accesses", 1, "%", MostSpilling::percentOfBuddyAccesses)
          .number("of its entries, over the target", 1, "%", MostSpilling::percentOver);

  static MostSpilling of(ProgramSeries series) {
    List<AllocationHistory> allocations = series.sizes().allocations();
    List<TargetRatio> targets = series.designs().zeroOptimised().targets();
    List<Long> accesses =
        IntStream.range(0, allocations.size())
            .mapToObj(a -> series.trace().buddyAccesses(a, targets.get(a)))
            .toList();
    int most =
        IntStream.range(0, allocations.size())
            .boxed()
            .max(Comparator.comparing(accesses::get))
            .orElseThrow();
    EntrySizes sizes = allocations.get(most).pooled();
    return new MostSpilling(
        series.label(),
        allocations.get(most).key().name(),
        targets.get(most),
        100.0 * accesses.get(most) / accesses.stream().mapToLong(Long::longValue).sum(),
        100.0 * sizes.over(targets.get(most)) / sizes.entries());
  }
}
