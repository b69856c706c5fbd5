package dev.magpie.cli.depth;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.cache.CodecOperations;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.cache.HeaderMemory;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.lab.hardware.DepthEnergy;
import dev.magpie.lab.hardware.SramEnergy;
import dev.magpie.report.DocumentType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was drawn, and what each back-end did, for programs.
 *
 * @param passes what each did in each pass of each frame, if that is asked for
 */
record DepthDocument(
    DrawnScene scene,
    List<Run> runs,
    @Nullable List<PassRows.PassRow> passes,
    EnergySources energySources) {
  static final DocumentType<DepthDocument> TYPE =
      new DocumentType<>("magpie.depth/1", DepthDocument.class);

  record DrawnScene(String name, @JsonUnwrapped Drawing drawing) {}

  /**
   * How a scene was drawn, and what that came to. Lines, formats and culling are of all passes,
   * joined by + where they differ.
   */
  record Drawing(
      int width,
      int height,
      int samples,
      String tile,
      int lineBytes,
      String lines,
      String depthFormat,
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
      @Nullable Double animationSeconds,
      @Nullable Double framesPerSecond,
      long meshTriangles,
      long triangles,
      long coveringTriangles,
      long events,
      long coveredSamples,
      long passedSamples,
      long coveredLines,
      long culledLines,
      @Nullable Double pixelsPerTriangle) {}

  /**
   * What a back-end did.
   *
   * @param stencil beside it, where draws use stencil; it is in no other figure
   */
  record Run(
      @JsonUnwrapped Work work,
      Map<String, Long> tilesByMode,
      Map<String, Long> encodedTilesByMode,
      Map<String, Long> decodedTilesByMode,
      @JsonUnwrapped Accesses accesses,
      @JsonUnwrapped Moves moves,
      DepthEnergy energy,
      Optional<StencilRows.Plane> stencil) {}

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
    static Accesses of(DepthTraffic traffic) {
      return new Accesses(traffic.get(Count.HITS), traffic.get(Count.MISSES));
    }

    /** Not a number without any. */
    double hitRate() {
      return (double) hits / (hits + misses);
    }
  }

  /**
   * What moves beside lines of depths. What is counted only where it is asked for, of headers, is
   * null else.
   */
  record Moves(
      long linesFromCache,
      long linesToCache,
      long comparisons,
      long overwriteCompressions,
      long peeks,
      long successfulPeeks,
      long refinements,
      double codecOperations,
      @Nullable Integer headerBits,
      @Nullable Integer headerCacheBytes,
      @Nullable Long headerBytesRead,
      @Nullable Long headerBytesWritten) {}

  /** Where the figures of energy are from. */
  record EnergySources(String gpu, String memory, String cache, String operation) {
    static EnergySources of(GpuConfig gpu) {
      return new EnergySources(
          gpu.name(),
          gpu.dram().energy().source(),
          SramEnergy.SOURCE,
          gpu.energy().operation().source());
    }
  }

  static DepthDocument of(SceneTraffic measured, DepthCommand.By by) {
    return new DepthDocument(
        new DrawnScene(measured.scene().name(), drawing(measured)),
        measured.runs().stream().map(run -> run(run, measured.mapped().tile())).toList(),
        by == DepthCommand.By.PASS ? PassRows.of(measured) : null,
        EnergySources.of(DepthEnergy.GPU));
  }

  private static Drawing drawing(SceneTraffic measured) {
    SceneTraffic.Drawn drawn = measured.drawn();
    TileShape tile = measured.shape().tile();
    RasterOptions options = measured.options();
    return new Drawing(
        measured.shape().pixelsAcross(),
        measured.shape().pixelsDown(),
        tile.multisampling().samples(),
        tile.width() + "x" + tile.height(),
        tile.lineBytes(),
        ofTargets(measured, each -> each.lineWidth() + "x" + each.lineHeight()),
        ofTargets(measured, each -> each.format().toString()),
        measured.passes().stream()
            .flatMap(each -> each.pass().culling().stream())
            .map(DepthDocument::word)
            .distinct()
            .collect(Collectors.joining("+")),
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
        positive(measured.scene().seconds()),
        positive(measured.scene().framesPerSecond()),
        measured.meshTriangles(),
        drawn.triangles(),
        drawn.coveringTriangles(),
        drawn.events(),
        drawn.coveredSamples(),
        drawn.passedSamples(),
        drawn.coveredLines(),
        drawn.culledLines(),
        finite(measured.pixelsPerTriangle()));
  }

  /** What tiles of targets are; several, joined, where they differ. */
  private static String ofTargets(SceneTraffic measured, Function<TileShape, String> what) {
    return measured.passes().stream()
        .map(each -> what.apply(each.shape().tile()))
        .distinct()
        .collect(Collectors.joining("+"));
  }

  private static Run run(SceneTraffic.Run run, TileShape tile) {
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
        traffic.decodedTiles(),
        Accesses.of(traffic),
        moves(configuration, traffic, tile),
        DepthEnergy.of(traffic, tile, configuration.cache(), DepthEnergy.GPU),
        StencilRows.of(run, tile));
  }

  private static Moves moves(Configuration configuration, DepthTraffic traffic, TileShape tile) {
    HeaderMemory headers = configuration.headers();
    boolean counted = !headers.equals(HeaderMemory.NOT_COUNTED);
    return new Moves(
        traffic.get(Count.LINES_FROM_CACHE),
        traffic.get(Count.LINES_TO_CACHE),
        traffic.get(Count.COMPARISONS),
        traffic.get(Count.OVERWRITE_COMPRESSIONS),
        traffic.get(Count.PEEKS),
        traffic.get(Count.SUCCESSFUL_PEEKS),
        traffic.get(Count.REFINEMENTS),
        CodecOperations.of(traffic, tile),
        counted ? headers.headerBits(tile, traffic.finalTiles().size()) : null,
        counted ? headers.cacheBytes() : null,
        counted ? traffic.get(Count.HEADER_BYTES_READ) : null,
        counted ? traffic.get(Count.HEADER_BYTES_WRITTEN) : null);
  }

  /** The word for it in commands. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static @Nullable Double positive(double value) {
    return value > 0 ? value : null;
  }

  /** Nothing where nothing was drawn, or nothing is set. */
  static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
