package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.series.MemoryTrace;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.lab.timed.OverflowRun;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import java.util.List;
import java.util.stream.IntStream;

/** The remark of section II-C on how often entries outgrow their place. */
final class Overflows {
  private static final int WARP = 32;

  static Experiment<?> experiment(BuddyStudy study) {
    return BuddyPaper.describeTraced(
            "buddy/overflows",
            "Entries that outgrow their place",
            "Buddy paper, section II-C, Comparison to CPU Trends")
        .method(
            "An overflow is a write to memory after which an entry needs more sectors than before."
                + " The kernels of `buddy/fig12` count them, with all of their buffers coded, and"
                + " their warp-instructions: on the simulated GPU, whose L2 writes back. A trace"
                + " counts those of whole programs by store, of 32 numbers as of a warp.")
        .deviation(
            "Memory is zero when a program begins, and so the first write of an entry is an overflow:"
                + " of programs of one or two sweeps, such as 352.ep and 360.ilbdc, nearly all are.")
        .deviation(
            "What the paper's writes pass through before they count, it does not say; here they"
                + " are what leaves the L2.")
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("rate", "Overflows per warp-instruction, on average")
                .because(
                    "HPC programs come to 2.4 %, and training to 0.1: it executes 27 to 122"
                        + " instructions for each access to memory, where HPC executes 0.6 to 17. If"
                        + " only stores counted, it would be 11 % (the value rate.stored, of traces).")
                .withoutDirection()
                .percent("8", Rates::mean),
            Claim.of(
                    "above.cpu",
                    "Overflows are more frequent than the 0.4 % per instruction of CPU programs")
                .atLeast(0.4, Unit.PERCENT, Rates::mean))
        .value("rate.hpc", rates -> rates.of(false))
        .value("rate.training", rates -> rates.of(true))
        .value("rate.stored", rates -> rates.series.mean(Overflows::perStore))
        .value("rate.written", rates -> rates.series.mean(Overflows::perWrite))
        .draw(Overflows::draw);
  }

  private static Rates measure(RunContext context, BuddyStudy study) {
    List<OverflowRun> runs = OverflowRun.of(context, study.programs());
    return new Rates(
        Programs.measured(context, study),
        IntStream.range(0, runs.size())
            .mapToObj(p -> new Timed(study.programs().get(p), runs.get(p)))
            .toList());
  }

  /** A program, and what its kernels come to. */
  private record Timed(TimedProgram program, OverflowRun run) {}

  /** Programs over their whole runs, and their kernels. */
  record Rates(Programs series, List<Timed> timed) {
    double mean() {
      return mean(timed);
    }

    /** Of those that train networks, or of the others. */
    private double of(boolean training) {
      return mean(timed.stream().filter(each -> each.program.training() == training).toList());
    }

    private static double mean(List<Timed> some) {
      return some.stream()
          .mapToDouble(each -> each.run.perInstruction())
          .average()
          .orElse(Double.NaN);
    }
  }

  private static Figures draw(Rates rates) {
    Columns<Timed> kernels =
        new Columns<Timed>()
            .text("program", each -> each.program.label())
            .number("warp-instructions", 0, each -> each.run.warpInstructions())
            .number("accesses to memory", 0, each -> each.run.codedAccesses())
            .number("overflows", 0, each -> each.run.overflows())
            .number("per warp-instruction", 3, "%", each -> each.run.perInstruction());
    Columns<ProgramSeries> traces =
        new Columns<ProgramSeries>()
            .text("program", ProgramSeries::label)
            .number("numbers stored", 0, each -> each.trace().stored())
            .number("entries written", 0, each -> each.trace().writes())
            .number("overflows", 0, each -> each.trace().overflows())
            .number("per store of a warp", 3, "%", Overflows::perStore)
            .number("per write of an entry", 3, "%", Overflows::perWrite);
    return Figures.none()
        .with(
            BarChart.of(
                "Overflows of kernels",
                rates.timed.stream().map(each -> each.program.label()).toList(),
                Axis.linear("per warp-instruction (%)"),
                List.of(
                    Series.of(
                        "per warp-instruction",
                        rates.timed.stream()
                            .mapToDouble(each -> each.run.perInstruction())
                            .toArray()))))
        .with("kernels", kernels.table("Overflows of kernels", rates.timed))
        .with("overflows", traces.table("Overflows of traces", rates.series.all()));
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
