package dev.magpie.lab.buddy;

import dev.magpie.buddy.Design;
import dev.magpie.buddy.Designs;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/** Figure 7: naive, per-allocation and zero-optimised targets. */
final class Figure7Targets implements NamedExperiment {
  private static final List<String> NAMES = List.of("naive", "per allocation", "zero-optimised");
  private static final List<String> KEYS = List.of("naive", "perAllocation", "zeroOptimised");
  private static final List<Function<Designs, Design>> DESIGNS =
      List.of(Designs::naive, Designs::perAllocation, Designs::zeroOptimised);
  private static final double[][] RATIOS = {{1.57, 1.7, 1.9}, {1.18, 1.4, 1.5}};
  private static final double[][] ACCESSES = {{8, Double.NaN, 0.08}, {32, Double.NaN, 4}};
  private static final List<String> KINDS = List.of("hpc", "training");

  @Override
  public Description description() {
    Description.Builder description =
        BuddyPaper.describeTraced(
                "buddy/fig7",
                "Choosing target ratios",
                "Buddy paper, section III-B and C, Figure 7")
            .method(
                "Targets are chosen with a buddy threshold of 30 % and an overall limit of 4x. A"
                    + " buddy access is one to a memory-entry that does not fit its target then;"
                    + " shares are of the accesses of the trace. Beside them stands what the"
                    + " profiler expects, which counts each entry once in each snapshot. Means of"
                    + " ratios over programs are geometric, of shares arithmetic.")
            .parameter("threshold", 0.3)
            .parameter("maxRatio", 4);
    for (int kind = 0; kind < 2; kind++) {
      String what = kind == 0 ? "HPC" : "Training";
      for (int d = 0; d < DESIGNS.size(); d++) {
        double ratio = RATIOS[kind][d];
        description.claim(
            NamedExperiment.of(
                    "ratio." + KINDS.get(kind) + "." + KEYS.get(d),
                    "%s, %s: %sx".formatted(what, NAMES.get(d), ratio),
                    ratio,
                    Unit.RATIO)
                .within(Band.around(ratio, 0.1 * ratio))
                .notExpected(BuddyPaper.NOT_THE_PAPERS));
        double share = ACCESSES[kind][d];
        if (!Double.isNaN(share)) {
          description.claim(
              NamedExperiment.of(
                      "accesses." + KINDS.get(kind) + "." + KEYS.get(d),
                      "%s, %s: %s %% buddy accesses".formatted(what, NAMES.get(d), share),
                      share,
                      Unit.PERCENT)
                  .within(Band.around(share, 0.25 * share))
                  .notExpected(BuddyPaper.NOT_THE_PAPERS));
        }
      }
      description.claim(
          NamedExperiment.holds(
              "fewer." + KINDS.get(kind),
              "%s: per-allocation targets need buddy memory less often than naive ones"
                  .formatted(what)));
      description.claim(
          NamedExperiment.holds(
              "higher." + KINDS.get(kind),
              "%s: each optimisation raises the ratio or leaves it".formatted(what)));
    }
    return description.build();
  }

  @Override
  public Findings run(RunContext context) {
    Findings.Builder findings = Findings.builder();
    Table.Builder table = Table.titled("Designs").text("program").text("after");
    NAMES.forEach(name ->
        table
            .number(name, 2)
            .number(name + ", buddy accesses", 2, "%")
            .number(name + ", expected", 2, "%"));
    table.number("best achievable", 2);
    for (ProgramSeries each : ProgramSeries.all()) {
      Designs designs = each.designs();
      List<Object> row = new ArrayList<>(List.of(each.label(), each.after()));
      for (Function<Designs, Design> which : DESIGNS) {
        row.add(which.apply(designs).ratio());
        row.add(traced(each, which));
        row.add(100 * which.apply(designs).buddyAccessFraction());
      }
      row.add(designs.best().ratio());
      table.row(row.toArray());
    }
    for (int kind = 0; kind < 2; kind++) {
      measure(KINDS.get(kind), ProgramSeries.all(kind == 1), findings);
    }
    return findings
        .chart(
            chart(
                "Compression ratio by design",
                "compression ratio",
                (each, which) -> which.apply(each.designs()).ratio()))
        .chart(chart("Buddy accesses by design", "buddy accesses (%)", Figure7Targets::traced))
        .table("designs", table.build())
        .build();
  }

  private static void measure(String kind, List<ProgramSeries> series, Findings.Builder findings) {
    double[] ratios = new double[DESIGNS.size()];
    double[] shares = new double[DESIGNS.size()];
    for (int d = 0; d < DESIGNS.size(); d++) {
      Function<Designs, Design> which = DESIGNS.get(d);
      ratios[d] = BuddyPaper.geometricMean(series, each -> which.apply(each.designs()).ratio());
      shares[d] = BuddyPaper.mean(series, each -> traced(each, which));
      findings.measure("ratio." + kind + "." + KEYS.get(d), ratios[d]);
      findings.measure("accesses." + kind + "." + KEYS.get(d), shares[d]);
      findings.measure(
          "expected." + kind + "." + KEYS.get(d),
          100 * BuddyPaper.mean(series, each -> which.apply(each.designs()).buddyAccessFraction()));
    }
    findings.measure("fewer." + kind, shares[1] < shares[0]);
    findings.measure("higher." + kind, ratios[1] >= ratios[0] && ratios[2] >= ratios[1]);
  }

  /** Percent of the trace's accesses. */
  private static double traced(ProgramSeries series, Function<Designs, Design> which) {
    return 100 * series.trace().buddyAccessFraction(which.apply(series.designs()).targets());
  }

  private static BarChart chart(
      String title,
      String axis,
      ToDoubleBiFunction<ProgramSeries, Function<Designs, Design>> figure) {
    List<Series> series = new ArrayList<>();
    for (int d = 0; d < DESIGNS.size(); d++) {
      Function<Designs, Design> which = DESIGNS.get(d);
      series.add(
          Series.of(
              NAMES.get(d),
              ProgramSeries.all().stream()
                  .mapToDouble(each -> figure.applyAsDouble(each, which))
                  .toArray()));
    }
    return BarChart.of(title, ProgramSeries.labels(ProgramSeries.all()), Axis.linear(axis), series);
  }
}
