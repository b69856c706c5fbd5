package dev.magpie.cli.depth;

import dev.magpie.cli.depth.DepthDocument.Accesses;
import dev.magpie.cli.depth.DepthDocument.Drawing;
import dev.magpie.cli.depth.DepthDocument.Moves;
import dev.magpie.cli.depth.DepthDocument.Run;
import dev.magpie.cli.depth.DepthDocument.Work;
import dev.magpie.cli.depth.PassRows.PassRow;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The result: a row for each back-end. */
final class DepthReport {
  private static final double MEGABYTE = 1e6;

  private DepthReport() {}

  static Report of(SceneTraffic measured, DepthCommand.By by) {
    DepthDocument document = DepthDocument.of(measured, by);
    List<PassRow> passes = document.passes();
    Table table = passes == null ? runs(document.runs()) : PassRows.table(passes);
    Optional<Table> stencil =
        passes == null ? StencilRows.ofRuns(document.runs()) : StencilRows.ofPasses(passes);
    Table[] tables = Stream.concat(Stream.of(table), stencil.stream()).toArray(Table[]::new);
    return Report.of(DepthDocument.TYPE, document, tables)
        .headed(summary(document.scene()))
        .withCsv(passes == null ? csv(document) : csv(document.scene().name(), passes));
  }

  private static Table csv(String scene, List<PassRow> passes) {
    Columns<PassRow> columns =
        new Columns<PassRow>()
            .text("scene", _ -> scene)
            .addAll(Columns.ofRecord(PassRows.DrawnPass.class).of(PassRow::drawn))
            .addAll(Columns.ofRecord(PassRows.PassWork.class).of(PassRow::work))
            .addAll(Columns.ofRecord(Accesses.class).of(PassRow::accesses));
    addModes(columns, "tilesByMode", passes, PassRow::tilesByMode);
    addModes(columns, "encodedTilesByMode", passes, PassRow::encodedTilesByMode);
    addModes(columns, "decodedTilesByMode", passes, PassRow::decodedTilesByMode);
    StencilRows.addCsv(columns, passes, PassRow::stencil);
    return columns.table(passes);
  }

  /** Columns named as the JSON's members. */
  private static Table csv(DepthDocument document) {
    Columns<Run> columns =
        new Columns<Run>()
            .text("scene", _ -> document.scene().name())
            .addAll(Columns.ofRecord(Drawing.class).of(_ -> document.scene().drawing()))
            .addAll(Columns.ofRecord(Work.class).of(Run::work))
            .addAll(Columns.ofRecord(Accesses.class).of(Run::accesses))
            .addAll(Columns.ofRecord(Moves.class).of(Run::moves));
    addEnergy(columns);
    addModes(columns, "tilesByMode", document.runs(), Run::tilesByMode);
    addModes(columns, "encodedTilesByMode", document.runs(), Run::encodedTilesByMode);
    addModes(columns, "decodedTilesByMode", document.runs(), Run::decodedTilesByMode);
    StencilRows.addCsv(columns, document.runs(), Run::stencil);
    return columns.table(document.runs());
  }

  private static void addEnergy(Columns<Run> columns) {
    columns
        .number("energy.memory", 0, run -> run.energy().memory())
        .number("energy.headers", 0, run -> run.energy().headers())
        .number("energy.cache", 0, run -> run.energy().cache())
        .number("energy.codec", 0, run -> run.energy().codec())
        .number("energy.total", 0, run -> run.energy().total());
  }

  /** The modes of all runs; a run has none of another's codec. */
  static <R> void addModes(
      Columns<R> columns, String name, List<R> runs, Function<R, Map<String, Long>> tiles) {
    Set<String> modes = new LinkedHashSet<>();
    runs.forEach(run -> modes.addAll(tiles.apply(run).keySet()));
    modes.forEach(mode -> columns.number(name + "." + mode, 0, run -> tiles.apply(run).get(mode)));
  }

  /** What was drawn, in a line. */
  static String summary(DepthDocument.DrawnScene scene) {
    Drawing drawn = scene.drawing();
    String triangles =
        drawn.coveringTriangles() == 0
            ? drawn.triangles() == 0
                ? "no triangle in view"
                : Quantity.count(drawn.triangles(), "triangle") + " between samples"
            : String.format(
                Locale.ROOT,
                "%s of %.1f pixels, %s, %.1f %% of lines culled",
                Quantity.count(drawn.triangles(), "triangle"),
                drawn.pixelsPerTriangle(),
                Quantity.count(drawn.events(), "event"),
                100.0 * drawn.culledLines() / drawn.coveredLines());
    return "%s, %dx%d%s, %s: %s"
        .formatted(
            scene.name(),
            drawn.width(),
            drawn.height(),
            drawn.samples() == 1 ? "" : " of %d samples".formatted(drawn.samples()),
            Quantity.count(drawn.frames(), "frame"),
            triangles);
  }

  static Table runs(List<Run> runs) {
    boolean kibibytes = runs.stream().allMatch(run -> run.work().cacheBytes() % 1024 == 0);
    Columns<Run> columns =
        new Columns<Work>()
            .text("placement", Work::placement)
            .text("codec", Work::codec)
            .text(
                "references",
                work ->
                    CompressionScheme.parse(work.codec()).isDepthOffset() ? work.references() : "")
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
            .number("energy", 2, "mJ", run -> 1e3 * run.energy().total());
    if (runs.stream().anyMatch(run -> run.moves().headerCacheBytes() != null)) {
      columns.number("headers", 2, "MB", DepthReport::headers);
    }
    return columns.table(runs);
  }

  private static @Nullable Double headers(Run run) {
    Long read = run.moves().headerBytesRead();
    Long written = run.moves().headerBytesWritten();
    return read == null || written == null ? null : (read + written) / MEGABYTE;
  }

  private static @Nullable Double percent(@Nullable Double share) {
    return share == null || !Double.isFinite(share) ? null : 100 * share;
  }
}
