package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Blocks;
import dev.magpie.lab.data.DataSet;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 6: leading zeros of the deltas in BDI-compressed blocks. */
final class Figure6DataLeadingZeros {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<String> CLASSES = List.of("2 or more", "one", "none", "uncompressed");
  private static final double[] PAPER = {46, 6, 10, 38};

  static Experiment<?> experiment() {
    return Description.of(
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
        .ofData()
        .measure(Figure6DataLeadingZeros::measure)
        .claims(
            Claim.consistency(
                    "notShortened", "Two leading zeros are enough to save a block 8 bytes")
                .never("blocks", Zeros::notShortened))
        .values(
            IntStream.range(0, PAPER.length)
                .mapToObj(i -> new Value<>("share." + i, zeros -> zeros.shares().averages()[i])))
        .draw(zeros ->
            Figures.none()
                .with(
                    zeros
                        .shares()
                        .chart("Leading zeros of BDI's deltas", PAPER)
                        .withCaption(
                            "Share of all blocks by the zeros that each delta begins with."))
                .with("zeros", zeros.shares().table("Blocks by leading zeros of their deltas")));
  }

  private static Zeros measure(RunContext context) {
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
    return new Zeros(new Shares(CLASSES, rows, context.failed()), notShortened[0]);
  }

  /**
   * What was measured.
   *
   * @param shares of blocks by {@link #CLASSES}
   * @param notShortened blocks that two leading zeros do not make smaller
   */
  record Zeros(Shares shares, long notShortened) {}
}
