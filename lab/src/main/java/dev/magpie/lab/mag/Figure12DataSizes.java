package dev.magpie.lab.mag;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.LargerBlocks;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import java.util.Arrays;
import java.util.List;

/** Figure 12: how BDI and MAG-aware BDI share out blocks over effective sizes. */
final class Figure12DataSizes implements NamedExperiment {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> SIZES = List.of("32 B", "64 B", "96 B", "128 B");
  private static final double[] PAPER_BDI = {0, 38, 24, 38};
  private static final double[] PAPER_MAG_BDI = {30, 24.5, 24.5, 21};

  @Override
  public Description description() {
    Description.Builder description =
        Description.of(
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
            .claim(
                NamedExperiment.never(
                    "bdi.32", "BDI compresses no block to 32 bytes: exceptions", "blocks"))
            .claim(
                NamedExperiment.never(
                    "largerBlocks",
                    "MAG-aware BDI takes no more bursts than BDI: exceptions",
                    "blocks"))
            .claim(
                NamedExperiment.never(
                    "fewerCompressed",
                    "MAG-aware BDI compresses at least as many blocks as BDI: exceptions",
                    "data sets"));
    for (int i = 0; i < SIZES.size(); i++) {
      average(description, "magBdi." + i, "MAG-aware BDI, " + SIZES.get(i), PAPER_MAG_BDI[i]);
    }
    for (int i = 1; i < SIZES.size(); i++) {
      average(description, "bdi." + i, "BDI, " + SIZES.get(i), PAPER_BDI[i]);
    }
    average(description, "magBdi.compressed", "MAG-aware BDI, compressed at all", 79);
    average(description, "bdi.compressed", "BDI, compressed at all", 62);
    return description.build();
  }

  private static void average(
      Description.Builder description, String measure, String text, double paper) {
    description.claim(
        NamedExperiment.of(measure, text + ", average share", paper, Unit.PERCENT)
            .notExpected(MagPaper.OTHER_DATA));
  }

  @Override
  public Findings run(RunContext context) {
    LargerBlocks larger = new LargerBlocks(GRANULARITY, 1, 0);
    Survey survey =
        Survey.of(
            context,
            GRANULARITY,
            List.of(MagPaper.BDI, MagPaper.MAG_BDI),
            BlockObserver.all(List.of(larger)));
    Shares bdi = shares(survey, 0);
    Shares magBdi = shares(survey, 1);
    Findings.Builder findings =
        Findings.builder()
            .measure("bdi.32", bdi.rows().stream().mapToLong(row -> row.counts().getFirst()).sum())
            .measure("largerBlocks", larger.count())
            .measure("fewerCompressed", Survey.countSmaller(compressed(magBdi), compressed(bdi)))
            .measure("magBdi.compressed", 100 - magBdi.averages()[3])
            .measure("bdi.compressed", 100 - bdi.averages()[3]);
    for (int i = 0; i < SIZES.size(); i++) {
      findings.measure("magBdi." + i, magBdi.averages()[i]);
      findings.measure("bdi." + i, bdi.averages()[i]);
    }
    return findings
        .chart(bdi.chart("BDI", PAPER_BDI).withCaption("Share of blocks by effective size."))
        .chart(
            magBdi
                .chart("MAG-aware BDI", PAPER_MAG_BDI)
                .withCaption("Share of blocks by effective size."))
        .table("bdi", bdi.table("BDI: blocks by effective size"))
        .table("mag-bdi", magBdi.table("MAG-aware BDI: blocks by effective size"))
        .build();
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
