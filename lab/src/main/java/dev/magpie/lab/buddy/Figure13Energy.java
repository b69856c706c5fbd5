package dev.magpie.lab.buddy;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.cache.MetadataCache;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import java.util.List;

/** Figure 13: what it takes to read a program's memory, in dynamic energy. */
final class Figure13Energy {
  /** Of accesses that find their row open; ours, as the paper says average. */
  private static final double ROW_HITS = 0.5;

  static Experiment<?> experiment(BuddyStudy study) {
    return BuddyPaper.describeTraced(
            "buddy/fig13",
            "Energy of memory accesses",
            "Buddy paper, section IV-B, Energy, Figure 13")
        .method(
            "The energy to read every memory-entry of all snapshots once: 909 pJ an activation,"
                + " 1.51 + 1.97 pJ a bit of HBM2, 11 pJ a bit of the link, doubled for a switch,"
                + " with a header of 32 bytes for each packet. Buddy memory and metadata cost what"
                + " HBM2 does. Metadata miss as often as in Figure 6b at 64 KiB. Targets are those"
                + " of the final design.")
        .deviation(
            "The paper gives no row-buffer locality: here, half of the accesses find their row"
                + " open; the table has others. Bits cost the same in compressed and in other data,"
                + " as at a toggle rate of 100 % in both.")
        .deviation(
            "64 KiB hold the metadata of 16 MiB, a larger part of these programs than of the"
                + " paper's; the table also has 4 KiB, which hold those of 1 MiB.")
        .parameter("row hits", ROW_HITS)
        .measure(context -> Programs.measured(context, study))
        .claims(
            Claim.of("worst", "Buddy takes at worst roughly as much as no compression: no more")
                .because(
                    "What crosses the link, of entries that exceed their targets, takes half of what"
                        + " Sedov takes.")
                .nowhere("programs", programs -> programs.where(each -> buddy(each, ROW_HITS) > 1)),
            Claim.of(
                    "saves",
                    "Buddy generally saves energy: most programs take less than without"
                        + " compression")
                .holds(programs -> programs.most(each -> buddy(each, ROW_HITS) < 1)))
        .value("greatest", programs -> programs.greatest(each -> buddy(each, ROW_HITS)))
        .value("mean", Figure13Energy::mean)
        .value("mean.4KiB", programs -> programs.mean(Figure13Energy::scaled))
        .value("worst.4KiB", programs -> programs.greatest(Figure13Energy::scaled))
        .draw(Figure13Energy::draw);
  }

  private static Figures draw(Programs programs) {
    Columns<ProgramSeries> columns =
        new Columns<ProgramSeries>()
            .text("program", ProgramSeries::label)
            .number("bandwidth only", 3, each -> bandwidthOnly(each, ROW_HITS))
            .number("buddy", 3, each -> buddy(each, ROW_HITS))
            .number("of it, the link", 3, Figure13Energy::link)
            .number("buddy at 4 KiB", 3, Figure13Energy::scaled)
            .number("buddy at 0 %", 3, each -> buddy(each, 0))
            .number("buddy at 90 %", 3, each -> buddy(each, 0.9));
    return Figures.none()
        .with(
            programs.chart(
                "Dynamic energy of memory accesses",
                "energy, of no compression",
                Series.of("bandwidth only", programs.each(each -> bandwidthOnly(each, ROW_HITS))),
                Series.of("buddy", programs.each(each -> buddy(each, ROW_HITS)))))
        .with(
            "energy",
            columns.table("Energy against no compression, by share of row hits", programs.all()));
  }

  private static double mean(Programs programs) {
    return programs.mean(each -> buddy(each, ROW_HITS));
  }

  private static ReadEnergy energy(ProgramSeries series, double rowHits) {
    return energy(series, rowHits, MetadataCache.Shape.DEFAULT);
  }

  private static ReadEnergy energy(
      ProgramSeries series, double rowHits, MetadataCache.Shape metadataCache) {
    double misses = 1 - Figure6bMetadataCache.hitRate(series, metadataCache);
    List<TargetRatio> targets = series.designs().zeroOptimised().targets();
    ReadEnergy sum = ReadEnergy.NONE;
    for (int a = 0; a < targets.size(); a++) {
      AllocationHistory allocation = series.sizes().allocations().get(a);
      sum = sum.plus(ReadEnergy.of(allocation.pooled(), targets.get(a), rowHits, misses));
    }
    return sum;
  }

  private static double link(ProgramSeries series) {
    ReadEnergy energy = energy(series, ROW_HITS);
    return energy.link() / energy.plain();
  }

  private static double buddy(ProgramSeries series, double rowHits) {
    ReadEnergy energy = energy(series, rowHits);
    return energy.buddy() / energy.plain();
  }

  /** With a metadata cache as small, for these programs, as the paper's is for its own. */
  private static double scaled(ProgramSeries series) {
    ReadEnergy energy = energy(series, ROW_HITS, Figure6bMetadataCache.SCALED);
    return energy.buddy() / energy.plain();
  }

  private static double bandwidthOnly(ProgramSeries series, double rowHits) {
    ReadEnergy energy = energy(series, rowHits);
    return energy.bandwidthOnly() / energy.plain();
  }
}
