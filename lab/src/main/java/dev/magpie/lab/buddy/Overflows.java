package dev.magpie.lab.buddy;

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
import java.util.List;

/** The remark of section II-C on how often entries outgrow their place. */
final class Overflows implements NamedExperiment {
  private static final int WARP = 32;

  @Override
  public Description description() {
    return BuddyPaper.describeTraced(
            "buddy/overflows",
            "Entries that outgrow their place",
            "Buddy paper, section II-C, Comparison to CPU Trends")
        .method(
            "An overflow is a write to memory after which an entry needs more sectors than before."
                + " The rate is per store, of 32 numbers as of a warp.")
        .deviation("The paper's 8 % is per warp-instruction, of which stores are a part.")
        .claim(
            NamedExperiment.of(
                    "rate", "Overflows are 8 % per warp-instruction on average", 8, Unit.PERCENT)
                .within(Band.around(8, 4))
                .notExpected("Per store, and of other programs."))
        .claim(
            NamedExperiment.of(
                    "above.cpu",
                    "Overflows are more frequent than the 0.4 % per instruction of CPU programs",
                    1,
                    Unit.YES_NO)
                .notExpected("Per store, which is not comparable with per instruction."))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    List<ProgramSeries> all = ProgramSeries.all();
    Table.Builder table =
        Table.titled("Overflows")
            .text("program")
            .number("numbers stored", 0)
            .number("entries written", 0)
            .number("overflows", 0)
            .number("per store of a warp", 3, "%")
            .number("per write of an entry", 3, "%");
    for (ProgramSeries each : all) {
      MemoryTrace.Result trace = each.trace();
      table.row(
          each.label(),
          trace.stored(),
          trace.writes(),
          trace.overflows(),
          perStore(each),
          perWrite(each));
    }
    double mean = BuddyPaper.mean(all, Overflows::perStore);
    return Findings.builder()
        .measure("rate", mean)
        .measure("rate.written", BuddyPaper.mean(all, Overflows::perWrite))
        .measure("above.cpu", mean > 0.4)
        .chart(
            BarChart.of(
                "Overflows",
                ProgramSeries.labels(all),
                Axis.linear("rate (%)"),
                List.of(
                    Series.of(
                        "per store of a warp",
                        all.stream().mapToDouble(Overflows::perStore).toArray()),
                    Series.of(
                        "per write of an entry",
                        all.stream().mapToDouble(Overflows::perWrite).toArray()))))
        .table("overflows", table.build())
        .build();
  }

  private static double perStore(ProgramSeries series) {
    MemoryTrace.Result trace = series.trace();
    return trace.stored() == 0 ? 0 : 100.0 * WARP * trace.overflows() / trace.stored();
  }

  private static double perWrite(ProgramSeries series) {
    MemoryTrace.Result trace = series.trace();
    return trace.writes() == 0 ? 0 : 100.0 * trace.overflows() / trace.writes();
  }
}
