package dev.magpie.cli.depth;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.report.DocumentType;
import java.util.List;
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
      String planeFormat,
      @Nullable Double tessellate,
      int frames,
      long meshTriangles,
      long triangles,
      long events,
      long coveredSamples,
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

  record Accesses(long hits, long misses) {}

  static DepthDocument of(DepthResult result) {
    return new DepthDocument(
        new DrawnScene(result.scene().name(), drawing(result)),
        result.runs().stream().map(DepthDocument::run).toList());
  }

  private static Drawing drawing(DepthResult result) {
    SceneStatistics drawn = result.drawn();
    return new Drawing(
        result.shape().width(),
        result.shape().height(),
        result.tile(),
        result.shape().tile().lineBytes(),
        result.lines(),
        result.cull(),
        result.culling(),
        result.depthTest(),
        result.planeFormat(),
        finite(result.options().tessellation()),
        drawn.frames(),
        result.scene().triangles(),
        drawn.triangles(),
        drawn.events(),
        drawn.coveredSamples(),
        drawn.culledLines(),
        finite(drawn.pixelsPerTriangle()));
  }

  private static Run run(DepthResult.Run run) {
    return new Run(
        new Work(
            run.placement(),
            run.codec(),
            run.references(),
            run.configuration().referenceBits(),
            run.planeSlots(),
            run.partialWrites(),
            run.cacheBytes(),
            run.configuration().cache().ways(),
            run.index(),
            run.count(Count.BYTES_READ),
            run.count(Count.BYTES_WRITTEN),
            run.traffic().bytes(),
            finite(run.relativeToRaw()),
            run.count(Count.COMPRESSIONS),
            run.count(Count.DECOMPRESSIONS),
            finite(run.traffic().oneReferenceShare())),
        run.traffic().finalTiles(),
        run.traffic().encodedTiles(),
        new Accesses(run.count(Count.HITS), run.count(Count.MISSES)));
  }

  /** Nothing where nothing was drawn, or nothing is set. */
  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
