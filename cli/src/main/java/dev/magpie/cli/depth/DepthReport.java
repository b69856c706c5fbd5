package dev.magpie.cli.depth;

import dev.magpie.cli.depth.DepthDocument.Accesses;
import dev.magpie.cli.depth.DepthDocument.Drawing;
import dev.magpie.cli.depth.DepthDocument.Run;
import dev.magpie.cli.depth.DepthDocument.Work;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.output.TableReport;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The result: a row for each back-end. */
final class DepthReport {
  private static final double MEGABYTE = 1e6;

  private DepthReport() {}

  static Report of(DepthResult result) {
    DepthDocument document = DepthDocument.of(result);
    return TableReport.of(DepthDocument.TYPE, document, runs(result.runs()))
        .headed(summary(result))
        .withCsv(csv(document));
  }

  /** Columns named as the JSON's members. */
  private static Table csv(DepthDocument document) {
    Columns<Run> columns =
        new Columns<Run>()
            .text("scene", _ -> document.scene().name())
            .addAll(Columns.ofRecord(Drawing.class).of(_ -> document.scene().drawing()))
            .addAll(Columns.ofRecord(Work.class).of(Run::work))
            .addAll(Columns.ofRecord(Accesses.class).of(Run::accesses));
    addModes(columns, "tilesByMode", document.runs(), Run::tilesByMode);
    addModes(columns, "encodedTilesByMode", document.runs(), Run::encodedTilesByMode);
    return columns.table(document.runs());
  }

  /** The modes of all runs; a run has none of another's codec. */
  private static void addModes(
      Columns<Run> columns, String name, List<Run> runs, Function<Run, Map<String, Long>> tiles) {
    Set<String> modes = new LinkedHashSet<>();
    runs.forEach(run -> modes.addAll(tiles.apply(run).keySet()));
    modes.forEach(mode -> columns.number(name + "." + mode, 0, run -> tiles.apply(run).get(mode)));
  }

  /** What was drawn, in a line. */
  private static String summary(DepthResult result) {
    SceneStatistics drawn = result.drawn();
    String triangles =
        drawn.triangles() == 0
            ? "no triangle in view"
            : String.format(
                Locale.ROOT,
                "%s of %.1f pixels, %s",
                Quantity.count(drawn.triangles(), "triangle"),
                drawn.pixelsPerTriangle(),
                Quantity.count(drawn.events(), "event"));
    return "%s, %dx%d, %s: %s"
        .formatted(
            result.scene().name(),
            result.shape().width(),
            result.shape().height(),
            Quantity.count(drawn.frames(), "frame"),
            triangles);
  }

  private static Table runs(List<DepthResult.Run> runs) {
    boolean kibibytes = runs.stream().allMatch(run -> run.cacheBytes() % 1024 == 0);
    return new Columns<DepthResult.Run>()
        .text("placement", DepthResult.Run::placement)
        .text("codec", DepthResult.Run::codec)
        .text(
            "references",
            run -> run.configuration().scheme().isDepthOffset() ? run.references() : "")
        .number(
            "cache",
            0,
            kibibytes ? "KiB" : "B",
            run -> run.cacheBytes() / (kibibytes ? 1024.0 : 1.0))
        .number("read", 2, "MB", run -> run.count(Count.BYTES_READ) / MEGABYTE)
        .number("written", 2, "MB", run -> run.count(Count.BYTES_WRITTEN) / MEGABYTE)
        .number("total", 2, "MB", run -> run.traffic().bytes() / MEGABYTE)
        .number("of RAW-T", 1, "%", run -> percent(run.relativeToRaw()))
        .number("encoded", 0, "tiles", run -> run.count(Count.COMPRESSIONS))
        .number("decoded", 0, "tiles", run -> run.count(Count.DECOMPRESSIONS))
        .number("hits", 1, "%", run -> percent(run.hitRate()))
        .table(runs);
  }

  private static @Nullable Double percent(double share) {
    return Double.isFinite(share) ? 100 * share : null;
  }
}
