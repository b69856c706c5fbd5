package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Axis;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 1: what a block compressed to 36 bytes costs in bursts of 32. */
final class Figure1BurstLoss {
  private static final int COMPRESSED = 36;

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/fig1", "What bursts take away from a ratio", "section I, Figure 1")
        .method("The arithmetic of blocks and bursts that every codec here is measured with.")
        .parameter("compressed bytes", COMPRESSED)
        .measure(_ -> Granularity.DEFAULT)
        .claims(
            Claim.consistency("gddr5", "GDDR5: a burst of 8 on a bus of 32 bits")
                .whole(32, "bytes", _ -> 8 * 32 / Byte.SIZE),
            Claim.consistency("gddr5Preset", "A burst of the simulated GDDR5")
                .whole(32, "bytes", _ -> accessBytes("gtx580")),
            Claim.consistency("hbm2", "HBM2: a burst of 2 on a bus of 128 bits")
                .whole(32, "bytes", _ -> 2 * 128 / Byte.SIZE),
            Claim.consistency("hbm2Preset", "A burst of the simulated HBM2")
                .whole(32, "bytes", _ -> accessBytes("p100")),
            Claim.consistency("fetched", "36 bytes are fetched as 64")
                .whole(64, "bytes", Figure1BurstLoss::fetched),
            Claim.consistency("raw", "The raw ratio of 36 bytes seems close to 3.6")
                .ratio("3.6", Figure1BurstLoss::raw),
            Claim.consistency("effective", "The effective ratio of 36 bytes is only 2")
                .whole(2, "", Figure1BurstLoss::effective))
        .draw(Figure1BurstLoss::draw);
  }

  private static Figures draw(Granularity granularity) {
    int block = granularity.blockBytes();
    double[] sizes = IntStream.rangeClosed(8, block).asDoubleStream().toArray();
    double[] raw = new double[sizes.length];
    double[] effective = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      raw[i] = block / sizes[i];
      effective[i] = (double) block / granularity.effectiveBytes(8 * (int) sizes[i]);
    }
    return Figures.none()
        .with(
            LineChart.of(
                    "Raw and effective ratio of a 128-byte block",
                    Axis.linear("compressed size (bytes)"),
                    Axis.log2("compression ratio"),
                    List.of(Points.of("raw", sizes, raw), Points.of("effective", sizes, effective)))
                .withCaption("Only sizes that fill whole bursts keep their ratio."))
        .with(
            "sizes",
            Table.titled("A block of 128 bytes")
                .number("compressed", 0, "bytes")
                .number("bursts", 0)
                .number("fetched", 0, "bytes")
                .number("raw ratio", 2)
                .number("effective ratio", 2)
                .row(
                    COMPRESSED,
                    granularity.granules(8 * COMPRESSED),
                    fetched(granularity),
                    raw(granularity),
                    effective(granularity))
                .build());
  }

  private static int accessBytes(String gpu) {
    return GpuConfigs.named(gpu).orElseThrow().dram().accessBytes();
  }

  private static int fetched(Granularity granularity) {
    return granularity.effectiveBytes(8 * COMPRESSED);
  }

  private static double raw(Granularity granularity) {
    return (double) granularity.blockBytes() / COMPRESSED;
  }

  private static double effective(Granularity granularity) {
    return (double) granularity.blockBytes() / fetched(granularity);
  }
}
