package dev.magpie.lab.silicon;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Correlation;
import dev.magpie.lab.data.Errors;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.Points;
import dev.magpie.report.ScatterChart;
import dev.magpie.report.Table;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How far simulated kernels are from those of a real GPU. */
final class Validation {
  private static final String GPU = "h200";

  /** A quick run has the programs of so few warp-instructions. */
  private static final double SHORT = 4.8e6;

  /** DRAM bytes of a kernel that hardly uses it say little. */
  private static final double FEW_BYTES = 1e6;

  private Validation() {}

  /** A kernel there and here. */
  private record Point(SiliconKernel there, ColdTimes.Kernel here) {
    String name() {
      return there.program() + "/" + there.kernel();
    }

    double errorPercent() {
      return 100 * (here.cycles() / there.cycles() - 1);
    }

    double bytesErrorPercent() {
      return there.dramBytes() < FEW_BYTES
          ? Double.NaN
          : 100 * (here.dramBytes() / there.dramBytes() - 1);
    }

    double instructionsPerMachineInstruction() {
      return here.warpInstructions() / there.warpInstructions();
    }

    String set() {
      return there.isJudged() ? "judged" : "mended by";
    }
  }

  /** All of them. */
  private record Comparison(List<Point> points) {
    static Comparison measured(RunContext context) {
      Map<String, Double> instructions =
          SiliconKernel.all().stream()
              .collect(
                  Collectors.groupingBy(
                      SiliconKernel::program,
                      Collectors.summingDouble(each -> each.launches() * each.warpInstructions())));
      List<SiliconKernel> kernels =
          SiliconKernel.all().stream()
              .filter(each ->
                  context.size() != RunSize.QUICK
                      || instructions.getOrDefault(each.program(), 0.0) < SHORT)
              .toList();
      List<String> programs = kernels.stream().map(SiliconKernel::program).distinct().toList();
      Map<String, ColdTimes> times = ColdTimes.of(context, GPU, programs);
      return new Comparison(
          kernels.stream()
              .map(each -> new Point(each, ColdTimes.kernel(times, each.program(), each.kernel())))
              .toList());
    }

    Comparison where(Predicate<Point> test) {
      return new Comparison(points.stream().filter(test).toList());
    }

    Comparison judged() {
      return where(each -> each.there.isJudged());
    }

    Errors errors(ToDoubleFunction<Point> error) {
      return Errors.of(points.stream().mapToDouble(error));
    }

    /** Pearson's coefficient of the logarithms of cycles. */
    double correlation() {
      return Correlation.pearson(
          points.stream().mapToDouble(each -> Math.log(each.here.cycles())).toArray(),
          points.stream().mapToDouble(each -> Math.log(each.there.cycles())).toArray());
    }
  }

  static Experiment<?> experiment() {
    return Description.of(
            "gpu/validate",
            "Simulated kernels against those of an H200",
            "ours; measured on 2026-11-27")
        .method(
            "The programs of `magpie workload` in full size, without compression, on the preset"
                + " h200; every launch begins with cold caches, there and here. Cycles, instructions"
                + " and bytes of DRAM there are counters of Nsight Compute, and means of a kernel's"
                + " launches.")
        .method(
            "Every second kernel by name is only judged; from the others, and from chains of single"
                + " operations and rings of pointers, the simulator may learn.")
        .deviation(
            "Silicon counts machine instructions, PTX has more or fewer of them: the table has how"
                + " many PTX instructions there are for one of the machine.")
        .parameter("gpu", GPU)
        .measure(Validation::measured)
        .claims(
            Claim.consistency(
                    "correlation", "Correlation of the logarithms of cycles, judged kernels")
                .atLeast(0.8, new Unit("", 3), all -> all.judged().correlation()))
        .value("error.median", all -> all.judged().errors(Point::errorPercent).median())
        .value("error.mean", all -> all.judged().errors(Point::errorPercent).mean())
        .value("bytes.median", all -> all.judged().errors(Point::bytesErrorPercent).median())
        .draw(Validation::draw);
  }

  private static Comparison measured(RunContext context) {
    return Comparison.measured(context);
  }

  private static Figures draw(Comparison all) {
    return Figures.none()
        .with(chart(all))
        .with("kernels", kernels(all))
        .with("errors", errors(all));
  }

  private static ScatterChart chart(Comparison all) {
    return ScatterChart.of(
            "Cycles of a launch, simulated and on an H200",
            Axis.log10("H200"),
            Axis.log10("simulated"),
            Stream.of("judged", "mended by")
                .map(set -> points(set, all.where(each -> each.set().equals(set))))
                .toList())
        .withDiagonal();
  }

  private static Points points(String name, Comparison of) {
    return Points.of(
        name,
        of.points.stream().mapToDouble(each -> each.there.cycles()).toArray(),
        of.points.stream().mapToDouble(each -> each.here.cycles()).toArray());
  }

  private static Table kernels(Comparison all) {
    return new Columns<Point>()
        .text("kernel", Point::name)
        .text("set", Point::set)
        .number("H200", 0, "cycles", each -> each.there.cycles())
        .number("simulated", 0, "cycles", each -> each.here.cycles())
        .number("error", 1, "%", Point::errorPercent)
        .number("DRAM there", 2, "MB", each -> each.there.dramBytes() / 1e6)
        .number("DRAM here", 2, "MB", each -> each.here.dramBytes() / 1e6)
        .number("instructions", 2, Point::instructionsPerMachineInstruction)
        .table(
            "Kernels, the largest errors first",
            all.points.stream()
                .sorted(
                    Comparator.comparingDouble((Point each) -> Math.abs(each.errorPercent()))
                        .reversed())
                .toList());
  }

  private static Table errors(Comparison all) {
    return new Columns<String>()
        .text("set", set -> set)
        .number("kernels", 0, set -> of(all, set).points.size())
        .number("median error", 1, "%", set -> of(all, set).errors(Point::errorPercent).median())
        .number("mean error", 1, "%", set -> of(all, set).errors(Point::errorPercent).mean())
        .number("of logarithms", 3, set -> of(all, set).correlation())
        .number(
            "median of DRAM bytes",
            1,
            "%",
            set -> of(all, set).errors(Point::bytesErrorPercent).median())
        .table("Errors without their signs", Arrays.asList("judged", "mended by"));
  }

  private static Comparison of(Comparison all, String set) {
    return all.where(each -> each.set().equals(set));
  }
}
