package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Blocks;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.DataSet;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.List;
import java.util.stream.IntStream;

/** Section III: how many bases are best, and what a simple choice of the base costs. */
final class NumberOfBases {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final int MOST = 4;

  /** Columns: 1 to 4 bases, two of which one is the best, and 1 to 4 without their mask. */
  private static final List<String> COLUMNS =
      List.of(
          "1 base",
          "2 bases",
          "3 bases",
          "4 bases",
          "2, the best",
          "1, no mask",
          "2, no mask",
          "3, no mask",
          "4, no mask");

  private static final int TWO = 1;
  private static final int BEST = MOST;

  static Experiment<?> experiment() {
    return Description.of("mag/bases", "Number of bases", MagPaper.source("section III"))
        .method(
            "4-byte words with deltas of one or two bytes, as in the paper's BDI. One base is the"
                + " first word and needs no mask; of more, one is zero, which takes no room, and"
                + " the others are the first words that none before them serves. Ratios are raw: a"
                + " base takes 4 bytes, and a word as many bits as tell the bases apart.")
        .method(
            "Beside that the best base there can be with zero: between the least and the greatest"
                + " word that zero does not serve.")
        .deviation(
            "That two bases are best and that the first value as base costs little, the paper cites from the"
                + " BDI paper, which measures programs of a CPU, and whose sizes leave the mask out."
                + " These are other data, so both are open. Ratios without the mask stand beside the others.")
        .parameter("block", GRANULARITY.blockBytes())
        .ofData()
        .measure(NumberOfBases::measure)
        .claims(
            Claim.consistency("unlikeCodec", "Two bases give the sizes of the codec's BDI")
                .never("blocks", Ratios::unlikeCodec),
            Claim.of("two", "Two bases, zero and one of the values, compress best")
                .open("best", "Memory of the CPU programs that the BDI paper measured."),
            Claim.of("first", "The first value as the base costs the ratio only marginally")
                .open("marginally", "The BDI paper's programs, and its best base for each block."))
        .value("firstCosts", Ratios::firstCosts)
        .draw(ratios ->
            Figures.none()
                .with(ratios.columns.chart("Raw ratio by number of bases", "ratio"))
                .with("ratios", ratios.columns.table("Raw ratio by number of bases", 3, "")));
  }

  private static Ratios measure(RunContext context) {
    BlockCodec bdi = Codecs.create(MagPaper.BDI, GRANULARITY);
    BasesOfBlock bases = new BasesOfBlock(GRANULARITY.blockBytes());
    List<DataSet> all = context.readable();
    double[][] ratios = new double[COLUMNS.size()][all.size()];
    long[] unlike = new long[1];
    for (int d = 0; d < all.size(); d++) {
      long[] bytes = new long[COLUMNS.size()];
      long[] blocks = new long[1];
      Blocks.visit(
          all.get(d),
          GRANULARITY.blockBytes(),
          (memory, offset) -> {
            bases.of(memory, offset);
            for (int n = 1; n <= MOST; n++) {
              bytes[n - 1] += bases.bytes(n);
              bytes[BEST + n] += bases.bytesWithoutMask(n);
            }
            bytes[BEST] += bases.bytesWithBestBase();
            blocks[0]++;
            int bits = bdi.sizeBits(memory, offset);
            int coded = bits == BlockCodec.RAW ? GRANULARITY.blockBytes() : bits / Byte.SIZE;
            unlike[0] += bases.bytes(2) == coded ? 0 : 1;
          });
      for (int c = 0; c < bytes.length; c++) {
        ratios[c][d] = (double) blocks[0] * GRANULARITY.blockBytes() / bytes[c];
      }
    }
    Comparison columns =
        new Comparison(
            Comparison.Subjects.of(
                "data", all.stream().map(DataSet::name).toList(), "mean", "geometric mean"),
            IntStream.range(0, ratios.length)
                .mapToObj(c -> Comparison.Column.of(COLUMNS.get(c), ratios[c]))
                .toList(),
            Survey::geometricMean);
    return new Ratios(columns, unlike[0]);
  }

  /**
   * What was measured.
   *
   * @param columns for each of {@link #COLUMNS}, the ratio of each data set
   * @param unlikeCodec blocks that two bases do not bring to the codec's size
   */
  record Ratios(Comparison columns, long unlikeCodec) {
    /** Percent of the mean ratio that the first value as base costs against the best base. */
    private double firstCosts() {
      return 100 * (1 - columns.mean(TWO) / columns.mean(BEST));
    }
  }
}
