package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Correlation;
import dev.magpie.lab.data.Errors;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.timed.KernelTimes;
import dev.magpie.lab.timed.PublishedTime;
import dev.magpie.lab.timed.PublishedTime.By;
import dev.magpie.lab.timed.PublishedTime.Counters;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.Points;
import dev.magpie.report.ScatterChart;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 11: how far simulated cycles are those of silicon. */
final class Figure11Cycles {
  /** The preset that is right about a GTX 580's bandwidth, which GPGPU-Sim is not. */
  private static final String DEFAULT = "gtx580";

  private Figure11Cycles() {}

  /** A kernel's time here beside what was published. */
  private record Point(PublishedTime published, KernelTimes times) {
    double cycles() {
      return times.cycles(published.launched());
    }

    Simulated simulated() {
      return new Simulated(
          published.kernel(),
          published.gpu(),
          cycles(),
          new Counters(
              times.ipc(),
              100 * times.dramBusyShare(),
              100 * times.l1HitRate(),
              100 * times.l2HitRate()));
    }

    double errorPercent() {
      return 100 * (cycles() / published.cycles() - 1);
    }
  }

  /**
   * All of them.
   *
   * @param onDefault those of another simulator beside the preset that is right about silicon
   */
  private record Comparison(List<Point> points, List<Point> onDefault) {
    static Comparison measured(RunContext context, BuddyStudy study) {
      List<PublishedTime> published =
          study.published().stream()
              .filter(each -> context.size() != RunSize.QUICK || each.isShort())
              .toList();
      List<PublishedTime> simulated =
          published.stream().filter(each -> !each.by().isSilicon()).toList();
      List<Point> all =
          points(
              context,
              Stream.concat(published.stream(), simulated.stream().map(each -> each.on(DEFAULT)))
                  .toList());
      return new Comparison(
          all.subList(0, published.size()), all.subList(published.size(), all.size()));
    }

    private static List<Point> points(RunContext context, List<PublishedTime> published) {
      List<KernelTimes> times = KernelTimes.of(context, published);
      return IntStream.range(0, published.size())
          .mapToObj(i -> new Point(published.get(i), times.get(i)))
          .toList();
    }

    Comparison where(Predicate<By> test) {
      return new Comparison(
          points.stream().filter(each -> test.test(each.published.by())).toList(), onDefault);
    }

    Comparison silicon() {
      return where(By::isSilicon);
    }

    /** All but the one whose error is the largest. */
    Comparison withoutWorst() {
      Point worst =
          Collections.max(
              points, Comparator.comparingDouble(each -> Math.abs(each.errorPercent())));
      return new Comparison(
          points.stream().filter(each -> !each.equals(worst)).toList(), onDefault);
    }

    /**
     * Pearson's coefficient of cycles here and there, of some function of both; NaN of two kernels,
     * which lie on a line in any case.
     */
    double correlation(DoubleUnaryOperator of) {
      return Correlation.pearson(
          points.stream().mapToDouble(each -> of.applyAsDouble(each.cycles())).toArray(),
          points.stream().mapToDouble(each -> of.applyAsDouble(each.published.cycles())).toArray());
    }

    Errors errors() {
      return Errors.of(points.stream().mapToDouble(Point::errorPercent));
    }

    List<Point> worstFirst() {
      return points.stream()
          .sorted(
              Comparator.comparingDouble((Point each) -> Math.abs(each.errorPercent())).reversed())
          .toList();
    }
  }

