package dev.magpie.lab.buddy;

import dev.magpie.buddy.Design;
import dev.magpie.buddy.Designs;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 7: naive, per-allocation and zero-optimised targets. */
final class Figure7Targets {
  private static final List<String> NAMES = List.of("naive", "per allocation", "zero-optimised");
  private static final List<String> KEYS = List.of("naive", "perAllocation", "zeroOptimised");
  private static final List<Function<Designs, Design>> DESIGNS =
      List.of(Designs::naive, Designs::perAllocation, Designs::zeroOptimised);

  static Experiment<?> experiment() {
    return BuddyPaper.describeTraced(
            "buddy/fig7", "Choosing target ratios", "Buddy paper, section III-B and C, Figure 7")
        .method(
            "Targets are chosen with a buddy threshold of 30 % and an overall limit of 4x. A"
                + " buddy access is one to a memory-entry that does not fit its target then;"
                + " shares are of the accesses of the trace. Beside them stands what the"
                + " profiler expects, which counts each entry once in each snapshot. Means of"
                + " ratios over programs are geometric, of shares arithmetic.")
        .parameter("threshold", 0.3)
        .parameter("maxRatio", 4)
        .measure(_ -> Programs.measured())
        .claims(KINDS.stream().flatMap(Kind::claims))
        .values(KINDS.stream().flatMap(Kind::values))
        .draw(Figure7Targets::draw);
  }

  private static Figures draw(Programs programs) {
    Columns<ProgramSeries> columns =
        new Columns<ProgramSeries>()
            .text("program", ProgramSeries::label)
            .text("after", ProgramSeries::after);
    for (int d = 0; d < DESIGNS.size(); d++) {
      Function<Designs, Design> which = DESIGNS.get(d);
      columns
          .number(NAMES.get(d), 2, each -> which.apply(each.designs()).ratio())
          .number(NAMES.get(d) + ", buddy accesses", 2, "%", each -> traced(each, which))
          .number(
              NAMES.get(d) + ", expected",
              2,
              "%",
              each -> 100 * which.apply(each.designs()).buddyAccessFraction());
    }
    columns.number("best achievable", 2, each -> each.designs().best().ratio());
    return Figures.none()
        .with(
            chart(
                programs,
                "Compression ratio by design",
                "compression ratio",
                (each, which) -> which.apply(each.designs()).ratio()))
        .with(
            chart(
                programs, "Buddy accesses by design", "buddy accesses (%)", Figure7Targets::traced))
        .with("designs", columns.table("Designs", programs.all()));
  }

  /**
   * The programs of a kind.
   *
   * @param ratios the paper's, design by design
   * @param shares the paper's percent of buddy accesses; NaN where it gives none
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes kinds.
  private record Kind(
      String key, String title, UnaryOperator<Programs> of, double[] ratios, double[] shares) {
    Stream<Claim<Programs>> claims() {
      return Stream.concat(
          IntStream.range(0, NAMES.size()).boxed().flatMap(this::claims),
          Stream.of(
              Claim.of(
                      "fewer." + key,
                      title
                          + ": per-allocation targets need buddy memory less often than naive ones")
                  .holds(programs -> accesses(programs, 1) < accesses(programs, 0)),
              Claim.of("higher." + key, title + ": each optimisation raises the ratio or leaves it")
                  .holds(programs ->
                      ratio(programs, 1) >= ratio(programs, 0)
                          && ratio(programs, 2) >= ratio(programs, 1))));
    }

    private Stream<Claim<Programs>> claims(int design) {
      String name = title + ", " + NAMES.get(design);
      Claim<Programs> ratio =
          Claim.of("ratio." + end(design), "%s: %sx".formatted(name, ratios[design]))
              .around(0.1 * ratios[design])
              .notExpected(BuddyPaper.NOT_THE_PAPERS)
              .ratio(ratios[design], programs -> ratio(programs, design));
      double share = shares[design];
      return Double.isNaN(share)
          ? Stream.of(ratio)
          : Stream.of(
              ratio,
              Claim.of("accesses." + end(design), "%s: %s %% buddy accesses".formatted(name, share))
                  .around(0.25 * share)
                  .notExpected(BuddyPaper.NOT_THE_PAPERS)
                  .percent(share, programs -> accesses(programs, design)));
    }

    /** What the paper has no share for, and what the profiler expects. */
    Stream<Value<Programs>> values() {
      return IntStream.range(0, NAMES.size())
          .boxed()
          .flatMap(design ->
              Stream.of(
                      new Value<Programs>(
                          "accesses." + end(design), programs -> accesses(programs, design)),
                      new Value<Programs>(
                          "expected." + end(design), programs -> expected(programs, design)))
                  .skip(Double.isNaN(shares[design]) ? 0 : 1));
    }

    private String end(int design) {
      return key + "." + KEYS.get(design);
    }

    private double ratio(Programs programs, int design) {
      return of.apply(programs)
          .geometricMean(each -> DESIGNS.get(design).apply(each.designs()).ratio());
    }

    /** Percent of the trace's accesses. */
    private double accesses(Programs programs, int design) {
      return of.apply(programs).mean(each -> traced(each, DESIGNS.get(design)));
    }

    /** Percent of the accesses, as the profiler expects. */
    private double expected(Programs programs, int design) {
      return 100
          * of.apply(programs)
              .mean(each -> DESIGNS.get(design).apply(each.designs()).buddyAccessFraction());
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "hpc",
              "HPC",
              Programs::hpc,
              new double[] {1.57, 1.7, 1.9},
              new double[] {8, Double.NaN, 0.08}),
          new Kind(
              "training",
              "Training",
              Programs::training,
              new double[] {1.18, 1.4, 1.5},
              new double[] {32, Double.NaN, 4}));

  /** Percent of the trace's accesses. */
  private static double traced(ProgramSeries series, Function<Designs, Design> which) {
    return 100 * series.trace().buddyAccessFraction(which.apply(series.designs()).targets());
  }

  private static BarChart chart(
      Programs programs,
      String title,
      String axis,
      ToDoubleBiFunction<ProgramSeries, Function<Designs, Design>> figure) {
    List<Series> series = new ArrayList<>();
    for (int d = 0; d < DESIGNS.size(); d++) {
      Function<Designs, Design> which = DESIGNS.get(d);
      series.add(Series.of(NAMES.get(d), programs.each(each -> figure.applyAsDouble(each, which))));
    }
    return programs.chart(title, axis, series.toArray(Series[]::new));
  }
}
