package dev.magpie.lab.buddy;

import dev.magpie.buddy.SizeSet;
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
import java.util.stream.IntStream;

/** Figure 3: the compression ratio of all allocated memory over the run of each program. */
final class Figure3Compressibility implements NamedExperiment {

  @Override
  public Description description() {
    return BuddyPaper.describe(
            "buddy/fig3", "Compressibility over time", "Buddy paper, section II-C, Figure 3")
        .method(
            "Sizes are 0, 8, 16, 32, 64, 80, 96 and 128 bytes, without page packing. A program's"
                + " ratio pools its snapshots; means over programs are geometric.")
        .claim(
            NamedExperiment.of("ratio.hpc", "HPC programs compress 2.51x", 2.51, Unit.RATIO)
                .within(Band.around(2.51, 0.25))
                .notExpected(BuddyPaper.NOT_THE_PAPERS))
        .claim(
            NamedExperiment.of("ratio.training", "Training compresses 1.85x", 1.85, Unit.RATIO)
                .within(Band.around(1.85, 0.2))
                .notExpected(BuddyPaper.NOT_THE_PAPERS))
        .claim(
            NamedExperiment.holds(
                "seismic.falls",
                "355.seismic begins with many zeros and loses compressibility as waves spread"))
        .claim(
            NamedExperiment.of("seismic.end", "355.seismic ends near 2x", 2, Unit.RATIO)
                .within(Band.around(2, 0.4)))
        .claim(
            NamedExperiment.holds(
                "training.constant",
                "The overall ratio of training stays roughly constant (within 25 % of its mean)"))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    Findings.Builder findings = Findings.builder();
    Table.Builder table =
        Table.titled("Compression ratio of all allocations").text("program").text("after");
    List<String> snapshots = ProgramSeries.all().getFirst().sizes().snapshots();
    snapshots.forEach(name -> table.number(name, 2));
    for (ProgramSeries each : ProgramSeries.all()) {
      List<Object> row = new ArrayList<>(List.of(each.label(), each.after()));
      for (double ratio : ratios(each)) {
        row.add(ratio);
      }
      table.row(row.toArray());
    }
    double constant = 1;
    for (ProgramSeries each : ProgramSeries.all(true)) {
      double[] ratios = ratios(each);
      double mean =
          IntStream.range(0, ratios.length).mapToDouble(i -> ratios[i]).average().orElse(0);
      for (double ratio : ratios) {
        constant = Math.abs(ratio / mean - 1) > 0.25 ? 0 : constant;
      }
    }
    double[] seismic =
        ProgramSeries.all().stream()
            .filter(each -> each.label().equals("seismic"))
            .map(Figure3Compressibility::ratios)
            .findFirst()
            .orElseThrow();
    return findings
        .measure("ratio.hpc", BuddyPaper.geometricMean(ProgramSeries.all(false), Figure3Compressibility::pooled))
        .measure("ratio.training", BuddyPaper.geometricMean(ProgramSeries.all(true), Figure3Compressibility::pooled))
        .measure("seismic.falls", seismic[0] > 2 * seismic[seismic.length - 1])
        .measure("seismic.end", seismic[seismic.length - 1])
        .measure("training.constant", constant)
        .chart(chart("HPC", snapshots, ProgramSeries.all(false)))
        .chart(chart("Training", snapshots, ProgramSeries.all(true)))
        .table("ratios", table.build())
        .build();
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
