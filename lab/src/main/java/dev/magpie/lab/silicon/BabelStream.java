package dev.magpie.lab.silicon;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.timed.KernelTimes;
import dev.magpie.lab.timed.PublishedTime;
import dev.magpie.lab.timed.PublishedTime.By;
import dev.magpie.report.Columns;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** How far presets are from what BabelStream reaches on the GPUs that they stand for. */
final class BabelStream {
  /** What a preset may be off, in percent, and not be called unverified. */
  private static final double MOST_PERCENT = 5;

  /** Elements of a quick run's arrays. */
  private static final String FEW = "16384";

  private BabelStream() {}

  /** A kernel's time there and here. */
  private record Point(PublishedTime there, double cycles) {
    /** Of the bandwidth, which is less where more cycles are taken. */
    double errorPercent() {
      return 100 * (there.cycles() / cycles - 1);
    }
  }

  private record Comparison(List<Point> points) {
    static Comparison measured(RunContext context) {
      List<PublishedTime> there = PublishedTime.BABELSTREAM;
      List<PublishedTime> here =
          context.size() == RunSize.QUICK
              ? there.stream().map(each -> each.with(Map.of("elements", FEW))).toList()
              : there;
      List<KernelTimes> times = KernelTimes.of(context, here);
      return new Comparison(
          IntStream.range(0, there.size())
              .mapToObj(i -> new Point(there.get(i), times.get(i).cycles(there.get(i).launched())))
              .toList());
    }

    double worst(By by) {
      return points.stream()
          .filter(each -> each.there.by() == by)
          .mapToDouble(each -> Math.abs(each.errorPercent()))
          .max()
          .orElseThrow();
    }
  }

  static Experiment<?> experiment() {
    return Description.of(
            "gpu/babelstream",
            "BabelStream against what others have published of it",
            "results in public repositories, which PublishedTime names")
        .method(
            "The four kernels of BabelStream over 4 Mi doubles, without compression, on the preset"
                + " of each GPU of which somebody has published them; bandwidths are compared.")
        .method(
            "Published arrays have 33 to 50 million elements. Here the L2 of newer GPUs holds much"
                + " of them, so that kernels are left out that would find less there to write back"
                + " than they leave, as the first does, or more, as the sum on an A100.")
        .deviation(
            "A quick run's arrays stay in the caches: it says how the experiment works and compares"
                + " nothing.")
        .parameter("gpus", List.of("gtx580", "v100", "a100", "a100-80gb"))
        .parameter("percent", MOST_PERCENT)
        .measure(context -> Comparison.measured(context))
        .claims(
            claim("gtx580", By.GTX580),
            claim("v100", By.V100),
            claim("a100", By.A100),
            claim("a100-80gb", By.A100_80GB))
        .draw(BabelStream::draw);
  }

  private static Claim<Comparison> claim(String gpu, By by) {
    return Claim.of(gpu, "Bandwidth of %s, the largest error without its sign".formatted(by))
        .atMost(MOST_PERCENT, Unit.PERCENT, (Comparison all) -> all.worst(by));
  }

  private static Figures draw(Comparison all) {
    return Figures.none()
        .with(
            "kernels",
            new Columns<Point>()
                .text("GPU", each -> each.there.gpu())
                .text("by", each -> each.there.by().toString())
                .text("kernel", each -> each.there.kernel())
                .number("published", 0, "cycles", each -> each.there.cycles())
                .number("simulated", 0, "cycles", Point::cycles)
                .number("error", 1, "%", Point::errorPercent)
                .table("Kernels of BabelStream", all.points));
  }
}
