package dev.magpie.lab.buddy;

import dev.magpie.buddy.Design;
import dev.magpie.buddy.Profiler;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figure 10: what the buddy threshold trades. */
final class Figure10Threshold implements NamedExperiment {
  private static final String MULTIGRID = "multigrid";

  /** Of the best ratio; ours, as the paper says near-optimal. */
  private static final double NEAR = 0.9;

  private static final double[] PERCENTS = {10, 20, 30, 40};

  @Override
  public Description description() {
    return BuddyPaper.describeTraced(
            "buddy/fig10", "The buddy threshold", "Buddy paper, section III-B, Figure 10")
        .method(
            "The final design's targets for thresholds from 10 to 40 %, limit 4x. Shares of buddy"
                + " accesses are of the accesses of the trace, as in `buddy/fig7`.")
        .claim(
            NamedExperiment.holds(
                "hpc.infrequent",
                "HPC: buddy accesses stay infrequent whatever the threshold (mean below 5 %)"))
        .claim(
            NamedExperiment.holds(
                "training.sensitive",
                "Training is more sensitive to the threshold: its buddy accesses rise more"
                    + " from 10 to 40 % than those of HPC"))
        .claim(
            NamedExperiment.holds(
                "near.best",
                "At 40 %, all but FF_HPGMG come near their best ratio (at least 90 % of it)"))
        .claim(
            NamedExperiment.of(
                    "multigrid.threshold",
                    "FF_HPGMG needs more than 80 % for its best ratio (at least 90 % of it)",
                    80,
                    Unit.PERCENT)
                .within(Band.atLeast(80)))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    List<ProgramSeries> hpc = ProgramSeries.all(false);
    List<ProgramSeries> training = ProgramSeries.all(true);
    double[] hpcShares = new double[PERCENTS.length];
    double[] trainingShares = new double[PERCENTS.length];
    double most = 0;
    for (int i = 0; i < PERCENTS.length; i++) {
      double percent = PERCENTS[i];
      hpcShares[i] = BuddyPaper.mean(hpc, each -> share(each, percent));
      trainingShares[i] = BuddyPaper.mean(training, each -> share(each, percent));
      most = Math.max(most, hpcShares[i]);
    }
    Table.Builder table = Table.titled("Thresholds").text("program");
    for (double percent : PERCENTS) {
      table.number("ratio at %.0f %%".formatted(percent), 2);
      table.number("buddy accesses at %.0f %%".formatted(percent), 2, "%");
    }
    table.number("best achievable", 2);
    boolean near = true;
    for (ProgramSeries each : ProgramSeries.all()) {
      List<Object> row = new ArrayList<>(List.of(each.label()));
      for (double percent : PERCENTS) {
        row.add(ratio(each, percent));
        row.add(share(each, percent));
      }
      double best = each.designs().best().ratio();
      row.add(best);
      table.row(row.toArray());
      if (!each.label().equals(MULTIGRID)) {
        near &= ratio(each, 40) >= NEAR * best;
      }
    }
    int last = PERCENTS.length - 1;
    return Findings.builder()
        .measure("hpc.infrequent", most < 5)
        .measure("hpc.most", most)
        .measure(
            "training.sensitive",
            trainingShares[last] - trainingShares[0] > hpcShares[last] - hpcShares[0])
        .measure("near.best", near)
        .measure("multigrid.threshold", threshold(ProgramSeries.of(MULTIGRID)))
        .chart(chart("Compression ratio by threshold", "compression ratio", Figure10Threshold::ratio))
        .chart(chart("Buddy accesses by threshold", "buddy accesses (%)", Figure10Threshold::share))
        .table("thresholds", table.build())
        .build();
  }

  /** The least threshold that brings a program near its best ratio, in steps of 5 %. */
  private static double threshold(ProgramSeries series) {
    double best = series.designs().best().ratio();
    for (double percent = 0; percent <= 100; percent += 5) {
      if (ratio(series, percent) >= NEAR * best) {
        return percent;
      }
    }
    return Double.NaN;
  }

  private interface Figure {
    double of(ProgramSeries series, double percent);
  }

  private static LineChart chart(String title, String axis, Figure figure) {
    List<Points> lines = new ArrayList<>();
    for (ProgramSeries each : ProgramSeries.all()) {
      ToDoubleFunction<Double> at = percent -> figure.of(each, percent);
      double[] ys = new double[PERCENTS.length];
      for (int i = 0; i < ys.length; i++) {
        ys[i] = at.applyAsDouble(PERCENTS[i]);
      }
      lines.add(Points.of(each.label(), PERCENTS, ys));
    }
    return LineChart.of(title, Axis.linear("buddy threshold (%)"), Axis.linear(axis), lines);
  }

  private static Design design(ProgramSeries series, double percent) {
    return new Profiler(percent / 100, 4).design(series.sizes()).zeroOptimised();
  }

  private static double ratio(ProgramSeries series, double percent) {
    return design(series, percent).ratio();
  }

  private static double share(ProgramSeries series, double percent) {
    return 100 * series.trace().buddyAccessFraction(design(series, percent).targets());
  }
}
