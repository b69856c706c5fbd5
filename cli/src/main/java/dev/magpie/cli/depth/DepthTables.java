package dev.magpie.cli.depth;

import dev.magpie.cli.Quantity;
import dev.magpie.cli.Report;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The result as tables. */
final class DepthTables implements Report {
  private static final double MEGABYTE = 1e6;

  private final DepthResult result;

  DepthTables(DepthResult result) {
    this.result = result;
  }

  @Override
  public void writeJson(OutputStream out) {
    DepthJson.write(result, out);
  }

  @Override
  public String csv() {
    return Csv.render(new DepthCsv(result).table());
  }

  @Override
  public String text(int width) {
    return summary() + "\n\n" + TextTable.render(runs(), width);
  }

  /** What was drawn, in a line. */
  String summary() {
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

  /** A line a back-end. */
  Table runs() {
    boolean kibibytes = result.runs().stream().allMatch(run -> run.cacheBytes() % 1024 == 0);
    Table.Builder table =
        Table.titled("")
            .text("placement")
            .text("codec")
            .text("references")
            .number("cache", 0, kibibytes ? "KiB" : "B")
            .number("read", 2, "MB")
            .number("written", 2, "MB")
            .number("total", 2, "MB")
            .number("of RAW-T", 1, "%")
            .number("encoded", 0, "tiles")
            .number("decoded", 0, "tiles")
            .number("hits", 1, "%");
    for (DepthResult.Run run : result.runs()) {
      double accesses = run.count(Count.HITS) + run.count(Count.MISSES);
      table.row(
          run.placement(),
          run.codec(),
          run.configuration().scheme().isDepthOffset() ? run.references() : "",
          run.cacheBytes() / (kibibytes ? 1024.0 : 1.0),
          run.count(Count.BYTES_READ) / MEGABYTE,
          run.count(Count.BYTES_WRITTEN) / MEGABYTE,
          run.traffic().bytes() / MEGABYTE,
          cell(100 * run.relativeToRaw()),
          run.count(Count.COMPRESSIONS),
          run.count(Count.DECOMPRESSIONS),
          cell(100 * run.count(Count.HITS) / accesses));
    }
    return table.build();
  }

  private static @Nullable Double cell(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
