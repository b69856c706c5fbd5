package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Blocks;
import dev.magpie.lab.data.DataSet;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Figure 6: leading zeros of the deltas in BDI-compressed blocks. */
final class Figure6DataLeadingZeros implements NamedExperiment {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> CLASSES = List.of("2 or more", "one", "none", "uncompressed");
  private static final double[] PAPER = {46, 6, 10, 38};

  @Override
  public Description description() {
    Description.Builder description =
        Description.of(
                "mag/fig6-data",
                "Leading zeros in BDI-compressed blocks",
                MagPaper.source("section IV-B, Figure 6"))
            .method(
                "Each block is coded with BDI's 1-byte and 2-byte deltas on 4-byte bases. The"
                    + " deltas are read back from the bits; a block counts with the fewest leading"
                    + " zeros that one of them has.")
            .deviation(
                "Negative deltas begin with ones and count as none. The paper does not say what it"
                    + " does with them; its shares suggest that there they are no loss (see"
                    + " `mag/delta-modes`).")
            .parameter("block", 128)
            .parameter("codec", MagPaper.BDI)
            .readsData()
            .claim(
                NamedExperiment.never(
                    "notShortened",
                    "Two leading zeros are enough to save a block 8 bytes: exceptions",
                    "blocks"));
    for (int i = 0; i < PAPER.length; i++) {
      description.claim(
          NamedExperiment.of(
                  "share." + i,
                  "Blocks with leading zeros: " + CLASSES.get(i),
                  PAPER[i],
                  Unit.PERCENT)
              .notExpected(MagPaper.OTHER_DATA));
    }
    return description.build();
  }

  @Override
  public Findings run(RunContext context) {
    BlockCodec bdi = Codecs.create(MagPaper.BDI, GRANULARITY);
    BlockCodec shortened = Codecs.create("mag-bdi:delta=unsigned", GRANULARITY);
    List<Shares.Row> rows = new ArrayList<>();
    long[] notShortened = new long[1];
    for (DataSet data : context.readable()) {
      long[] counts = new long[CLASSES.size()];
      Blocks.visit(
          data,
          GRANULARITY.blockBytes(),
          (memory, offset) -> {
            StoredDeltas stored = StoredDeltas.of(bdi, memory, offset);
            int zeros = stored == null ? -1 : Math.min(2, stored.leadingZeros());
            counts[2 - zeros]++;
            if (stored != null
                && zeros == 2
                && shortened.sizeBits(memory, offset) > 8 * stored.bytes() - 64) {
              notShortened[0]++;
            }
          });
      rows.add(new Shares.Row(data.name(), data.bytes(), Arrays.stream(counts).boxed().toList()));
    }
    Shares shares = new Shares(CLASSES, rows, context.failed());
    Findings.Builder findings = Findings.builder().measure("notShortened", notShortened[0]);
    for (int i = 0; i < CLASSES.size(); i++) {
      findings.measure("share." + i, shares.averages()[i]);
    }
    return findings
        .chart(
            shares
                .chart("Leading zeros of BDI's deltas", PAPER)
                .withCaption("Share of all blocks by the zeros that each delta begins with."))
        .table("zeros", shares.table("Blocks by leading zeros of their deltas"))
        .build();
  }
}
