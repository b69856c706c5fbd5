package dev.magpie.cli.depth;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.report.DocumentType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was drawn, and what each back-end did, for programs. */
record DepthDocument(DrawnScene scene, List<Run> runs) {
  static final DocumentType<DepthDocument> TYPE =
      new DocumentType<>("magpie.depth/1", DepthDocument.class);

  record DrawnScene(String name, @JsonUnwrapped Drawing drawing) {}

  /** How a scene was drawn, and what that came to. */
  record Drawing(
      int width,
      int height,
      String tile,
      int lineBytes,
      String lines,
      String cull,
      String culling,
      String depthTest,
      String depthWrites,
      String depthRange,
      double depthBiasConstant,
      double depthBiasSlope,
      String prepass,
      String planeFormat,
      @Nullable Double tessellate,
      int frames,
      long meshTriangles,
      long triangles,
      long events,
      long coveredSamples,
      long passedSamples,
      long culledLines,
      @Nullable Double pixelsPerTriangle) {}

  record Run(
      @JsonUnwrapped Work work,
      Map<String, Long> tilesByMode,
      Map<String, Long> encodedTilesByMode,
      @JsonUnwrapped Accesses accesses) {}

  /** What a back-end is, moved and coded. */
  record Work(
      String placement,
      String codec,
      String references,
      int referenceBits,
      String planeSlots,
      String partialWrites,
      int cacheBytes,
      int ways,
      String index,
      long bytesRead,
      long bytesWritten,
      long bytes,
      @Nullable Double relativeToRaw,
      long compressions,
      long decompressions,
      @Nullable Double oneReferenceShare) {}

  record Accesses(long hits, long misses) {
    /** Not a number without any. */
    double hitRate() {
      return (double) hits / (hits + misses);
    }
  }

  static DepthDocument of(SceneTraffic measured) {
    return new DepthDocument(
        new DrawnScene(measured.scene().name(), drawing(measured)),
        measured.runs().stream().map(DepthDocument::run).toList());
  }

  private static Drawing drawing(SceneTraffic measured) {
    SceneTraffic.Drawn drawn = measured.drawn();
    TileShape tile = measured.shape().tile();
    RasterOptions options = measured.options();
    return new Drawing(
        measured.shape().width(),
        measured.shape().height(),
        tile.width() + "x" + tile.height(),
        tile.lineBytes(),
        tile.lineWidth() + "x" + tile.lineHeight(),
        word(options.faceCulling()),
        word(options.culling()),
        word(options.state().test()),
        word(options.state().writes()),
        word(options.range()),
        options.state().bias().constant(),
        options.state().bias().slope(),
        word(options.prepass()),
        word(options.format()),
        finite(options.tessellation()),
        drawn.frames(),
        measured.scene().triangles(),
        drawn.triangles(),
        drawn.events(),
        drawn.coveredSamples(),
        drawn.passedSamples(),
        drawn.culledLines(),
        finite(drawn.pixelsPerTriangle()));
  }

  private static Run run(SceneTraffic.Run run) {
    Configuration configuration = run.configuration();
    DepthTraffic traffic = run.traffic();
    return new Run(
        new Work(
            word(configuration.placement()),
            configuration.scheme().name(),
            word(configuration.references()),
            configuration.referenceBits(),
            word(configuration.slots()),
            word(configuration.partialWrites()),
            configuration.cache().bytes(),
            configuration.cache().ways(),
            word(configuration.cache().index()),
            traffic.get(Count.BYTES_READ),
            traffic.get(Count.BYTES_WRITTEN),
            traffic.bytes(),
            finite((double) traffic.bytes() / run.rawBytes()),
            traffic.get(Count.COMPRESSIONS),
            traffic.get(Count.DECOMPRESSIONS),
            finite(traffic.oneReferenceShare())),
        traffic.finalTiles(),
        traffic.encodedTiles(),
        new Accesses(traffic.get(Count.HITS), traffic.get(Count.MISSES)));
  }

  /** The word for it in commands. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Nothing where nothing was drawn, or nothing is set. */
  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
