package dev.magpie.explore.depth;

import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.SceneTraffic.Drawn;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.cache.StencilConfiguration;
import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.explore.web.Turns;
import dev.magpie.report.DocumentType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a frame is and what back-ends move for it, with the names of {@code magpie depth --format
 * json}: raw tiles, and the codec after and before the cache.
 */
record TrafficResource(SceneShelf shelf, DrawnFrames frames) implements Resource {
  private static final DocumentType<Traffic> TYPE =
      new DocumentType<>("magpie.explore.depth/1", Traffic.class);

  private record Traffic(
      int width,
      int height,
      long triangles,
      long events,
      long coveredSamples,
      long visibleSamples,
      long culledLines,
      @Nullable Double pixelsPerTriangle,
      List<Run> runs) {}

  private record Run(
      String placement,
      String codec,
      String references,
      int cacheBytes,
      long bytesRead,
      long bytesWritten,
      long bytes,
      @Nullable Double relativeToRaw,
      long compressions,
      long decompressions,
      Map<String, Long> tilesByMode,
      Map<String, Long> encodedTilesByMode,
      long hits,
      long misses,
      Optional<Stencil> stencil) {}

  /** A plane of stencil values beside the depths. */
  private record Stencil(
      String codec,
      int cacheBytes,
      long bytesRead,
      long bytesWritten,
      long bytes,
      @Nullable Double relativeToRaw,
      long hits,
      long misses,
      long compressions,
      long decompressions) {
    static Stencil of(Configuration depths, DepthTraffic traffic, long rawBytes) {
      StencilConfiguration configuration = StencilConfiguration.beside(depths);
      return new Stencil(
          AskedFrame.word(configuration.coding()),
          configuration.cacheBytes(),
          traffic.get(Count.BYTES_READ),
          traffic.get(Count.BYTES_WRITTEN),
          traffic.bytes(),
          finite((double) traffic.bytes() / rawBytes),
          traffic.get(Count.HITS),
          traffic.get(Count.MISSES),
          traffic.get(Count.COMPRESSIONS),
          traffic.get(Count.DECOMPRESSIONS));
    }
  }

  @Override
  public Reply answer(PageRequest request) {
    Turns.Turn turn = frames.turn(request);
    AskedFrame asked = AskedFrame.of(shelf, request);
    Configuration raw = AskedBackEnd.raw(request);
    Set<Configuration> all = new LinkedHashSet<>();
    all.add(raw);
    all.add(AskedBackEnd.at(request, CodecPlacement.POST));
    all.add(AskedBackEnd.at(request, CodecPlacement.PRE));
    DrawnTarget frame = frames.frame(turn, asked);
    Drawn drawn = frame.drawn();
    long rawBytes = frames.tiles(turn, asked, raw).total().bytes();
    long rawStencil = frames.stencil(turn, asked, raw).map(DepthTraffic::bytes).orElse(0L);
    List<Run> runs = new ArrayList<>();
    for (Configuration each : all) {
      Optional<Stencil> stencil =
          frames.stencil(turn, asked, each).map(of -> Stencil.of(each, of, rawStencil));
      runs.add(run(each, frames.tiles(turn, asked, each).total(), rawBytes, stencil));
    }
    return Reply.json(
        TYPE,
        new Traffic(
            frame.shape().width(),
            frame.shape().height(),
            drawn.triangles(),
            drawn.events(),
            drawn.coveredSamples(),
            visible(frame.depths()),
            drawn.culledLines(),
            finite(drawn.pixelsPerTriangle(frame.shape().tile().multisampling().samples())),
            runs));
  }

  private static Run run(
      Configuration configuration, DepthTraffic traffic, long rawBytes, Optional<Stencil> stencil) {
    return new Run(
        AskedFrame.word(configuration.placement()),
        configuration.scheme().name(),
        AskedFrame.word(configuration.references()),
        configuration.cache().bytes(),
        traffic.get(Count.BYTES_READ),
        traffic.get(Count.BYTES_WRITTEN),
        traffic.bytes(),
        finite((double) traffic.bytes() / rawBytes),
        traffic.get(Count.COMPRESSIONS),
        traffic.get(Count.DECOMPRESSIONS),
        traffic.finalTiles(),
        traffic.encodedTiles(),
        traffic.get(Count.HITS),
        traffic.get(Count.MISSES),
        stencil);
  }

  /** Samples that anything covers. */
  private static long visible(DepthBuffer depths) {
    return Arrays.stream(depths.depths()).filter(depth -> depth != depths.clearDepth()).count();
  }

  /** Nothing where nothing was drawn. */
  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
