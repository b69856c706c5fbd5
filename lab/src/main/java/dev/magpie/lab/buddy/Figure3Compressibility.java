package dev.magpie.lab.buddy;

import dev.magpie.buddy.SizeSet;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 3: the compression ratio of all allocated memory over the run of each program. */
final class Figure3Compressibility {
  private static final String SEISMIC = "seismic";

  static Experiment<?> experiment() {
    return BuddyPaper.describe(
            "buddy/fig3", "Compressibility over time", "Buddy paper, section II-C, Figure 3")
        .method(
            "Sizes are 0, 8, 16, 32, 64, 80, 96 and 128 bytes, without page packing. A program's"
                + " ratio pools its snapshots; means over programs are geometric.")
        .measure(_ -> Programs.measured())
        .claims(
            Claim.of("ratio.hpc", "HPC programs compress 2.51x")
                .around(0.25)
                .notExpected(BuddyPaper.NOT_THE_PAPERS)
                .ratio(
                    2.51, programs -> programs.hpc().geometricMean(Figure3Compressibility::pooled)),
            Claim.of("ratio.training", "Training compresses 1.85x")
                .around(0.2)
                .notExpected(BuddyPaper.NOT_THE_PAPERS)
                .ratio(
                    1.85,
                    programs -> programs.training().geometricMean(Figure3Compressibility::pooled)),
            Claim.of(
                    "seismic.falls",
                    "355.seismic begins with many zeros and loses compressibility as waves spread")
                .holds(
                    programs -> ratios(programs.of(SEISMIC))[0] > 2 * last(programs.of(SEISMIC))),
            Claim.of("seismic.end", "355.seismic ends near 2x")
                .around(0.4)
                .ratio(2, programs -> last(programs.of(SEISMIC))),
            Claim.of(
                    "training.constant",
                    "The overall ratio of training stays roughly constant (within 25 % of its"
                        + " mean)")
                .holds(programs ->
                    programs.training().all().stream().allMatch(each -> isConstant(each))))
        .draw(Figure3Compressibility::draw);
  }

  private static Figures draw(Programs programs) {
    List<String> snapshots = programs.all().getFirst().sizes().snapshots();
    Columns<ProgramSeries> columns =
        new Columns<ProgramSeries>()
            .text("program", ProgramSeries::label)
            .text("after", ProgramSeries::after);
    for (int s = 0; s < snapshots.size(); s++) {
      int at = s;
      columns.number(snapshots.get(s), 2, each -> ratios(each)[at]);
    }
    return Figures.none()
        .with(chart("HPC", snapshots, programs.hpc().all()))
        .with(chart("Training", snapshots, programs.training().all()))
        .with("ratios", columns.table("Compression ratio of all allocations", programs.all()));
  }

  private static double last(ProgramSeries series) {
    double[] ratios = ratios(series);
    return ratios[ratios.length - 1];
  }

  private static boolean isConstant(ProgramSeries series) {
    double[] ratios = ratios(series);
    double mean = Arrays.stream(ratios).average().orElse(0);
    return Arrays.stream(ratios).noneMatch(ratio -> Math.abs(ratio / mean - 1) > 0.25);
  }

  private static LineChart chart(String kind, List<String> snapshots, List<ProgramSeries> series) {
    return LineChart.of(
        kind + ": compression ratio over the run",
        Axis.labels("snapshot", snapshots),
        Axis.log2("compression ratio"),
        series.stream().map(each -> Points.overLabels(each.label(), ratios(each))).toList());
  }

  private static double[] ratios(ProgramSeries series) {
    return IntStream.range(0, series.sizes().snapshots().size())
        .mapToDouble(s -> series.sizes().ofSnapshot(s).ratio(SizeSet.OPTIMISTIC))
        .toArray();
  }

  private static double pooled(ProgramSeries series) {
    return series.sizes().pooled().ratio(SizeSet.OPTIMISTIC);
  }
}
