package dev.magpie.lab.buddy;

import static dev.magpie.lab.timed.TimedSetup.NVLINK2;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.timed.TimedMemory.Lines;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.lab.timed.TimedRuns;
import dev.magpie.lab.timed.TimedSetup;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.kernel.KernelPrograms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What no paper has: slowdown over the share of entries that spill, the link and the access. */
final class Figure12Spill {
  private static final List<Integer> LINKS = List.of(50, 100, 150, 200);
  private static final List<String> PATTERNS = List.of("stream", "stencil", "gather", "product");
  private static final List<String> SPREADS = List.of("even", "run");

  /** In ten-thousandths; 5.4 % are what AlexNet has in the paper. */
  private static final List<Integer> SHARES = List.of(0, 100, 200, 400, 540, 800, 1600);

  private static final TimedSetup CODED = TimedSetup.of(Lines.BANDWIDTH_ONLY, NVLINK2);

  private Figure12Spill() {}

  /** A kernel over memory of which a share spills, and what it took. */
  private record Point(String pattern, String spread, int share, TimedProgram program) {
    double percent() {
      return share / 100.0;
    }

    static Point of(BuddyStudy study, String pattern, String spread, int share) {
      Map<String, String> input = new HashMap<>(study.kernels());
      input.put("share", String.valueOf(share));
      // Where nothing spills, there is nothing to spread.
      input.put("spread", share == 0 ? SPREADS.getFirst() : spread);
      return new Point(pattern, spread, share, TimedProgram.of(kernel("spill-" + pattern), input));
    }

