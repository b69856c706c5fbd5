package dev.magpie.cli.depth;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.depth.Pass;
import dev.magpie.depth.PassTraffic;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.SceneTraffic.Drawn;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.raster.DepthBias;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What each back-end did in each pass of each frame. */
final class PassRows {
  private static final double MEGABYTE = 1e6;

  private PassRows() {}

  /** Of one pass, one frame and one back-end. */
  record PassRow(
      @JsonUnwrapped DrawnPass drawn,
      @JsonUnwrapped PassWork work,
      @JsonUnwrapped DepthDocument.Accesses accesses,
      Map<String, Long> tilesByMode,
      Map<String, Long> encodedTilesByMode,
      Map<String, Long> decodedTilesByMode,
      Optional<StencilRows.Plane> stencil) {}

  record DrawnPass(
      int frame,
      double seconds,
      String pass,
      String target,
      int width,
      int height,
      int samples,
      String depthFormat,
      String cull,
      String depthTest,
      String depthWrites,
      String depthRange,
      @Nullable Double depthBiasConstant,
      @Nullable Double depthBiasSlope,
      long triangles,
      long coveringTriangles,
      long events,
      long coveredSamples,
      long passedSamples,
      long coveredLines,
      long culledLines) {}

  record PassWork(
      String placement,
      String codec,
      String references,
      int cacheBytes,
      long bytesRead,
      long bytesWritten,
      long bytes,
      @Nullable Double relativeToRaw,
      long compressions,
      long decompressions) {}

  static List<PassRow> of(SceneTraffic measured) {
    return measured.passes().stream()
        .flatMap(pass -> pass.runs().stream().map(run -> row(pass, run)))
        .toList();
  }

  private static PassRow row(PassTraffic traffic, SceneTraffic.Run run) {
    return new PassRow(
        drawn(traffic),
        new PassWork(
            DepthDocument.word(run.configuration().placement()),
            run.configuration().scheme().name(),
            DepthDocument.word(run.configuration().references()),
            run.configuration().cache().bytes(),
            run.traffic().get(Count.BYTES_READ),
            run.traffic().get(Count.BYTES_WRITTEN),
            run.traffic().bytes(),
            DepthDocument.finite((double) run.traffic().bytes() / run.rawBytes()),
            run.traffic().get(Count.COMPRESSIONS),
            run.traffic().get(Count.DECOMPRESSIONS)),
        DepthDocument.Accesses.of(run.traffic()),
        run.traffic().finalTiles(),
        run.traffic().encodedTiles(),
        run.traffic().decodedTiles(),
        StencilRows.of(run, traffic.shape().tile()));
  }

  private static DrawnPass drawn(PassTraffic traffic) {
    Pass pass = traffic.pass();
    Drawn drawn = traffic.drawn();
    return new DrawnPass(
        traffic.frame(),
        traffic.seconds(),
        pass.name(),
        pass.target().name(),
        traffic.shape().pixelsAcross(),
        traffic.shape().pixelsDown(),
        traffic.samples(),
        traffic.shape().tile().format().toString(),
        words(pass.culling().stream()),
        words(pass.states().stream().map(DepthState::test)),
        words(pass.states().stream().map(DepthState::writes)),
        DepthDocument.word(pass.target().range()),
        common(pass, DepthBias::constant),
        common(pass, DepthBias::slope),
        drawn.triangles(),
        drawn.coveringTriangles(),
        drawn.events(),
        drawn.coveredSamples(),
        drawn.passedSamples(),
        drawn.coveredLines(),
        drawn.culledLines());
  }

  /** What draws of a pass have; of a recorded one, it may be several things. */
  private static String words(Stream<? extends Enum<?>> ofDraws) {
    return ofDraws.map(DepthDocument::word).distinct().collect(Collectors.joining(" "));
  }

  /** The figure that all draws of a pass have, if it is one. */
  private static @Nullable Double common(Pass pass, ToDoubleFunction<DepthBias> figure) {
    double[] all =
        pass.states().stream().map(DepthState::bias).mapToDouble(figure).distinct().toArray();
    return all.length == 1 ? all[0] : null;
  }

  static Table table(List<PassRow> rows) {
    return columns().table(rows);
  }

  /** The same with what a page has room for: the tiles of each mode that were encoded. */
  static Table wideTable(List<PassRow> rows) {
    return columns().text("encoded by mode", row -> modes(row.encodedTilesByMode())).table(rows);
  }

  private static String modes(Map<String, Long> tiles) {
    return tiles.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> "%s %,d".formatted(each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static Columns<PassRow> columns() {
    return new Columns<PassRow>()
        .number("frame", 0, row -> row.drawn().frame())
        .text("pass", row -> row.drawn().pass())
        .text("target", row -> row.drawn().target())
        .text("depths", row -> row.drawn().depthFormat())
        .text("placement", row -> row.work().placement())
        .text("codec", row -> row.work().codec())
        .number("cache", 0, "B", row -> row.work().cacheBytes())
        .number(
            "culled", 1, "%", row -> percent(row.drawn().culledLines(), row.drawn().coveredLines()))
        .number("read", 2, "MB", row -> row.work().bytesRead() / MEGABYTE)
        .number("written", 2, "MB", row -> row.work().bytesWritten() / MEGABYTE)
        .number("total", 2, "MB", row -> row.work().bytes() / MEGABYTE)
        .number("encoded", 0, "tiles", row -> row.work().compressions())
        .number("decoded", 0, "tiles", row -> row.work().decompressions())
        .number("hits", 1, "%", row -> DepthDocument.finite(100 * row.accesses().hitRate()));
  }

  private static @Nullable Double percent(long part, long whole) {
    return DepthDocument.finite(100.0 * part / whole);
  }
}
