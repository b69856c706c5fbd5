package dev.magpie.gpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program on several systems; what is relative is over the first.
 *
 * @param kernels by the share of time that they have on the first system, the largest first
 */
public record ComparedSystems(
    String sourceKind, String source, List<Run> runs, List<Kernel> kernels) {
  /**
   * It on one of them.
   *
   * @param layout where compressed blocks live; {@code bandwidth-only} where nothing else is said
   * @param speedup time of the first over its own
   * @param traffic bytes of the DRAM over those of the first
   * @param energy the same of joules
   */
  public record Run(
      String gpu,
      String layout,
      String codec,
      long cycles,
      double seconds,
      double speedup,
      long dramBytes,
      double traffic,
      double joules,
      double energy,
      SimulationResult result) {}

  /**
   * A kernel.
   *
   * @param share of the time of the first
   * @param speedups as the runs are
   */
  public record Kernel(String kernel, double share, List<Double> speedups) {}

  /**
   * Holds results against the first of them.
   *
   * @param results of one program, one for each system
   */
  public static ComparedSystems of(List<SimulationResult> results) {
    SimulationResult first = results.getFirst();
    List<Run> runs = new ArrayList<>();
    for (SimulationResult each : results) {
      runs.add(
          new Run(
              each.gpu(),
              each.layout().map(SimulationResult.Layout::name).orElse("bandwidth-only"),
              each.codec(),
              each.cycles(),
              each.seconds(),
              first.seconds() / each.seconds(),
              each.dram().bytes(),
              (double) each.dram().bytes() / first.dram().bytes(),
              each.joules().total(),
              each.joules().total() / first.joules().total(),
              each));
    }
    return new ComparedSystems(first.sourceKind(), first.source(), runs, kernels(results));
  }

  private static List<Kernel> kernels(List<SimulationResult> results) {
    List<Map<String, Double>> seconds = results.stream().map(ComparedSystems::seconds).toList();
    return results.getFirst().kernels().stream()
        .map(each ->
            new Kernel(
                each.kernel(),
                each.share(),
                seconds.stream()
                    .map(run ->
                        seconds.getFirst().getOrDefault(each.kernel(), Double.NaN)
                            / run.getOrDefault(each.kernel(), Double.NaN))
                    .toList()))
        .sorted((one, other) -> Double.compare(other.share(), one.share()))
        .toList();
  }

  private static Map<String, Double> seconds(SimulationResult result) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (Breakdown.Kernel each : result.kernels()) {
      seconds.put(each.kernel(), each.counters().core().cycles() / (result.clockMegahertz() * 1e6));
    }
    return seconds;
  }
}
