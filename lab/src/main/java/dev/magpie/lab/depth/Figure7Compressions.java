package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.OPP;
import static dev.magpie.lab.depth.PaperBackEnd.OPP_PB;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Figure 7: how often tiles are compressed and decompressed. */
final class Figure7Compressions {
  private static final List<PaperBackEnd> SHOWN = List.of(POST_DO, PRE_DO, OPP, OPP_PB);

  static Experiment<?> experiment() {
    return DepthPaper.describe(
            "depth/fig7", "Frequency of compression and decompression", "section 4, Figure 7")
        .method(
            "Tiles sent through the encoder, a whole cascade counting once, and tiles decoded,"
                + " summed over the scenes and divided by those of Post DO with the same cache."
                + " Opp+PB's compressions include its refiner's.")
        .parameter("sizes", CacheSizes.SIZES_TEXT)
        .measure(Figure7Compressions::measure)
        .claims(
            Claim.of(
                    "opp.compressions",
                    "Compressions of the opportunistic approach, 16 to 32 kB, times Post DO's")
                .within(2, 3)
                .ratio(2.5, curves -> between16And32(curves.of(OPP).encoded)),
            Claim.of(
                    "opp.decompressions",
                    "Decompressions of the opportunistic approach, 16 to 32 kB, times Post DO's")
                .within(3, 4.5)
                .ratio(3.75, curves -> between16And32(curves.of(OPP).decoded)),
            Claim.of("not-growing", "Both frequencies grow with the cache")
                .never(
                    "steps",
                    curves ->
                        curves.exceptions(
                            curve -> notGrowing(curve.encoded) + notGrowing(curve.decoded))),
            Claim.of(
                    "compression-worse",
                    "Compression scales better than decompression from 16 kB on")
                .never("sizes", curves -> curves.exceptions(Figure7Compressions::compressionWorse)))
        .draw(curves ->
            Figures.none()
                .with(chart("Compressions", curves, Curve::encoded))
                .with(chart("Decompressions", curves, Curve::decoded))
                .with("frequencies", table(curves)));
  }

  private static Curves measure(RunContext context) {
    Suite suite = Suite.replay(context, Suite.all(SHOWN, CacheSizes.SIZES));
    return new Curves(
        SHOWN.stream()
            .map(back ->
                new Curve(
                    back,
                    relative(suite, back, Count.COMPRESSIONS),
                    relative(suite, back, Count.DECOMPRESSIONS)))
            .toList());
  }

  /**
   * A system's tiles at each of {@link CacheSizes#SIZES}, times Post DO's.
   *
   * @param back the system
   * @param encoded tiles
   * @param decoded tiles
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes curves.
  private record Curve(PaperBackEnd back, double[] encoded, double[] decoded) {}

  /** All systems' curves. */
  record Curves(List<Curve> all) {
    private Curve of(PaperBackEnd back) {
      return all.stream().filter(curve -> curve.back == back).findFirst().orElseThrow();
    }

    /** Counts exceptions in the curves that the paper describes. */
    private double exceptions(ToDoubleFunction<Curve> count) {
      return count.applyAsDouble(of(PRE_DO)) + count.applyAsDouble(of(OPP));
    }
  }

  private static double[] relative(Suite suite, PaperBackEnd back, Count count) {
    return CacheSizes.each(size ->
        suite.mean(scene -> scene.of(back.with(size)).get(count))
            / suite.mean(scene -> scene.of(POST_DO.with(size)).get(count)));
  }

  private static double between16And32(double[] values) {
    return (values[CacheSizes.at(16)] + values[CacheSizes.at(32)]) / 2;
  }

  private static int notGrowing(double[] values) {
    int exceptions = 0;
    for (int n = 1; n < values.length; n++) {
      exceptions += values[n] > values[n - 1] ? 0 : 1;
    }
    return exceptions;
  }

  /** From 16 KiB on. */
  private static int compressionWorse(Curve curve) {
    int exceptions = 0;
    for (int n = CacheSizes.at(16); n < curve.encoded.length; n++) {
      exceptions += curve.encoded[n] < curve.decoded[n] ? 0 : 1;
    }
    return exceptions;
  }

  private static LineChart chart(String what, Curves curves, Function<Curve, double[]> line) {
    return LineChart.of(
        what + " against cache size",
        Axis.log2("cache (kB)"),
        Axis.linear("times Post DO's"),
        curves.all().stream()
            .map(curve -> Points.of(curve.back.label(), CacheSizes.sizes(), line.apply(curve)))
            .toList());
  }

  private static Table table(Curves curves) {
    Columns<Integer> columns =
        new Columns<Integer>().number("cache", 0, "kB", n -> CacheSizes.SIZES[n]);
    for (Curve curve : curves.all()) {
      columns
          .number(curve.back.label() + " compressions", 2, n -> curve.encoded[n])
          .number(curve.back.label() + " decompressions", 2, n -> curve.decoded[n]);
    }
    return columns.table("Times Post DO's", CacheSizes.indices());
  }
}
