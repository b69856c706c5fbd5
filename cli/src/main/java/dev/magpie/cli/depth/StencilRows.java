package dev.magpie.cli.depth;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.cli.depth.DepthDocument.Run;
import dev.magpie.cli.depth.PassRows.PassRow;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.cache.CodecOperations;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.cache.StencilConfiguration;
import dev.magpie.depth.event.TileShape;
import dev.magpie.lab.hardware.DepthEnergy;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What moves of the stencil values beside depths, where draws use them. */
final class StencilRows {
  private static final double MEGABYTE = 1e6;

  private StencilRows() {}

  /** A stencil plane behind a cache of its own, compressed where the back-end's depths are. */
  record Plane(
      @JsonUnwrapped PlaneWork work,
      Map<String, Long> tilesByMode,
      Map<String, Long> encodedTilesByMode,
      Map<String, Long> decodedTilesByMode,
      DepthEnergy energy) {}

  record PlaneWork(
      String codec,
      int cacheBytes,
      long bytesRead,
      long bytesWritten,
      long bytes,
      @Nullable Double relativeToRaw,
      long compressions,
      long decompressions,
      long hits,
      long misses,
      long linesFromCache,
      long linesToCache,
      double codecOperations,
      @Nullable Integer headerBits,
      @Nullable Integer headerCacheBytes,
      @Nullable Long headerBytesRead,
      @Nullable Long headerBytesWritten) {}

  /** Names the columns of a CSV. */
  private record Named(@Nullable PlaneWork stencil) {}

  private record NamedEnergy(@Nullable Energy stencil) {}

  private record Energy(DepthEnergy energy) {}

  /** Back-ends with the same stencil plane are one row. */
  private record Row(
      int frame, String pass, String target, String placement, PlaneWork work, double joules) {}

  static Optional<Plane> of(SceneTraffic.Run run, TileShape tile) {
    return run.traffic().stencil().map(traffic -> plane(run, traffic, tile));
  }

  private static Plane plane(SceneTraffic.Run run, DepthTraffic traffic, TileShape tile) {
    StencilConfiguration configuration = StencilConfiguration.beside(run.configuration());
    boolean counted = configuration.headerCacheBytes() > 0;
    return new Plane(
        new PlaneWork(
            DepthDocument.word(configuration.coding()),
            configuration.cacheBytes(),
            traffic.get(Count.BYTES_READ),
            traffic.get(Count.BYTES_WRITTEN),
            traffic.bytes(),
            DepthDocument.finite((double) traffic.bytes() / run.rawStencilBytes()),
            traffic.get(Count.COMPRESSIONS),
            traffic.get(Count.DECOMPRESSIONS),
            traffic.get(Count.HITS),
            traffic.get(Count.MISSES),
            traffic.get(Count.LINES_FROM_CACHE),
            traffic.get(Count.LINES_TO_CACHE),
            CodecOperations.ofStencil(traffic),
            counted ? configuration.headerBits(tile.lineBytes()) : null,
            counted ? configuration.headerCacheBytes() : null,
            counted ? traffic.get(Count.HEADER_BYTES_READ) : null,
            counted ? traffic.get(Count.HEADER_BYTES_WRITTEN) : null),
        traffic.finalTiles(),
        traffic.encodedTiles(),
        traffic.decodedTiles(),
        DepthEnergy.ofStencil(traffic, tile, configuration, DepthEnergy.GPU));
  }

  /** Adds columns named as the JSON's members, if a row has any. */
  static <R> void addCsv(Columns<R> columns, List<R> rows, Function<R, Optional<Plane>> plane) {
    if (rows.stream().allMatch(row -> plane.apply(row).isEmpty())) {
      return;
    }
    columns.addAll(
        Columns.ofRecord(Named.class)
            .<R>of(row -> new Named(plane.apply(row).map(Plane::work).orElse(null))));
    addModes(columns, "tilesByMode", rows, plane, Plane::tilesByMode);
    addModes(columns, "encodedTilesByMode", rows, plane, Plane::encodedTilesByMode);
    addModes(columns, "decodedTilesByMode", rows, plane, Plane::decodedTilesByMode);
    columns.addAll(
        Columns.ofRecord(NamedEnergy.class)
            .<R>of(row ->
                new NamedEnergy(
                    plane.apply(row).map(each -> new Energy(each.energy())).orElse(null))));
  }

  private static <R> void addModes(
      Columns<R> columns,
      String name,
      List<R> rows,
      Function<R, Optional<Plane>> plane,
      Function<Plane, Map<String, Long>> tiles) {
    DepthReport.addModes(
        columns, "stencil." + name, rows, row -> plane.apply(row).map(tiles).orElse(Map.of()));
  }

  /** A row for each plane behind which back-ends are. */
  static Optional<Table> ofRuns(List<Run> runs) {
    return table(
        new Columns<>(),
        runs.stream()
            .flatMap(run ->
                run.stencil().stream()
                    .map(each ->
                        new Row(
                            0, "", "", run.work().placement(), each.work(), each.energy().total())))
            .distinct()
            .toList());
  }

  /** The same for each pass of each frame. */
  static Optional<Table> ofPasses(List<PassRow> passes) {
    return table(
        new Columns<Row>()
            .number("frame", 0, Row::frame)
            .text("pass", Row::pass)
            .text("target", Row::target),
        passes.stream()
            .flatMap(row -> row.stencil().stream().map(each -> row(row, each)))
            .distinct()
            .toList());
  }

  private static Row row(PassRow row, Plane plane) {
    PassRows.DrawnPass drawn = row.drawn();
    return new Row(
        drawn.frame(),
        drawn.pass(),
        drawn.target(),
        row.work().placement(),
        plane.work(),
        plane.energy().total());
  }

  private static Optional<Table> table(Columns<Row> columns, List<Row> rows) {
    columns
        .text("placement", Row::placement)
        .addAll(
            new Columns<PlaneWork>()
                .text("codec", PlaneWork::codec)
                .number("cache", 0, "B", PlaneWork::cacheBytes)
                .number("read", 3, "MB", work -> work.bytesRead() / MEGABYTE)
                .number("written", 3, "MB", work -> work.bytesWritten() / MEGABYTE)
                .number("total", 3, "MB", work -> work.bytes() / MEGABYTE)
                .number("of RAW-T", 1, "%", work -> percent(work.relativeToRaw()))
                .number("encoded", 0, "tiles", PlaneWork::compressions)
                .number("decoded", 0, "tiles", PlaneWork::decompressions)
                .number("hits", 1, "%", StencilRows::hits)
                .of(Row::work))
        .number("energy", 2, "mJ", row -> 1e3 * row.joules());
    return rows.isEmpty() ? Optional.empty() : Optional.of(columns.table("Stencil", rows));
  }

  private static @Nullable Double hits(PlaneWork work) {
    return DepthDocument.finite(100.0 * work.hits() / (work.hits() + work.misses()));
  }

  private static @Nullable Double percent(@Nullable Double share) {
    return share == null ? null : 100 * share;
  }
}
