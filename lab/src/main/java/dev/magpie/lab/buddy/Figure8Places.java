package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;

/** Figure 8: how homogeneous memory is, in one number a program. */
final class Figure8Places {
  private static final String MULTIGRID = "multigrid";

  static Experiment<?> experiment(BuddyStudy study) {
    return BuddyPaper.describe(
            "buddy/fig8", "Where memory compresses", "Buddy paper, section III-B, Figure 8")
        .method(
            "The figure is a map of each program's memory, which `magpie profile --report` draws."
                + " Here is what it shows in a number: the share of entries that take as many"
                + " sectors as the entry before them.")
        .measure(context -> Programs.measured(context, study))
        .claims(
            Claim.of(
                    "homogeneous",
                    "HPC programs have large homogeneous regions, more so than training (mean share"
                        + " of like neighbours)")
                .holds(programs ->
                    programs.hpc().mean(Figure8Places::alike)
                        > programs.training().mean(Figure8Places::alike)),
            Claim.of("striped", "FF_HPGMG is striped: no HPC program has fewer like neighbours")
                .because(
                    "Its boxes hold field after field: on the finest level 82 % of the entries need"
                        + " all four sectors and 17 % hardly any, in runs of 27 on average over all"
                        + " levels.")
                .nowhere(
                    "programs",
                    programs ->
                        programs.hpc().where(each -> alike(each) < alike(programs.of(MULTIGRID)))),
            Claim.of("boundaries", "Boundaries of regions are mostly those of allocations")
                .open("most", "What a region is: the paper points at maps of its programs."))
        .value("alike.hpc", programs -> programs.hpc().mean(Figure8Places::alike))
        .value("alike.training", programs -> programs.training().mean(Figure8Places::alike))
        .draw(Figure8Places::draw);
  }

  /** Share of entries that take as many sectors as the one before. */
  private static double alike(ProgramSeries series) {
    return series.snapshots().alike();
  }

  private static Figures draw(Programs programs) {
    Columns<ProgramSeries> columns =
        new Columns<ProgramSeries>()
            .text("program", ProgramSeries::label)
            .number("share", 1, "%", each -> 100 * alike(each));
    return Figures.none()
        .with(
            programs.chart(
                "Entries that take as many sectors as the one before",
                "share (%)",
                Series.of("like neighbours", programs.each(each -> 100 * alike(each)))))
        .with("neighbours", columns.table("Like neighbours", programs.all()));
  }
}
