package dev.magpie.lab.buddy;

import dev.magpie.buddy.EntrySizes;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.lab.series.RegionBoundaries;
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
                + " Here is what it shows in numbers: the share of entries that take as many"
                + " sectors as the entry before them; how long runs of such entries are on average;"
                + " and where regions end, between two of the figure's rows of %d entries whose most"
                    .formatted(RegionBoundaries.ROW_ENTRIES)
                + " common number of sectors differs. All snapshots count.")
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
                    "Its boxes hold field after field: 80 % of the entries need all four sectors and"
                        + " 18 % none, in runs of 27 on average.")
                .nowhere(
                    "programs",
                    programs ->
                        programs.hpc().where(each -> alike(each) < alike(programs.of(MULTIGRID)))),
            Claim.of(
                    "boundaries",
                    "Boundaries of regions are mostly those of allocations: more than half, in most"
                        + " programs")
                .because(
                    "They are in 354.cg alone. Waves, a blast and absorbing layers end within an"
                        + " array, and an array holds what compresses differently: all fields of a"
                        + " box of FF_HPGMG, five components of a cell of 356.sp, all channels of a"
                        + " layer.")
                .holds(
                    programs -> programs.most(each -> regions(each).percentOfAllocations() > 50)))
        .value("alike.hpc", programs -> programs.hpc().mean(Figure8Places::alike))
        .value("alike.training", programs -> programs.training().mean(Figure8Places::alike))
        .draw(Figure8Places::draw);
  }

  /** Share of entries that take as many sectors as the one before. */
  private static double alike(ProgramSeries series) {
    return series.snapshots().alike();
  }

  private static RegionBoundaries regions(ProgramSeries series) {
    return series.snapshots().regions();
  }

  /** Percent of the entries that take so many sectors. */
  private static double taking(ProgramSeries series, int sectors) {
    EntrySizes all = series.sizes().pooled();
    long more = sectors == 4 ? 0 : all.withSectors(sectors + 1);
    long asMany = sectors == 0 ? all.entries() : all.withSectors(sectors);
    return 100.0 * (asMany - more) / all.entries();
  }

  private static Figures draw(Programs programs) {
    Columns<ProgramSeries> columns =
        new Columns<ProgramSeries>()
            .text("program", ProgramSeries::label)
            .number("share", 1, "%", each -> 100 * alike(each))
            .number("entries of a run", 1, each -> 1 / (1 - alike(each)));
    for (int sectors = 0; sectors <= 4; sectors++) {
      int taken = sectors;
      columns.number(
          sectors == 1 ? "1 sector" : sectors + " sectors", 1, "%", each -> taking(each, taken));
    }
    columns
        .number("ends of regions", 0, each -> regions(each).boundaries())
        .number("of them, of allocations", 1, "%", each -> regions(each).percentOfAllocations());
    return Figures.none()
        .with(
            programs.chart(
                "Entries that take as many sectors as the one before",
                "share (%)",
                Series.of("like neighbours", programs.each(each -> 100 * alike(each)))))
        .with("neighbours", columns.table("Like neighbours", programs.all()));
  }
}
