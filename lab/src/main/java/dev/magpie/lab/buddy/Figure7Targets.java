package dev.magpie.lab.buddy;

import dev.magpie.buddy.Design;
import dev.magpie.buddy.Designs;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.UnaryOperator;

/** Figure 7: naive, per-allocation and zero-optimised targets. */
final class Figure7Targets implements Experiment<Programs> {
  private static final List<String> NAMES = List.of("naive", "per allocation", "zero-optimised");
  private static final List<String> KEYS = List.of("naive", "perAllocation", "zeroOptimised");
  private static final List<Function<Designs, Design>> DESIGNS =
      List.of(Designs::naive, Designs::perAllocation, Designs::zeroOptimised);
  private static final double[][] RATIOS = {{1.57, 1.7, 1.9}, {1.18, 1.4, 1.5}};
  private static final double[][] ACCESSES = {{8, Double.NaN, 0.08}, {32, Double.NaN, 4}};

  @Override
  public Description description() {
    return BuddyPaper.describeTraced(
            "buddy/fig7", "Choosing target ratios", "Buddy paper, section III-B and C, Figure 7")
        .method(
            "Targets are chosen with a buddy threshold of 30 % and an overall limit of 4x. A"
                + " buddy access is one to a memory-entry that does not fit its target then;"
                + " shares are of the accesses of the trace. Beside them stands what the"
                + " profiler expects, which counts each entry once in each snapshot. Means of"
                + " ratios over programs are geometric, of shares arithmetic.")
        .parameter("threshold", 0.3)
        .parameter("maxRatio", 4);
  }

  /** The programs of a kind. */
  private record Kind(String key, String title, UnaryOperator<Programs> of) {
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
          new Kind("hpc", "HPC", Programs::hpc),
          new Kind("training", "Training", Programs::training));

  @Override
  public List<Claim<Programs>> claims() {
    List<Claim<Programs>> claims = new ArrayList<>();
    for (int k = 0; k < KINDS.size(); k++) {
      Kind kind = KINDS.get(k);
      for (int d = 0; d < DESIGNS.size(); d++) {
        int design = d;
        double ratio = RATIOS[k][d];
        claims.add(
            Claim.of(
                    "ratio." + kind.key + "." + KEYS.get(d),
                    "%s, %s: %sx".formatted(kind.title, NAMES.get(d), ratio))
                .around(0.1 * ratio)
                .notExpected(BuddyPaper.NOT_THE_PAPERS)
                .ratio(ratio, programs -> kind.ratio(programs, design)));
        double share = ACCESSES[k][d];
        if (!Double.isNaN(share)) {
          claims.add(
              Claim.of(
                      "accesses." + kind.key + "." + KEYS.get(d),
                      "%s, %s: %s %% buddy accesses".formatted(kind.title, NAMES.get(d), share))
                  .around(0.25 * share)
                  .notExpected(BuddyPaper.NOT_THE_PAPERS)
                  .percent(share, programs -> kind.accesses(programs, design)));
        }
      }
      claims.add(
          Claim.of(
                  "fewer." + kind.key,
                  "%s: per-allocation targets need buddy memory less often than naive ones"
                      .formatted(kind.title))
              .holds(programs -> kind.accesses(programs, 1) < kind.accesses(programs, 0)));
      claims.add(
          Claim.of(
                  "higher." + kind.key,
                  "%s: each optimisation raises the ratio or leaves it".formatted(kind.title))
              .holds(programs ->
                  kind.ratio(programs, 1) >= kind.ratio(programs, 0)
                      && kind.ratio(programs, 2) >= kind.ratio(programs, 1)));
    }
    return claims;
  }

  @Override
  public List<Value<Programs>> values() {
    List<Value<Programs>> values = new ArrayList<>();
    for (int k = 0; k < KINDS.size(); k++) {
      Kind kind = KINDS.get(k);
      for (int d = 0; d < DESIGNS.size(); d++) {
        int design = d;
        String end = kind.key + "." + KEYS.get(d);
        if (Double.isNaN(ACCESSES[k][d])) {
          values.add(Value.of("accesses." + end, programs -> kind.accesses(programs, design)));
        }
        values.add(Value.of("expected." + end, programs -> kind.expected(programs, design)));
      }
    }
    return values;
  }

  @Override
  public Programs measure(RunContext context) {
    return Programs.measured();
  }

  @Override
  public Figures draw(Programs programs) {
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
    return BarChart.of(title, programs.labels(), Axis.linear(axis), series);
  }
}
