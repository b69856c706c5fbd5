package dev.magpie.lab.mag;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.run.Experiment;
import java.util.List;

/** MAG-aware BDI against the paper's BDI and against all of BDI. */
final class Baselines {
  private static final List<String> CODECS = List.of(MagPaper.BDI, "bdi", MagPaper.MAG_BDI);

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/baselines",
            "Which BDI is the baseline",
            "sections IV-B and VI-A, Figures 12 and 13")
        .method(
            "The paper says that BDI reaches 32 bytes for no block and cannot be smaller than 40,"
                + " although one of its programs is largely zeros. That is BDI with 1-byte and"
                + " 2-byte deltas on 4-byte bases only, `units=b4`. The same blocks are sized under"
                + " it, under all of BDI, and under MAG-aware BDI.")
        .deviation(MagPaper.SIGNED)
        .parameter("codecs", CODECS)
        .ofData()
        .measure(context ->
            RatiosAtRest.of(
                context, CODECS, "BDI, 4-byte bases", "BDI, all of it", "MAG-aware BDI"))
        .claims(
            smallest("smallest.b4", "the paper's BDI", MagPaper.BDI, ""),
            smallest(
                "smallest.full",
                "all of BDI",
                "bdi",
                "All of BDI also codes an all-zero block in 1 byte, a repeated value in 8, and"
                    + " 8-byte bases with 1-byte deltas in 26: each is one burst. The paper's text"
                    + " fits only a baseline without these."),
            Claim.consistency(
                    "worse.b4",
                    "MAG-aware BDI's effective ratio is at least that of the paper's BDI")
                .nowhere("data sets", compared -> compared.ratios().below(2, 0)))
        .value("worse.full", compared -> compared.ratios().below(2, 1).size())
        .value("gain.b4", compared -> compared.ratios().gain(2, 0))
        .value("gain.full", compared -> compared.ratios().gain(2, 1))
        .value("largerBlocks.b4", compared -> compared.larger().count(2, 0))
        .value("largerBlocks.full", compared -> compared.larger().count(2, 1))
        .draw(compared -> compared.draw("Effective ratio against both baselines"));
  }

  private static Claim<RatiosAtRest> smallest(String name, String codec, String spec, String why) {
    return Claim.consistency(name, "Smallest block of " + codec)
        .because(why)
        .whole(
            40,
            "bytes",
            _ -> Codecs.create(spec, Granularity.DEFAULT).staticSizes().getFirst() / 8.0);
  }
}
