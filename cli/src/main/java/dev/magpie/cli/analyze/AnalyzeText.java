package dev.magpie.cli.analyze;

import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.util.Locale;

/** The result for a terminal: what was read, then the table. */
final class AnalyzeText {
  private AnalyzeText() {}

  /**
   * Writes the text.
   *
   * @param columns width of the terminal, or 0 for any width
   */
  static String render(Analysis analysis, boolean byAllocation, int columns) {
    AnalyzeTables tables = new AnalyzeTables(analysis);
    Table table =
        byAllocation
            ? tables.byAllocation("", analysis.sizes().allocations(), true)
            : tables.byCodec("");
    return summary(analysis)
        + "\n\n"
        + TextTable.render(table, columns > 0 ? columns : TextTable.UNLIMITED);
  }

  /** What was read, in a line. */
  static String summary(Analysis analysis) {
    SnapshotSizes sizes = analysis.sizes();
    long files = sizes.allocations().stream().map(a -> a.allocation().source()).distinct().count();
    return "%s, %s: %s in %s of %d B, MAG %d B"
        .formatted(
            count(files, "file"),
            count(sizes.allocations().size(), "allocation"),
            bytes(sizes.bytes()),
            count(sizes.blocks(), "block"),
            analysis.granularity().blockBytes(),
            analysis.granularity().magBytes());
  }

  private static String count(long number, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
  }

  /** Such as {@code 1.5 MiB}. */
  static String bytes(long bytes) {
    if (bytes < 1 << 10) {
      return bytes + " B";
    }
    int power = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double value = bytes / (double) (1L << (10 * power));
    return String.format(Locale.ROOT, "%.1f %ciB", value, "KMGTPE".charAt(power - 1));
  }
}
