package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Figure 6: how many of BDI's deltas have two bits to spare, in the blocks that move. */
final class Figure6LeadingZeros {
  private static final List<String> CLASSES = List.of("2 or more", "one or none", "uncompressed");
  private static final List<String> PAPER = List.of("46", "16", "38");

  /** Programs whose deltas are full, by section VI-B. */
  private static final Set<String> FEW_SPARE = Set.of("BFS", "SC");

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/fig6", "Spare bits in the deltas of what moves", "section IV-B, Figure 6")
        .method(
            "Deltas of 8 and 16 bits have two bits to spare where 6 and 14 bits would do. How many"
                + " blocks these are follows from the sizes under both codecs: of the blocks that"
                + " MAG-aware BDI moves as 32 bytes, all; of those that it moves as 64, all but the"
                + " ones that BDI moves as 64 and MAG-aware BDI not as 32.")
        .deviation(
            "Spare bits repeat the sign, as deltas are signed. The paper's are zeros, and it splits"
                + " blocks with fewer into one (6 %) and none (10 %). `mag/fig6-data` counts zeros"
                + " in blocks at rest.")
        .deviation("The two codecs' runs are two, which move nearly the same blocks, not exactly.")
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .measure(context -> measure(context, study))
        .claims(
            IntStream.range(0, PAPER.size())
                .mapToObj(i ->
                    Claim.of("share." + i, "Blocks with spare bits: " + CLASSES.get(i))
                        .withoutDirection()
                        .percent(PAPER.get(i), bits -> bits.averages()[i])))
        .claims(
            Claim.of("few", "BFS and SC have more blocks with one spare bit or none than the mean")
                .nowhere("programs", SpareBits::notFew),
            Claim.of("one", "Blocks with one leading zero")
                .open("6 %", "The deltas of blocks as they move; sizes do not tell one from none."),
            Claim.of("none", "Blocks without leading zeros")
                .open("10 %", "The same, and what the paper does with negative deltas."))
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
    Simulations simulations =
        Simulations.of(context, study, List.of(SimulatedPaper.BDI, SimulatedPaper.MAG_BDI));
    List<Shares.Row> rows = new ArrayList<>();
    for (int p = 0; p < study.subjects().size(); p++) {
      Simulation bdi = simulations.of(SimulatedPaper.BDI).get(p);
      Simulation aware = simulations.of(SimulatedPaper.MAG_BDI).get(p);
      double two = Math.max(0, 2 * aware.share(1) + aware.share(2) - bdi.share(2));
      double fewer = Math.max(0, bdi.compressedShare() - two);
      String program = study.labels().get(p);
      rows.add(
          new Shares.Row(
              program,
              bdi.memoryBytes(),
              List.of(
                  Math.round(two * 1e4), Math.round(fewer * 1e4), Math.round(bdi.share(4) * 1e4))));
    }
    return new SpareBits(new Shares(CLASSES, rows, List.of()));
  }

  /**
   * What was measured.
   *
   * @param shares of blocks by {@link #CLASSES}
   */
  record SpareBits(Shares shares) {
    private double[] averages() {
      return shares.averages();
    }

    /** Programs of {@link #FEW_SPARE} of which it is not so. */
    private List<String> notFew() {
      return shares.rows().stream()
          .filter(row -> FEW_SPARE.contains(row.name()) && row.percent()[1] <= averages()[1])
          .map(Shares.Row::name)
          .toList();
    }
  }
}
