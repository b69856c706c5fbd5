package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 12: the distribution of effective sizes under BDI and MAG-aware BDI. */
final class Figure12DataSizes {
  private static final List<String> SIZES = SizeShares.SIZES;

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/fig12-data", "Sizes of compressed blocks", "section VI-A, Figure 12")
        .method(
            "Every block is sized under both codecs and counts with the whole bursts it takes;"
                + " 128 bytes mean uncompressed.")
        .deviation(MagPaper.SIGNED)
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .ofData()
        .measure(Figure12DataSizes::measure)
        .claims(
            Claim.consistency("bdi.32", "BDI compresses no block to 32 bytes")
                .never("blocks", sizes -> sizes.shares.smallUnderBdi()),
            Claim.consistency("largerBlocks", "MAG-aware BDI takes no more bursts than BDI")
                .never("blocks", Sizes::largerBlocks),
            Claim.consistency(
                    "fewerCompressed", "MAG-aware BDI compresses at least as many blocks as BDI")
                .never("data sets", Sizes::fewerCompressed))
        .values(SizeShares.values(Sizes::shares))
        .draw(sizes ->
            sizes.shares.addTo(
                Figures.none(), "Share of blocks by effective size.", "blocks by effective size"));
  }

  private static Sizes measure(RunContext context) {
    LargerBlocks larger = new LargerBlocks(2);
    Survey survey =
        context.survey(Granularity.DEFAULT, List.of(MagPaper.BDI, MagPaper.MAG_BDI), larger);
    return new Sizes(SizeShares.of(survey), larger.count(1, 0));
  }

  /**
   * What was measured.
   *
   * @param shares of all data
   * @param largerBlocks blocks that take more bursts under MAG-aware BDI
   */
  record Sizes(SizeShares shares, long largerBlocks) {
    private long fewerCompressed() {
      double[] bdi = compressed(shares.bdi());
      double[] magBdi = compressed(shares.magBdi());
      return IntStream.range(0, bdi.length).filter(i -> magBdi[i] < bdi[i]).count();
    }

    private static double[] compressed(Shares shares) {
      return shares.rows().stream()
          .mapToDouble(row ->
              row.counts().stream().mapToLong(Long::longValue).limit(SIZES.size() - 1L).sum())
          .toArray();
    }
  }
}
