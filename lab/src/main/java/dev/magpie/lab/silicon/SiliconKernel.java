package dev.magpie.lab.silicon;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.report.Csv;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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
    String name = "h200.csv";
    try (InputStream in =
        Objects.requireNonNull(SiliconKernel.class.getResourceAsStream(name), name)) {
      List<List<String>> rows = Csv.parse(new String(in.readAllBytes(), UTF_8));
      List<SiliconKernel> all = new ArrayList<>();
      for (List<String> row : rows.subList(1, rows.size())) {
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
