package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.series.MemoryTrace;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;

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
                + " The rate is per store, of 32 numbers as of a warp.")
        .deviation(
            "The paper's rates are per instruction, of which stores are a part that a trace of"
                + " arrays does not know.")
        .measure(context -> Programs.measured(context, study))
        .claims(
            Claim.of("rate", "Overflows per warp-instruction, on average")
                .open(
                    "8 %",
                    "Overflows of the kernels of `buddy/fig12` with all buffers coded: `magpie"
                        + " simulate` counts them, and their warp-instructions, one program at a"
                        + " time."),
            Claim.of("above.cpu", "Overflows are more frequent than CPU programs'")
                .open(
                    "0.4 % per instruction",
                    "The same counts, and those of CPU programs, such as SPECcpu2006."))
        .value("rate.stored", programs -> programs.mean(Overflows::perStore))
        .value("rate.written", programs -> programs.mean(Overflows::perWrite))
        .draw(Overflows::draw);
  }

  private static Figures draw(Programs programs) {
    Columns<ProgramSeries> columns =
        new Columns<ProgramSeries>()
            .text("program", ProgramSeries::label)
            .number("numbers stored", 0, each -> each.trace().stored())
            .number("entries written", 0, each -> each.trace().writes())
            .number("overflows", 0, each -> each.trace().overflows())
            .number("per store of a warp", 3, "%", Overflows::perStore)
            .number("per write of an entry", 3, "%", Overflows::perWrite);
    return Figures.none()
        .with(
            programs.chart(
                "Overflows",
                "rate (%)",
                Series.of("per store of a warp", programs.each(Overflows::perStore)),
                Series.of("per write of an entry", programs.each(Overflows::perWrite))))
        .with("overflows", columns.table("Overflows", programs.all()));
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
