package dev.magpie.lab.silicon;

import dev.magpie.lab.data.ResourceTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel of our programs in full size, as an H200 executed it on 2026-11-27 (driver 580.159.04,
 * multiprocessors at 1980 MHz, memory at 3201 MHz): counters of Nsight Compute 2025.3 with cold
 * caches ({@code ncu --clock-control none ... magpie silicon --runs 0}), means of all launches.
 *
 * @param launches of the kernel in its program
 * @param cycles of a launch, as the multiprocessors count them
 * @param warpInstructions of machine code
 * @param dramBytes read and written while the kernel ran
 * @param isJudged whether nothing was mended by it: every second one of the list by name, a split
 *     made before any of them was simulated
 */
record SiliconKernel(
    String program,
    String kernel,
    int launches,
    double cycles,
    double warpInstructions,
    double dramBytes,
    boolean isJudged) {
  private static final List<SiliconKernel> ALL = read();

  /** All that were measured, by name. */
  static List<SiliconKernel> all() {
    return ALL;
  }

  private static List<SiliconKernel> read() {
    List<SiliconKernel> all = new ArrayList<>();
    for (List<String> row : ResourceTable.rows(SiliconExperiments.class, "h200.csv")) {
      all.add(
          new SiliconKernel(
              row.get(0),
              row.get(1),
              Integer.parseInt(row.get(2)),
              Double.parseDouble(row.get(3)),
              Double.parseDouble(row.get(6)),
              Double.parseDouble(row.get(13)) + Double.parseDouble(row.get(14)),
              all.size() % 2 == 1));
    }
    return List.copyOf(all);
  }
}
