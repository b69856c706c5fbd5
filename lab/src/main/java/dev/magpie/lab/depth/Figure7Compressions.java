package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.OPP;
import static dev.magpie.lab.depth.PaperBackEnd.OPP_PB;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_L;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.event.TileShape;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

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
        .method(
            "Between comparison and cache pass the lines that are tested, and those that change; of"
                + " compressed tiles all lines.")
        .parameter("sizes", CacheSizes.SIZES_TEXT)
        .measure(Figure7Compressions::measure)
        .claims(
            Claim.of(
                    "opp.compressions",
                    "Compressions of the opportunistic approach, 16 to 32 kB, times Post DO's")
                .because(
                    "It grows with the cache, as Post DO's compressions fall: 2.7 times at 16 kB, 3.0"
                        + " at 32; 2.5 at 10.")
                .ratio("2.5", curves -> between16And32(curves.of(OPP).encoded)),
            Claim.of(
                    "opp.decompressions",
                    "Decompressions of the opportunistic approach, 16 to 32 kB, times Post DO's")
                .ratio("3.75", curves -> between16And32(curves.of(OPP).decoded)),
            Claim.of(
                    "compression-grows-more",
                    "Compression scales better than decompression: it grows less from 2 to 128 kB")
                .nowhere("systems", Curves::compressionGrowsMore),
            Claim.of(
                    "throughput",
                    "Less moves between the depth comparison and a cache of compressed tiles than"
                        + " one of single raw lines")
                .because(
                    "1.55 times as much does: compressed tiles pass whole, of raw tiles only the"
                        + " lines that a triangle covers. Of whole raw tiles, as the usual system has"
                        + " them, fewer lines are read (the value reads.of-whole-tiles).")
                .nowhere("scenes", Curves::moreThroughput))
        .value("throughput.of-raw-l", Curves::throughput)
        .value("reads.of-whole-tiles", Curves::readsOfWholeTiles)
        .draw(curves ->
            Figures.none()
                .with(chart("Compressions", curves, Curve::encoded))
                .with(chart("Decompressions", curves, Curve::decoded))
                .with("frequencies", table(curves))
                .with("throughput", throughputs(curves)));
  }

  private static Curves measure(RunContext context) {
    List<Configuration> configurations = new ArrayList<>(Suite.all(SHOWN, CacheSizes.SIZES));
    configurations.add(RAW_L.with(16));
    Suite suite = Suite.replay(context, configurations);
    return new Curves(
        SHOWN.stream()
            .map(back ->
                new Curve(
                    back,
                    relative(suite, back, Count.COMPRESSIONS),
                    relative(suite, back, Count.DECOMPRESSIONS)))
            .toList(),
        suite.scenes().stream()
            .map(scene ->
                new Throughput(
                    scene.name(),
                    exchanged(scene, PRE_DO) / exchanged(scene, RAW_L),
                    readsOfWholeTiles(scene)))
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

  /**
   * How much the depth comparison exchanges with its cache under Pre DO.
   *
   * @param scene the scene's name
   * @param ofRawLines relative to RAW-L; it depends on no cache size
   * @param readsOfWholeTiles lines that it reads, relative to all lines of each tile
   */
  private record Throughput(String scene, double ofRawLines, double readsOfWholeTiles) {}

  /** All systems' curves, and all scenes' throughputs. */
  record Curves(List<Curve> all, List<Throughput> throughputs) {
    private List<String> moreThroughput() {
      return throughputs.stream()
          .filter(each -> !(each.ofRawLines < 1))
          .map(Throughput::scene)
          .toList();
    }

    private double throughput() {
      return throughputs.stream().mapToDouble(Throughput::ofRawLines).average().orElse(Double.NaN);
    }

    private double readsOfWholeTiles() {
      return throughputs.stream()
          .mapToDouble(Throughput::readsOfWholeTiles)
          .average()
          .orElse(Double.NaN);
    }

    private Curve of(PaperBackEnd back) {
      return all.stream().filter(curve -> curve.back == back).findFirst().orElseThrow();
    }

    /** Those of the paper's pre-cache curves that tell against it. */
    private List<String> compressionGrowsMore() {
      return Stream.of(PRE_DO, OPP)
          .map(this::of)
          .filter(curve -> !(growth(curve.encoded) < growth(curve.decoded)))
          .map(curve -> curve.back.label())
          .toList();
    }
  }

  private static double exchanged(Suite.Drawn scene, PaperBackEnd back) {
    DepthTraffic traffic = scene.of(back.with(16));
    return traffic.get(Count.LINES_FROM_CACHE) + traffic.get(Count.LINES_TO_CACHE);
  }

  private static double readsOfWholeTiles(Suite.Drawn scene) {
    DepthTraffic traffic = scene.of(PRE_DO.with(16));
    return (double) traffic.get(Count.LINES_FROM_CACHE)
        / (TileShape.DEFAULT.lines() * traffic.get(Count.EVENTS));
  }

  private static double[] relative(Suite suite, PaperBackEnd back, Count count) {
    return CacheSizes.each(size ->
        suite.mean(scene -> scene.of(back.with(size)).get(count))
            / suite.mean(scene -> scene.of(POST_DO.with(size)).get(count)));
  }

  private static double between16And32(double[] values) {
    return (values[CacheSizes.at(16)] + values[CacheSizes.at(32)]) / 2;
  }

  /** The value with the largest cache over that with the smallest. */
  private static double growth(double[] values) {
    return values[values.length - 1] / values[0];
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

  private static Table throughputs(Curves curves) {
    return new Columns<Throughput>()
        .text("scene", Throughput::scene)
        .number("times RAW-L's lines", 2, Throughput::ofRawLines)
        .number("of whole tiles' lines, read", 1, "%", each -> 100 * each.readsOfWholeTiles)
        .table("Lines between the depth comparison and Pre DO's cache", curves.throughputs);
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