  static Experiment<?> experiment(BuddyStudy study) {
    return Description.of(
            "buddy/fig11",
            "Simulated cycles against those of silicon",
            "Buddy paper, section IV-A, Figure 11")
        .method(
            "Kernels of which others have published the time on a real GPU are written anew, with"
                + " the mapping of threads and the size of what was measured, and simulated without"
                + " compression on the preset that stands for the chip: BabelStream on gtx580; of"
                + " the counters that AccelWattch's authors took of a Quadro GV100, those of the"
                + " kernels that are here, on gv100. Two more are compared with GPGPU-Sim, on"
                + " gtx580-gpgpusim3; what they take on gtx580, the chip itself, stands beside it"
                + " and is no error. Errors are signed; none is left out of a full run.")
        .deviation(
            "The paper compares its own proprietary simulator with a V100, over programs that it"
                + " does not name, and correlates cycles; ours range over a factor of twenty, where"
                + " the paper's axis has five orders of magnitude, and so correlate less for the"
                + " same errors.")
        .deviation(
            "The GV100's clocks are not published with its counters; they are those of the"
                + " configuration by which their authors simulate it, SM7_GV100. The other figures"
                + " are timed on p100, which issues PTX as it is written, where gv100 issues it as a"
                + " compiler orders it.")
        .parameter("gpus", List.of("gtx580", "gv100", "gtx580-gpgpusim3"))
        .measure(context -> Comparison.measured(context, study))
        .claims(
            Claim.of("correlation", "Correlation of simulated cycles with silicon's")
                .is("0.989", new Unit("", 3), all -> all.silicon().correlation(each -> each)),
            Claim.of("correlation.gpgpusim", "Correlation of GPGPU-Sim's cycles with a V100's")
                .open("0.948", "The same programs on GPGPU-Sim."),
            Claim.of("speed", "The simulator is faster than GPGPU-Sim")
                .open(
                    "two orders of magnitude",
                    "GPGPU-Sim and this on one machine; a page of the documentation has what was"
                        + " found of both once, and results do not depend on the machine."))
        .value("correlation.gv100", all -> all.where(By.GV100::equals).correlation(each -> each))
        .value(
            "correlation.without-worst",
            all -> all.silicon().withoutWorst().correlation(each -> each))
        .value("correlation.log", all -> all.silicon().correlation(Math::log))
        .value("error.mean", all -> all.silicon().errors().mean())
        .value("error.median", all -> all.silicon().errors().median())
        .draw(Figure11Cycles::draw);
  }

  private static Figures draw(Comparison all) {
    return Figures.none()
        .with(chart(all))
        .with("kernels", kernels(all))
        .with("errors", errors(all))
        .with("simulators", simulators(all));
  }

  private static ScatterChart chart(Comparison all) {
    List<Points> clouds = new ArrayList<>();
    for (By by : By.values()) {
      List<Point> points = all.where(by::equals).points;
      if (points.isEmpty()) {
        continue;
      }
      clouds.add(
          Points.of(
              by.toString(),
              points.stream().mapToDouble(each -> each.published.cycles()).toArray(),
              points.stream().mapToDouble(Point::cycles).toArray()));
    }
    return ScatterChart.of(
            "Cycles of a launch, here and as published",
            Axis.log10("published"),
            Axis.log10("simulated"),
            clouds)
        .withDiagonal();
  }

  private static Table kernels(Comparison all) {
    return new Columns<Point>()
        .text("kernel", each -> each.published.kernel())
        .text("by", each -> each.published.by().toString())
        .number("published", 0, "cycles", each -> each.published.cycles())
        .number("simulated", 0, "cycles", Point::cycles)
        .number("error", 1, "%", Point::errorPercent)
        .number(
            "program", 2, "million warp-instructions", each -> each.times.warpInstructions() / 1e6)
        .table("Kernels, the largest errors first", all.worstFirst());
  }

  /** What a simulator counted of a program of one kernel. */
  private record Simulated(String kernel, String where, double cycles, Counters counters) {
    static Stream<Simulated> of(Point here, Point onDefault) {
      PublishedTime there = here.published;
      String kernel = there.kernel();
      return Stream.of(
          new Simulated(kernel, there.by().toString(), there.cycles(), there.counters()),
          here.simulated(),
          onDefault.simulated());
    }
  }

  private static Table simulators(Comparison all) {
    List<Point> here = all.where(By.GPGPUSIM::equals).points;
    List<Simulated> rows =
        IntStream.range(0, here.size())
            .boxed()
            .flatMap(i -> Simulated.of(here.get(i), all.onDefault.get(i)))
            .toList();
    return new Columns<Simulated>()
        .text("kernel", Simulated::kernel)
        .text("in", Simulated::where)
        .number("takes", 0, "cycles", Simulated::cycles)
        .number("IPC", 1, each -> each.counters.ipc())
        .number("DRAM busy", 0, "%", each -> each.counters.dramBusyPercent())
        .number("L1 hits", 1, "%", each -> each.counters.l1HitPercent())
        .number("L2 hits", 1, "%", each -> each.counters.l2HitPercent())
        .table("Kernels in GPGPU-Sim and here", rows);
  }

  private static Table errors(Comparison all) {
    return new Columns<By>()
        .text("by", By::toString)
        .number("kernels", 0, by -> all.where(by::equals).points.size())
        .number("mean error", 1, "%", by -> all.where(by::equals).errors().mean())
        .number("median error", 1, "%", by -> all.where(by::equals).errors().median())
        .number("correlation", 3, by -> all.where(by::equals).correlation(each -> each))
        .number("of logarithms", 3, by -> all.where(by::equals).correlation(Math::log))
        .table(
            "Errors without their signs",
            Stream.of(By.values()).filter(by -> !all.where(by::equals).points.isEmpty()).toList());
  }
}
