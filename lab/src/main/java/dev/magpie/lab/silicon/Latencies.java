package dev.magpie.lab.silicon;

import dev.magpie.gpu.SimulationResult.Launch;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Errors;
import dev.magpie.lab.data.ResourceTable;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What loads and single operations take, simulated and on a real GPU. */
final class Latencies {
  private static final String GPU = "h200";

  /** Of a launch's median: a wider spread of its runs means that the clock was still rising. */
  private static final double WIDEST = 0.1;

  /** Of an iteration of {@code pipes}. */
  private static final int OPERATIONS = 64;

  private static final int ITERATIONS_THERE = 256;
  private static final int WARPS = 32;

  private Latencies() {}

  /** Times of a program's launches in microseconds, there; NaN where the clock was not steady. */
  private static List<Double> there(String program) {
    return ResourceTable.rows(SiliconExperiments.class, "h200-chains.csv").stream()
        .filter(row -> row.get(0).equals(program))
        .map(row -> {
          double median = Double.parseDouble(row.get(3));
          double spread = Double.parseDouble(row.get(5)) - Double.parseDouble(row.get(4));
          return spread > WIDEST * median ? Double.NaN : median;
        })
        .toList();
  }

  /** Cycles of a program's launches, here. */
  private record Here(List<String> kernels, List<Double> cycles) {
    static Here of(List<Launch> launches) {
      return new Here(
          launches.stream().map(Launch::kernel).toList(),
          launches.stream().map(each -> (double) each.cycles()).toList());
    }
  }

  /** Something that takes cycles there and here. */
  private record Step(String what, double there, double here) {
    /**
     * From a launch and one of twice as many steps.
     *
     * @param longer the number of the latter
     */
    static Step of(String what, int longer, double steps, List<Double> there, Here here) {
      return of(what, longer, steps, there, steps, here);
    }

    /** The same of fewer steps here. */
    static Step of(
        String what,
        int longer,
        double stepsThere,
        List<Double> there,
        double stepsHere,
        Here here) {
      double megahertz = GpuConfigs.named(GPU).orElseThrow().clockMegahertz();
      return new Step(
          what,
          (there.get(longer) - there.get(longer - 1)) * megahertz / stepsThere,
          (here.cycles.get(longer) - here.cycles.get(longer - 1)) / stepsHere);
    }

    double errorPercent() {
      return 100 * (here / there - 1);
    }
  }

  private record Steps(List<Step> loads, List<Step> operations) {
    static Steps measured(RunContext context) {
      boolean isQuick = context.size() == RunSize.QUICK;
      int iterations = isQuick ? 2 : ITERATIONS_THERE;
      Map<String, String> rings = isQuick ? Map.of("kibibytes", "64") : Map.of();
      Map<String, String> fewer =
          isQuick ? Map.of("iterations", String.valueOf(iterations)) : Map.of();
      Map<String, Supplier<Here>> tasks = new LinkedHashMap<>();
      for (ColdProgram each :
          List.of(new ColdProgram("chase", rings, GPU), new ColdProgram("pipes", fewer, GPU))) {
        tasks.put(each.measurement(), () -> Here.of(each.launches()));
      }
      List<Here> here = context.measurements().all(Here.class, ColdProgram.VERSION, tasks);
      return new Steps(loads(here.get(0)), operations(here.get(1), iterations));
    }

    private static List<Step> loads(Here here) {
      List<Double> there = there("chase");
      List<Step> steps = new ArrayList<>();
      steps.add(Step.of("a load of shared memory", 1, 1 << 14, there, here));
      int kibibytes = 16;
      for (int longer = 4; longer < here.cycles.size(); longer += 3) {
        int count = Math.clamp(8L * kibibytes, 1 << 14, 1 << 18);
        steps.add(Step.of("a load from %,d KiB".formatted(kibibytes), longer, count, there, here));
        kibibytes *= 4;
      }
      return steps;
    }

    private static List<Step> operations(Here here, int iterations) {
      List<Double> there = there("pipes");
      List<Step> steps = new ArrayList<>();
      for (int first = 0; first < here.cycles.size(); first += 4) {
        String kernel = here.kernels.get(first);
        for (int warps : new int[] {1, WARPS}) {
          double operations = (double) OPERATIONS * warps;
          steps.add(
              Step.of(
                  warps == 1 ? kernel + ", alone" : "%s, of %d warps".formatted(kernel, warps),
                  warps == 1 ? first + 1 : first + 3,
                  operations * ITERATIONS_THERE,
                  there,
                  operations * iterations,
                  here));
        }
      }
      return steps;
    }

    Stream<Step> all() {
      return Stream.of(loads, operations).flatMap(List::stream);
    }

    double medianError() {
      return Errors.of(all().mapToDouble(Step::errorPercent)).median();
    }
  }

  static Experiment<?> experiment() {
    return Description.of(
            "gpu/latency",
            "Latencies and rates against those of an H200",
            "ours; measured on 2026-11-27")
        .method(
            "`chase` follows pointers through rings, `pipes` repeats one operation in a warp alone"
                + " and in 32 of a multiprocessor. Each is launched with some steps and twice as"
                + " many, and the difference is divided by the steps. There: medians of 20 runs at"
                + " 1980 MHz (`magpie silicon`); a launch whose runs differ by more than 10 % ran"
                + " while the clock rose, and has no figure.")
        .deviation(
            "The preset has its latencies from here. What it has no key for differs: L1 is 128 KiB"
                + " here and up to 256 KiB there, and some operations have another pipe.")
        .parameter("gpu", GPU)
        .measure(Steps::measured)
        .claims(
            Claim.consistency("median", "Median of the errors without their signs")
                .atMost(10, Unit.PERCENT, Steps::medianError))
        .draw(Latencies::draw);
  }

  private static Figures draw(Steps steps) {
    return Figures.none()
        .with(
            "steps",
            new Columns<Step>()
                .text("what", Step::what)
                .number("H200", 2, "cycles", Step::there)
                .number("simulated", 2, "cycles", Step::here)
                .number("error", 1, "%", Step::errorPercent)
                .table("Cycles of a step", steps.all().toList()));
  }
}
