package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Figure 6: how many bits BDI's deltas have to spare, in the blocks that move. */
final class Figure6LeadingZeros {
  private static final List<String> CLASSES = List.of("2 or more", "one", "none", "uncompressed");
  private static final List<String> PAPER = List.of("46", "6", "10", "38");

  private static final List<String> WHY =
      List.of(
          "Most of BFS2, LBM and MST compress with bits to spare; the larger a graph, the fewer do:"
              + " with twice the nodes of a quick run half as many blocks of BFS are among these.",
          "Numbers that just fit are rare: of what moves SSSP has 13 % of such blocks, MST and PVR 6,"
              + " and the other eight less than one, BFS and SC among them, which the paper names.",
          "SSSP has 13 % of such blocks, PVR 7, BFS and MST 6; SC, whose values have 31 bits, has"
              + " none.",
          "None of SC's blocks compresses, which makes nine points of the average; all do where its"
              + " values are bytes (`mag/inputs`).");

  /** With deltas as narrow as a block allows: of every width that fills whole words. */
  private static final Setup NARROWEST = Setup.of(MagPaper.MAG_BDI + ":mag=4");

  private static final List<Integer> BDI_WIDTHS = List.of(8, 16);

  /** Programs whose deltas are full, by section VI-B. */
  private static final Set<String> FEW_SPARE = Set.of("BFS", "SC");

  private static double share(int of) {
    return Double.parseDouble(PAPER.get(of));
  }

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/fig6", "Spare bits in the deltas of what moves", "section IV-B, Figure 6")
        .method(
            "Every block that moves is coded with the narrowest deltas that it allows, of 1 to 29"
                + " bits, so that the size of its code tells their width. What that is below BDI's"
                + " next, 8 or 16 bits, is to spare.")
        .deviation(
            "Spare bits repeat the sign, as deltas are signed; the paper's are zeros."
                + " `mag/fig6-data` counts zeros in blocks at rest.")
        .parameter("codec", NARROWEST.codec())
        .measure(context -> measure(context, study))
        .claims(
            IntStream.range(0, PAPER.size())
                .mapToObj(i ->
                    Claim.of("share." + i, "Blocks with spare bits: " + CLASSES.get(i))
                        .withoutDirection()
                        .because(WHY.get(i))
                        .percent(PAPER.get(i), bits -> bits.shares.averages()[i])))
        .claims(
            Claim.consistency(
                    "compressed", "46 % of the compressed blocks have two spare bits or more")
                .because("Of Figure 6's blocks: 46 + 6 + 10 of 100 are compressed.")
                .percent("46", _ -> 100 * share(0) / (share(0) + share(1) + share(2))),
            Claim.of("few", "BFS and SC have more blocks with one spare bit or none than the mean")
                .because("SC's values have 31 bits, so that none of its blocks has such deltas.")
                .nowhere("programs", SpareBits::notFew))
        .draw(bits ->
            Figures.none()
                .with(
                    bits.shares()
                        .chart(
                            "Spare bits of BDI's deltas",
                            PAPER.stream().mapToDouble(Double::parseDouble).toArray())
                        .withCaption(
                            "Share of the blocks that move, by the spare bits of each delta."))
                .with(
                    "zeros",
                    bits.shares().table("Blocks that move, by spare bits of their deltas")));
  }

  private static SpareBits measure(RunContext context, Study study) {
    List<Simulation> moved = Simulations.of(context, study, List.of(NARROWEST)).of(NARROWEST);
    List<Shares.Row> rows = new ArrayList<>();
    for (int p = 0; p < moved.size(); p++) {
      long[] blocks = new long[CLASSES.size()];
      moved.get(p).blocksByBytes().forEach((bytes, count) -> blocks[spare(bytes)] += count);
      rows.add(
          new Shares.Row(
              study.labels().get(p),
              moved.get(p).memoryBytes(),
              Arrays.stream(blocks).boxed().toList()));
    }
    return new SpareBits(new Shares(CLASSES, rows, List.of()));
  }

  /** The class of blocks whose base, mask and deltas take so many bytes. */
  private static int spare(int bytes) {
    int words = 128 / Integer.BYTES;
    int width = (8 * bytes - StoredDeltas.BASE_BITS - words) / words;
    return BDI_WIDTHS.stream()
        .filter(each -> width <= each)
        .findFirst()
        .map(each -> 2 - Math.min(2, each - width))
        .orElse(CLASSES.size() - 1);
  }

  /**
   * What was measured.
   *
   * @param shares of blocks by {@link #CLASSES}
   */
  record SpareBits(Shares shares) {
    /** Programs of {@link #FEW_SPARE} of which it is not so. */
    private List<String> notFew() {
      double mean = fewer(shares.averages());
      return shares.rows().stream()
          .filter(row -> FEW_SPARE.contains(row.name()) && fewer(row.percent()) <= mean)
          .map(Shares.Row::name)
          .toList();
    }

    private static double fewer(double[] percent) {
      return percent[1] + percent[2];
    }
  }
}
