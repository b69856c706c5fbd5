package dev.magpie.cli.depth;

import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The result as CSV: a row for each back-end, with columns named as the JSON's members. */
final class DepthCsv {
  private final DepthResult result;

  DepthCsv(DepthResult result) {
    this.result = result;
  }

  Table table() {
    Table.Builder table =
        Table.titled("")
            .text("scene")
            .number("width", 0)
            .number("height", 0)
            .text("tile")
            .number("lineBytes", 0)
            .text("lines")
            .text("cull")
            .text("culling")
            .text("depthTest")
            .text("planeFormat")
            .number("tessellate", 3)
            .number("frames", 0)
            .number("meshTriangles", 0)
            .number("triangles", 0)
            .number("events", 0)
            .number("coveredSamples", 0)
            .number("culledLines", 0)
            .number("pixelsPerTriangle", 6)
            .text("placement")
            .text("codec")
            .text("references")
            .number("referenceBits", 0)
            .text("planeSlots")
            .text("partialWrites")
            .number("cacheBytes", 0)
            .number("ways", 0)
            .text("index")
            .number("bytesRead", 0)
            .number("bytesWritten", 0)
            .number("bytes", 0)
            .number("relativeToRaw", 6)
            .number("compressions", 0)
            .number("decompressions", 0)
            .number("oneReferenceShare", 6)
            .number("hits", 0)
            .number("misses", 0);
    Set<String> tiles = modes(DepthTraffic::finalTiles);
    Set<String> encoded = modes(DepthTraffic::encodedTiles);
    tiles.forEach(mode -> table.number("tilesByMode." + mode, 0));
    encoded.forEach(mode -> table.number("encodedTilesByMode." + mode, 0));
    for (DepthResult.Run run : result.runs()) {
      List<@Nullable Object> row = new ArrayList<>(scene());
      row.addAll(run(run));
      tiles.forEach(mode -> row.add(run.traffic().finalTiles().get(mode)));
      encoded.forEach(mode -> row.add(run.traffic().encodedTiles().get(mode)));
      table.row(row.toArray());
    }
    return table.build();
  }

  /** The modes of all runs; a run has none of another's codec. */
  private Set<String> modes(Function<DepthTraffic, Map<String, Long>> tiles) {
    Set<String> modes = new LinkedHashSet<>();
    result.runs().forEach(run -> modes.addAll(tiles.apply(run.traffic()).keySet()));
    return modes;
  }

  private List<@Nullable Object> scene() {
    SceneStatistics drawn = result.drawn();
    List<@Nullable Object> cells =
        new ArrayList<>(
            List.of(
                result.scene().name(),
                result.shape().width(),
                result.shape().height(),
                result.tile(),
                result.shape().tile().lineBytes(),
                result.lines(),
                result.cull(),
                result.culling(),
                result.depthTest(),
                result.planeFormat()));
    cells.add(finite(result.options().tessellation()));
    cells.add(drawn.frames());
    cells.add(result.scene().triangles());
    cells.add(drawn.triangles());
    cells.add(drawn.events());
    cells.add(drawn.coveredSamples());
    cells.add(drawn.culledLines());
    cells.add(finite(drawn.pixelsPerTriangle()));
    return cells;
  }

  private static List<@Nullable Object> run(DepthResult.Run run) {
    List<@Nullable Object> cells =
        new ArrayList<>(
            List.of(
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
                run.traffic().bytes()));
    cells.add(finite(run.relativeToRaw()));
    cells.add(run.count(Count.COMPRESSIONS));
    cells.add(run.count(Count.DECOMPRESSIONS));
    cells.add(finite(run.traffic().oneReferenceShare()));
    cells.add(run.count(Count.HITS));
    cells.add(run.count(Count.MISSES));
    return cells;
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
