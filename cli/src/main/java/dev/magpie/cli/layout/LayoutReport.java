package dev.magpie.cli.layout;

import dev.magpie.analysis.LayoutTraffic;
import dev.magpie.analysis.LayoutTraffic.Moved;
import dev.magpie.cli.output.Report;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.List;
import java.util.function.ToLongFunction;

/** Layouts side by side, for people or programs. */
record LayoutReport(String codec, List<String> notes, List<LayoutTraffic> layouts) {
  static final DocumentType<LayoutReport> TYPE =
      new DocumentType<>("magpie.layout/1", LayoutReport.class);

  /**
   * It for people and programs.
   *
   * @param blockBursts of a block that is not compressed
   */
  Report report(String summary, int blockBursts) {
    return Report.of(TYPE, this, table(blockBursts))
        .withCsv(LayoutTraffic.class, layouts)
        .headed(summary);
  }

  /** A line a layout. */
  Table table(int blockBursts) {
    Table.Builder table =
        new Columns<LayoutTraffic>()
            .text("layout", LayoutTraffic::layout)
            .number("capacity ratio", 3, LayoutTraffic::capacityRatio)
            .number("metadata", 1, "KiB", each -> each.metadataBytes() / 1024.0)
            .number("read ratio", 3, each -> each.reads().ratio(blockBursts))
            .number("write ratio", 3, each -> each.writes().ratio(blockBursts))
            .number("metadata looked up", 0, each -> all(each, Moved::metadataAccesses))
            .number(
                "missed",
                2,
                "%",
                each ->
                    100.0 * all(each, Moved::metadataMisses) / all(each, Moved::metadataAccesses))
            .number("metadata bursts", 0, each -> all(each, Moved::metadataBursts))
            .number("pages laid out anew", 0, each -> all(each, Moved::relocations))
            .builder("", layouts)
            .note(
                "Ratios are uncompressed over compressed: of memory taken, and of bursts moved,"
                    + " metadata and all.");
    notes.forEach(table::note);
    return table.build();
  }

  /** Reads and writes. */
  private static long all(LayoutTraffic traffic, ToLongFunction<Moved> count) {
    return count.applyAsLong(traffic.reads()) + count.applyAsLong(traffic.writes());
  }
}
