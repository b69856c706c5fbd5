package dev.magpie.cli.depth;

import dev.magpie.cli.depth.DepthDocument.Accesses;
import dev.magpie.cli.depth.DepthDocument.Drawing;
import dev.magpie.cli.depth.DepthDocument.Run;
import dev.magpie.cli.depth.DepthDocument.Work;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.codec.CompressionScheme;
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

  static Report of(SceneTraffic measured) {
    DepthDocument document = DepthDocument.of(measured);
    return Report.of(DepthDocument.TYPE, document, runs(document.runs()))
        .headed(summary(document.scene()))
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
  static String summary(DepthDocument.DrawnScene scene) {
    Drawing drawn = scene.drawing();
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
            scene.name(),
            drawn.width(),
            drawn.height(),
            Quantity.count(drawn.frames(), "frame"),
            triangles);
  }

  static Table runs(List<Run> runs) {
    boolean kibibytes = runs.stream().allMatch(run -> run.work().cacheBytes() % 1024 == 0);
    return new Columns<Work>()
        .text("placement", Work::placement)
        .text("codec", Work::codec)
        .text(
            "references",
            work -> CompressionScheme.parse(work.codec()).isDepthOffset() ? work.references() : "")
        .number(
            "cache",
            0,
            kibibytes ? "KiB" : "B",
            work -> work.cacheBytes() / (kibibytes ? 1024.0 : 1.0))
        .number("read", 2, "MB", work -> work.bytesRead() / MEGABYTE)
        .number("written", 2, "MB", work -> work.bytesWritten() / MEGABYTE)
        .number("total", 2, "MB", work -> work.bytes() / MEGABYTE)
        .number("of RAW-T", 1, "%", work -> percent(work.relativeToRaw()))
        .number("encoded", 0, "tiles", Work::compressions)
        .number("decoded", 0, "tiles", Work::decompressions)
        .<Run>of(Run::work)
        .number("hits", 1, "%", run -> percent(run.accesses().hitRate()))
        .table(runs);
  }

  private static @Nullable Double percent(@Nullable Double share) {
    return share == null || !Double.isFinite(share) ? null : 100 * share;
  }
}
