package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import dev.magpie.report.Table;

/** Figure 8: how homogeneous memory is, in one number a program. */
final class Figure8Places implements NamedExperiment {

  @Override
  public Description description() {
    return BuddyPaper.describe(
            "buddy/fig8", "Where memory compresses", "Buddy paper, section III-B, Figure 8")
        .method(
            "The figure is a map of each program's memory, which `magpie profile --report` draws."
                + " Here is what it shows in a number: the share of entries that take as many"
                + " sectors as the entry before them.")
        .claim(
            NamedExperiment.holds(
                "homogeneous",
                "HPC programs have large homogeneous regions, more so than training (mean share"
                    + " of like neighbours)"))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    double hpc = BuddyPaper.mean(ProgramSeries.all(false), ProgramSeries::alike);
    double training = BuddyPaper.mean(ProgramSeries.all(true), ProgramSeries::alike);
    Table.Builder table = Table.titled("Like neighbours").text("program").number("share", 1, "%");
    ProgramSeries.all().forEach(each -> table.row(each.label(), 100 * each.alike()));
    return Findings.builder()
        .measure("homogeneous", hpc > training)
        .measure("alike.hpc", hpc)
        .measure("alike.training", training)
        .chart(
            BarChart.of(
                "Entries that take as many sectors as the one before",
                ProgramSeries.labels(ProgramSeries.all()),
                Axis.linear("share (%)"),
                java.util.List.of(
                    Series.of(
                        "like neighbours",
                        ProgramSeries.all().stream()
                            .mapToDouble(each -> 100 * each.alike())
                            .toArray()))))
        .table("neighbours", table.build())
        .build();
  }
}
