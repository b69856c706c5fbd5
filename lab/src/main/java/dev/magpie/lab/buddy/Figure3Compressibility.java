package dev.magpie.lab.buddy;

import dev.magpie.buddy.SizeSet;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.series.ProgramSeries;
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

  static Experiment<?> experiment(BuddyStudy study) {
    return BuddyPaper.describe(
            "buddy/fig3", "Compressibility over time", "Buddy paper, section II-C, Figure 3")
        .method(
            "Sizes are 0, 8, 16, 32, 64, 80, 96 and 128 bytes, without page packing. A program's"
                + " ratio pools its snapshots; means over programs are geometric.")
        .measure(context -> Programs.measured(context, study))
        .claims(
            Claim.of("ratio.hpc", "HPC programs compress 2.51x")
                .because(
                    "Six of the ten programs compress by a quarter at most, seen over their runs: they"
                        + " hold numbers of 64 bits, whose low halves are noise to BPC. In 32 bits"
                        + " the mean would be 2.09 (`buddy/hypotheses`). A program's ratio is that of"
                        + " all its snapshots together; the mean of its ten ratios, which the paper's"
                        + " caption may mean, makes 1.91 of 1.63, by 355.seismic alone.")
                .ratio(
                    "2.51",
                    programs -> programs.hpc().geometricMean(Figure3Compressibility::pooled)),
            Claim.of(
                    "above.cpu",
                    "Memory compresses by more on average than prior work reports of CPU programs"
                        + " (section II-C)")
                .open("higher", "Those programs, such as SPECcpu's, under the same codec."),
            Claim.of("ratio.training", "Training compresses 1.85x")
                .because(
                    "Weights, their momentum and normalised activations in fp32 are noise to BPC; of"
                        + " zeros that rectifiers leave it gains little. Were a quarter"
                        + " of all memory idle and zero, it would be four thirds of that, and so the"
                        + " paper's: a hypothesis (`buddy/hypotheses`).")
                .ratio(
                    "1.85",
                    programs -> programs.training().geometricMean(Figure3Compressibility::pooled)),
            Claim.of(
                    "seismic.falls",
                    "355.seismic begins with many zeros: no snapshot compresses as well as the"
                        + " first")
                .nowhere("snapshots", programs -> notBelowFirst(programs.of(SEISMIC))),
            Claim.of("seismic.end", "355.seismic approaches 2x")
                .because(
                    "Velocities and stresses, a third of its memory, end at 1.04 to 1.08; what"
                        + " absorbing layers remember, the rest, above 2.")
                .ratio("2", programs -> last(programs.of(SEISMIC))),
            Claim.of(
                    "training.entries",
                    "In training the ratio of the whole stays roughly constant, though entries"
                        + " change often: a greater share of them changes from snapshot to snapshot"
                        + " than the ratio varies")
                .because(
                    "Rows of BigLSTM's accumulators leave their first value one after another and"
                        + " do not come back: few entries change, and all in one direction.")
                .nowhere(
                    "programs",
                    programs ->
                        programs
                            .training()
                            .where(each -> each.snapshots().changing() <= variation(each) - 1)),
            Claim.of("changes.cpu", "Compressibility changes more often than that of CPU programs")
                .open("more frequent", "Snapshots of CPU programs, such as SPECcpu2006."))
        .value(
            "ratio.hpc.meanOfSnapshots",
            programs -> programs.hpc().geometricMean(Figure3Compressibility::meanOfSnapshots))
        .value(
            "ratio.training.meanOfSnapshots",
            programs -> programs.training().geometricMean(Figure3Compressibility::meanOfSnapshots))
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

  /** The snapshots after the first that compress as well or better. */
  private static List<String> notBelowFirst(ProgramSeries series) {
    double[] ratios = ratios(series);
    return IntStream.range(1, ratios.length)
        .filter(s -> ratios[s] >= ratios[0])
        .mapToObj(s -> series.sizes().snapshots().get(s))
        .toList();
  }

  /** The highest over the lowest of a program's ratios. */
  private static double variation(ProgramSeries series) {
    double[] ratios = ratios(series);
    return Arrays.stream(ratios).max().orElse(Double.NaN)
        / Arrays.stream(ratios).min().orElse(Double.NaN);
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

  private static double meanOfSnapshots(ProgramSeries series) {
    return Arrays.stream(ratios(series)).average().orElse(Double.NaN);
  }

  private static double pooled(ProgramSeries series) {
    return series.sizes().pooled().ratio(SizeSet.OPTIMISTIC);
  }
}
