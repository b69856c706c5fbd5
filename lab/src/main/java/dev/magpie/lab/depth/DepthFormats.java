package dev.magpie.lab.depth;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.codec.TileMode;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What depths of 16 bits and floats do to codecs, the one for floats among them. */
final class DepthFormats {
  private static final List<String> CODECS = List.of("raw", "do", "c", "plane", "float");
  private static final CacheShape CACHE = CacheShape.of(16 << 10);

  /** A codec under a format, in means over the scenes. */
  private record Row(
      DepthFormat format, String codec, double post, double pre, double raw, double compressed) {
    String latency() {
      CompressionScheme scheme = CompressionScheme.parse(codec);
      return scheme.isRaw()
          ? ""
          : scheme.modes().stream().anyMatch(TileMode::isSerial)
              ? "sample by sample"
              : "all samples at once";
    }
  }

  static Experiment<?> experiment() {
    return DepthPaper.describeOurs("depth/formats", "Depths of 16 bits, of 24, and floats")
        .method(
            "Scenes are drawn under each format, and what reaches memory is compared with whole"
                + " uncompressed tiles under the same. Tiles of 16 bits take two lines, of the others"
                + " four. Depth offset and the float codec take floats as the integers of their bits.")
        .parameter("size", "16 KiB")
        .parameter("codecs", CODECS)
        .measure(DepthFormats::measure)
        .claims(
            Claim.of("float.pre", "The float codec moves less before the cache than after it")
                .nowhere(
                    "formats",
                    rows ->
                        rows.stream()
                            .filter(row -> row.codec.equals("float") && !(row.pre < row.post))
                            .map(row -> row.format.toString())
                            .toList()),
            Claim.of(
                    "float.planes",
                    "Of floats, the float codec moves less than planes with depth offset")
                .nowhere(
                    "placements",
                    rows -> {
                      Row planes = row(rows, DepthFormat.D32F, "c");
                      Row floats = row(rows, DepthFormat.D32F, "float");
                      List<String> more = new ArrayList<>();
                      if (!(floats.pre < planes.pre)) {
                        more.add("pre");
                      }
                      if (!(floats.post < planes.post)) {
                        more.add("post");
                      }
                      return more;
                    }))
        .value("d32f.float.post", rows -> row(rows, DepthFormat.D32F, "float").post)
        .value("d32f.float.pre", rows -> row(rows, DepthFormat.D32F, "float").pre)
        .value("do.d32f.pre", rows -> row(rows, DepthFormat.D32F, "do").pre)
        .value("do.d24.pre", rows -> row(rows, DepthFormat.D24, "do").pre)
        .draw(DepthFormats::draw);
  }

  private static Row row(List<Row> rows, DepthFormat format, String codec) {
    return rows.stream()
        .filter(row -> row.format == format && row.codec.equals(codec))
        .findFirst()
        .orElseThrow();
  }

  private static Configuration of(CodecPlacement placement, String codec) {
    return Configuration.of(placement, CompressionScheme.parse(codec), CACHE);
  }

  private static List<Row> measure(RunContext context) {
    List<Configuration> all = new ArrayList<>();
    for (String codec : CODECS) {
      all.add(of(CodecPlacement.POST, codec));
      all.add(of(CodecPlacement.PRE, codec));
    }
    Configuration plain = of(CodecPlacement.POST, "raw");
    List<Row> rows = new ArrayList<>();
    for (DepthFormat format : DepthFormat.values()) {
      TileShape tile = TileShape.of(8, 8, 64, TileShape.Lines.QUADRANTS, format);
      Suite suite = Suite.replay(context, Suite.Drawing.USUAL.with(tile), all);
      for (String codec : CODECS) {
        Configuration pre = of(CodecPlacement.PRE, codec);
        rows.add(
            new Row(
                format,
                codec,
                suite.meanPercent(of(CodecPlacement.POST, codec), plain),
                suite.meanPercent(pre, plain),
                suite.meanBytes(plain),
                suite.mean(scene -> compressed(scene, pre))));
      }
    }
    return rows;
  }

  /** Percent of the tiles with a depth that end compressed. */
  private static double compressed(Suite.Drawn scene, Configuration configuration) {
    Map<String, Long> tiles = scene.of(configuration).finalTiles();
    long all = 0;
    for (Map.Entry<String, Long> each : tiles.entrySet()) {
      all += each.getKey().equals("cleared") ? 0 : each.getValue();
    }
    return 100.0 * (all - tiles.getOrDefault("raw", 0L)) / all;
  }

  private static Figures draw(List<Row> rows) {
    Columns<Row> columns =
        new Columns<Row>()
            .text("format", Row::format)
            .text("codec", Row::codec)
            .text("decodes", Row::latency)
            .number("RAW", 2, "MB", row -> row.raw / 1e6)
            .number("post-cache", 1, "% of RAW", Row::post)
            .number("pre-cache", 1, "% of RAW", Row::pre)
            .number("compressed at the end, pre-cache", 1, "%", Row::compressed);
    return Figures.none().with("formats", columns.table("Codecs by format, 16 kB", rows));
  }
}
