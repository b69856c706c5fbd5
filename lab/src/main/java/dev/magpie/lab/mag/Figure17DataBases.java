package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.run.Experiment;
import java.util.List;

/** Figure 17a: what 8-byte and 2-byte bases add to 4-byte ones. */
final class Figure17DataBases {
  /** What 8-, 4- and 2-byte bases are left with where one of them is missing. */
  private static final List<String> BASES = List.of("4", "8+4+2", "4+2", "8+2", "8+4");

  private static final int ALL = 1;
  private static final int NO_8 = 2;
  private static final int NO_4 = 3;
  private static final int NO_2 = 4;

  private static final List<String> CODECS =
      BASES.stream().map(each -> MagPaper.MAG_BDI + ":bases=" + each).toList();

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/fig17a-data", "What more base sizes bring", "section VI-F, Figure 17a")
        .method(
            "Every block is sized under MAG-aware BDI with 4-byte bases only, with 8-byte and 2-byte"
                + " bases too, and with two of these three. A block needs a size of base if it"
                + " takes more bursts without.")
        .deviation(MagPaper.SIGNED)
        .parameter("codecs", CODECS)
        .ofData()
        .measure(context ->
            RatiosAtRest.of(
                context,
                CODECS,
                "4-byte bases",
                "8-, 4- and 2-byte bases",
                "4 and 2",
                "8 and 2",
                "8 and 4"))
        .claims(
            Claim.consistency("largerBlocks", "More bases never make a block larger")
                .never("blocks", compared -> compared.larger().count(ALL, 0)),
            Claim.of("eightBytes", "8-byte bases are rarely used (section IV-C)")
                .open(
                    "rarely",
                    "The programs of the work that the paper cites. Of the examples, need8, need4 and"
                        + " need2 are the blocks that take more bursts without such bases."))
        .value("need8", compared -> needing(compared, NO_8))
        .value("need4", compared -> needing(compared, NO_4))
        .value("need2", compared -> needing(compared, NO_2))
        .value("gain", compared -> compared.ratios().gain(1, 0))
        .value("largestGain", compared -> 100 * (compared.ratios().largestQuotient(1, 0) - 1))
        .draw(compared -> compared.draw("Effective ratio with more base sizes"));
  }

  /** Blocks that take more bursts with two sizes of bases than with all three. */
  private static long needing(RatiosAtRest compared, int withoutOne) {
    return compared.larger().count(withoutOne, ALL);
  }
}
