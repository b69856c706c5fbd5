package dev.magpie.lab.depth;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Section 5, future work: codecs that the paper names, in both systems. */
final class OtherCodecs {
  private static final List<String> CODECS =
      List.of("do", "c", "plane", "ddpcm", "anchor", "danchor", "float");

  static Experiment<?> experiment() {
    return DepthPaper.describe(
            "depth/codecs", "Other codecs before and after the cache", "section 5")
        .method(
            "Mean percentage of RAW with a cache of 16 KiB. Codecs are alone: what does not fit"
                + " their modes is raw.")
        .deviation(
            "The paper leaves these codecs to future work. Layouts are ours where the literature"
                + " gives none; the float codec is serial and takes depths as they are.")
        .parameter("size", "16 KiB")
        .parameter("codecs", CODECS)
        .measure(OtherCodecs::measure)
        .claims(
            Claim.of(
                    "pre-not-below",
                    "Other codecs, such as anchor encoding, can be used before the cache, too: each"
                        + " moves less there")
                .nowhere(
                    "codecs",
                    rows ->
                        rows.stream()
                            .filter(row -> !(row.pre < row.post))
                            .map(Row::codec)
                            .toList()),
            Claim.of(
                    "cpu-patterns",
                    "Depths rarely resemble the simplified patterns that compressed caches of CPUs"
                        + " assume (section 2)")
                .open("rarely", "What resembles a pattern, and what is rare."))
        .values(
            IntStream.range(0, CODECS.size())
                .boxed()
                .flatMap(c ->
                    Stream.of(
                        new Value<>("post." + CODECS.get(c), rows -> rows.get(c).post),
                        new Value<>("pre." + CODECS.get(c), rows -> rows.get(c).pre))))
        .draw(OtherCodecs::draw);
  }

  private static List<Row> measure(RunContext context) {
    List<Configuration> all = new ArrayList<>(List.of(PaperBackEnd.RAW_T.with(16)));
    for (String codec : CODECS) {
      all.add(of(CodecPlacement.POST, codec));
      all.add(of(CodecPlacement.PRE, codec));
    }
    Suite suite = Suite.replay(context, all);
    return CODECS.stream()
        .map(codec ->
            new Row(
                codec,
                suite.meanPercent(of(CodecPlacement.POST, codec), PaperBackEnd.RAW_T.with(16)),
                suite.meanPercent(of(CodecPlacement.PRE, codec), PaperBackEnd.RAW_T.with(16)),
                suite.mean(scene -> compressed(scene, of(CodecPlacement.PRE, codec)))))
        .toList();
  }

  private static Figures draw(List<Row> rows) {
    Columns<Row> columns =
        new Columns<Row>()
            .text("codec", Row::codec)
            .text("what it is", row -> CompressionScheme.named().get(row.codec))
            .number("post-cache", 1, "% of RAW", Row::post)
            .number("pre-cache", 1, "% of RAW", Row::pre)
            .number("compressed at the end, pre-cache", 1, "%", Row::compressed);
    return Figures.none()
        .with(
            BarChart.of(
                "Bandwidth by codec",
                CODECS,
                Axis.linear("percent of RAW"),
                List.of(
                    Series.of("post-cache", rows.stream().mapToDouble(Row::post).toArray()),
                    Series.of("pre-cache", rows.stream().mapToDouble(Row::pre).toArray()))))
        .with("codecs", columns.table("Codecs with a cache of 16 kB", rows));
  }

  /**
   * A codec's mean bandwidth in percent of RAW, and its tiles.
   *
   * @param codec which
   * @param post its bandwidth after the cache
   * @param pre its bandwidth before it
   * @param compressed percent of the tiles with depths that end compressed before the cache
   */
  private record Row(String codec, double post, double pre, double compressed) {}

  private static Configuration of(CodecPlacement placement, String codec) {
    return Configuration.of(placement, CompressionScheme.parse(codec), CacheShape.of(16 << 10));
  }

  /** Percent of the tiles with depths that end compressed. */
  private static double compressed(Suite.Drawn scene, Configuration configuration) {
    var tiles = scene.of(configuration).finalTiles();
    long drawn = tiles.values().stream().mapToLong(Long::longValue).sum();
    long raw = tiles.getOrDefault("raw", 0L);
    long cleared = tiles.getOrDefault("cleared", 0L);
    return scene.of(configuration).get(Count.EVENTS) == 0
        ? Double.NaN
        : 100.0 * (drawn - cleared - raw) / (drawn - cleared);
  }
}
