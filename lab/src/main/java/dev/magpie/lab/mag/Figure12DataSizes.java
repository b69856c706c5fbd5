package dev.magpie.lab.mag;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.LargerBlocks;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figure 12: how BDI and MAG-aware BDI share out blocks over effective sizes. */
final class Figure12DataSizes implements Experiment<Figure12DataSizes.Sizes> {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> SIZES = List.of("32 B", "64 B", "96 B", "128 B");
  private static final double[] PAPER_BDI = {0, 38, 24, 38};
  private static final double[] PAPER_MAG_BDI = {30, 24.5, 24.5, 21};

  @Override
  public Description description() {
    return Description.of(
            "mag/fig12-data",
            "Sizes of compressed blocks",
            MagPaper.source("section VI-A, Figure 12"))
        .method(
            "Every block is sized under both codecs and counts with the whole bursts it takes;"
                + " 128 bytes mean uncompressed.")
        .deviation(MagPaper.SIGNED)
        .parameter("block", 128)
        .parameter("mag", 32)
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .readsData()
        .build();
  }

  /**
   * What was measured.
   *
   * @param bdi blocks by {@link #SIZES}
   * @param magBdi the same
   * @param largerBlocks blocks that take more bursts under MAG-aware BDI
   */
  record Sizes(Shares bdi, Shares magBdi, long largerBlocks) {}

  @Override
  public List<Claim<Sizes>> claims() {
    List<Claim<Sizes>> claims = new ArrayList<>();
    claims.add(
        Claim.of("bdi.32", "BDI compresses no block to 32 bytes")
            .never(
                "blocks",
                sizes ->
                    sizes.bdi.rows().stream().mapToLong(row -> row.counts().getFirst()).sum()));
    claims.add(
        Claim.of("largerBlocks", "MAG-aware BDI takes no more bursts than BDI")
            .never("blocks", Sizes::largerBlocks));
    claims.add(
        Claim.of("fewerCompressed", "MAG-aware BDI compresses at least as many blocks as BDI")
            .never(
                "data sets",
                sizes -> Survey.countSmaller(compressed(sizes.magBdi), compressed(sizes.bdi))));
    for (int i = 0; i < SIZES.size(); i++) {
      int size = i;
      claims.add(
          average(
              "magBdi." + i,
              "MAG-aware BDI, " + SIZES.get(i),
              PAPER_MAG_BDI[i],
              sizes -> sizes.magBdi.averages()[size]));
    }
    for (int i = 1; i < SIZES.size(); i++) {
      int size = i;
      claims.add(
          average(
              "bdi." + i,
              "BDI, " + SIZES.get(i),
              PAPER_BDI[i],
              sizes -> sizes.bdi.averages()[size]));
    }
    claims.add(
        average(
            "magBdi.compressed",
            "MAG-aware BDI, compressed at all",
            79,
            sizes -> 100 - sizes.magBdi.averages()[3]));
    claims.add(
        average(
            "bdi.compressed",
            "BDI, compressed at all",
            62,
            sizes -> 100 - sizes.bdi.averages()[3]));
    return claims;
  }

  private static Claim<Sizes> average(
      String name, String text, double paper, ToDoubleFunction<Sizes> share) {
    return Claim.of(name, text + ", average share")
        .notExpected(MagPaper.OTHER_DATA)
        .is(paper, Unit.PERCENT, share);
  }

  @Override
  public List<Value<Sizes>> values() {
    return List.of(Value.of("bdi.0", sizes -> sizes.bdi.averages()[0]));
  }

  @Override
  public Sizes measure(RunContext context) {
    LargerBlocks larger = new LargerBlocks(GRANULARITY, 1, 0);
    Survey survey =
        context.survey(
            GRANULARITY,
            List.of(MagPaper.BDI, MagPaper.MAG_BDI),
            BlockObserver.all(List.of(larger)));
    return new Sizes(shares(survey, 0), shares(survey, 1), larger.count());
  }

  @Override
  public Figures draw(Sizes sizes) {
    return Figures.none()
        .with(sizes.bdi.chart("BDI", PAPER_BDI).withCaption("Share of blocks by effective size."))
        .with(
            sizes
                .magBdi
                .chart("MAG-aware BDI", PAPER_MAG_BDI)
                .withCaption("Share of blocks by effective size."))
        .with("bdi", sizes.bdi.table("BDI: blocks by effective size"))
        .with("mag-bdi", sizes.magBdi.table("MAG-aware BDI: blocks by effective size"));
  }

  private static double[] compressed(Shares shares) {
    return shares.rows().stream()
        .mapToDouble(
            row -> row.counts().stream().mapToLong(Long::longValue).limit(SIZES.size() - 1L).sum())
        .toArray();
  }

  private static Shares shares(Survey survey, int codec) {
    return new Shares(
        SIZES,
        survey.rows().stream()
            .map(row ->
                new Shares.Row(
                    row.name(),
                    row.bytes(),
                    Arrays.stream(row.byCodec().get(codec).blocksByGranules(GRANULARITY))
                        .skip(1)
                        .boxed()
                        .toList()))
            .toList(),
        survey.failed());
  }
}