    private static CudaProgram kernel(String name) {
      return KernelPrograms.all().stream()
          .filter(each -> each.name().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  /** All points, with what they took. */
  private record Surface(List<Point> points, TimedRuns runs) {
    static Surface measured(RunContext context, BuddyStudy study) {
      List<Point> points =
          PATTERNS.stream()
              .flatMap(pattern ->
                  SPREADS.stream()
                      .flatMap(spread ->
                          SHARES.stream().map(share -> Point.of(study, pattern, spread, share))))
              .toList();
      List<TimedSetup> setups =
          Stream.concat(Stream.of(TimedSetup.BASE, CODED), LINKS.stream().map(Figure12Spill::buddy))
              .toList();
      return new Surface(
          points,
          TimedRuns.of(context, points.stream().map(Point::program).distinct().toList(), setups));
    }

    Point of(String pattern, String spread, int share) {
      return points.stream()
          .filter(each ->
              each.pattern.equals(pattern) && each.spread.equals(spread) && each.share == share)
          .findFirst()
          .orElseThrow();
    }

    List<Point> line(String pattern, String spread) {
      return SHARES.stream().map(share -> of(pattern, spread, share)).toList();
    }

    /** Percent of additional time against memory that is coded in its place, at a link's rate. */
    double againstCoded(Point point, int link) {
      double buddy = runs.of(point.program, buddy(link)).cycles();
      return 100 * (buddy / runs.of(point.program, CODED).cycles() - 1);
    }

    /** The same against the same Buddy memory of which nothing spills. */
    double againstNoSpill(Point point, int link) {
      double none = runs.of(of(point.pattern, point.spread, 0).program, buddy(link)).cycles();
      return 100 * (runs.of(point.program, buddy(link)).cycles() / none - 1);
    }

    /** The same against memory without compression. */
    double againstNone(Point point, int link) {
      return runs.slowdown(point.program, buddy(link));
    }

    double buddyPercent(Point point) {
      return runs.of(point.program, buddy(NVLINK2)).buddyPercent();
    }
  }

  private static TimedSetup buddy(int gigabytesPerSecond) {
    return TimedSetup.of(Lines.BUDDY, gigabytesPerSecond);
  }

  static Experiment<?> experiment(BuddyStudy study) {
    return Description.of(
            "buddy/fig12-share",
            "Slowdown by what spills, link and access",
            "beside the Buddy paper's Figure 12; ours")
        .method(
            "Four kernels run over memory of which a chosen share of entries does not fit a target"
                + " of 2x: a stream, a stencil of seven points, a gather from anywhere, and rows"
                + " times a matrix of 64 x 64. These entries lie anywhere, or in one run at the"
                + " beginning of each array. All others take two sectors of 32 bytes. A line of a"
                + " result spills where its input does.")
        .method(
            "Time is set against the same memory of which nothing spills, so that what spilling"
                + " costs stands apart from what compression gains; and against the same codec with"
                + " every entry in its place, and memory without compression.")
        .parameter("gpu", "p100")
        .parameter("codec", "bpc")
        .parameter("links", LINKS)
        .parameter("patterns", PATTERNS)
        .parameter("spreads", SPREADS)
        .parameter("shares", SHARES)
        .measure(context -> Surface.measured(context, study))
        .claims(
            Claim.of(
                    "one-percent",
                    "Even 1 % of buddy accesses slows a program that is bound by bandwidth down,"
                        + " where the link is slow")
                .because(
                    "Where they lie anywhere, the link works while device memory does, and 1 % of"
                        + " accesses hides behind the rest; in one run they take 1.6 % more time.")
                .nowhere(
                    "spreads",
                    surface ->
                        SPREADS.stream()
                            .filter(spread ->
                                surface.againstNoSpill(surface.of("stream", spread, 100), 50) <= 0)
                            .toList()))
        .values(
            PATTERNS.stream()
                .flatMap(pattern ->
                    SPREADS.stream()
                        .flatMap(spread ->
                            Stream.of(50, NVLINK2)
                                .map(link ->
                                    new Value<Surface>(
                                        "alexnet.%s.%s.%d".formatted(pattern, spread, link),
                                        surface ->
                                            surface.againstNoSpill(
                                                surface.of(pattern, spread, 540), link))))))
        .draw(Figure12Spill::draw);
  }

  private static Figures draw(Surface surface) {
    Figures figures = Figures.none();
    for (String pattern : PATTERNS) {
      figures = figures.with(chart(surface, pattern));
    }
    for (String pattern : PATTERNS) {
      figures = figures.with(pattern, table(surface, pattern));
    }
    return figures;
  }

  private static LineChart chart(Surface surface, String pattern) {
    List<Points> lines =
        SPREADS.stream()
            .flatMap(spread ->
                LINKS.stream()
                    .map(link -> {
                      List<Point> line = surface.line(pattern, spread);
                      return Points.of(
                          "%d GB/s, %s".formatted(link, spread),
                          line.stream().mapToDouble(Point::percent).toArray(),
                          line.stream()
                              .mapToDouble(point -> surface.againstNoSpill(point, link))
                              .toArray());
                    }))
            .toList();
    return LineChart.of(
        "%s: additional time by what spills".formatted(pattern),
        Axis.linear("entries that spill (%)"),
        Axis.linear("additional time (%)"),
        lines);
  }

  private static Table table(Surface surface, String pattern) {
    Columns<Point> columns =
        new Columns<Point>()
            .text("spread", Point::spread)
            .number("spill", 1, "%", Point::percent)
            .number("buddy accesses", 2, "%", surface::buddyPercent);
    LINKS.forEach(link ->
        columns.number(
            "%d GB/s".formatted(link), 1, "%", point -> surface.againstNoSpill(point, link)));
    LINKS.forEach(link ->
        columns.number(
            "%d GB/s, against in place".formatted(link),
            1,
            "%",
            point -> surface.againstCoded(point, link)));
    LINKS.forEach(link ->
        columns.number(
            "%d GB/s, against none".formatted(link),
            1,
            "%",
            point -> surface.againstNone(point, link)));
    return columns.table(
        "%s: additional time".formatted(pattern),
        SPREADS.stream().flatMap(spread -> surface.line(pattern, spread).stream()).toList());
  }
}
