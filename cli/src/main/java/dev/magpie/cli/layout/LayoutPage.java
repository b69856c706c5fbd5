package dev.magpie.cli.layout;

import dev.magpie.analysis.LayoutTraffic;
import dev.magpie.analysis.LayoutTraffic.Moved;
import dev.magpie.cli.output.Quantity;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Element;
import dev.magpie.report.Page;
import dev.magpie.report.Prose;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Layouts side by side as a page. */
final class LayoutPage {
  private static final double MEBIBYTE = 1 << 20;

  private final List<LayoutTraffic> layouts;
  private final int blockBursts;

  private LayoutPage(List<LayoutTraffic> layouts, int blockBursts) {
    this.layouts = layouts;
    this.blockBursts = blockBursts;
  }

  /**
   * The page.
   *
   * @param summary of what was put into them
   * @param blockBursts of a block that is not compressed
   */
  static Page page(String summary, LayoutReport report, int blockBursts) {
    return new LayoutPage(report.layouts(), blockBursts).page(summary, report);
  }

  private Page page(String summary, LayoutReport report) {
    List<Element> moved = new ArrayList<>(List.of(moved()));
    if (!report.notes().isEmpty()) {
      moved.add(new Prose(report.notes()));
    }
    return new Page(
        "Compressed memories side by side",
        summary + ".",
        List.of(
            new Page.Fact("codec", report.codec()),
            new Page.Fact("layouts", Quantity.number(layouts.size())),
            new Page.Fact("memory", Quantity.bytes(layouts.getFirst().dataBytes()))),
        List.of(
            new Section("ratios", "Ratios", ratios(), report.table(blockBursts)),
            new Section("moved", "What moves", moved),
            new Section("metadata", "Metadata", taken(), misses())));
  }

  private BarChart ratios() {
    return chart(
            "What is gained, by layout",
            "uncompressed / compressed",
            series("capacity", LayoutTraffic::capacityRatio),
            series("reads", each -> each.reads().ratio(blockBursts)),
            series("writes", each -> each.writes().ratio(blockBursts)))
        .withCaption("Capacity is of memory taken, the others of bursts moved, metadata and all.")
        .withReference("uncompressed", 1);
  }

  private BarChart moved() {
    return chart(
        "Bytes moved, each block written and read once",
        "MiB",
        series("read, data", each -> mebibytes(each, each.reads().dataBursts())),
        series("read, metadata", each -> mebibytes(each, each.reads().metadataBursts())),
        series("written, data", each -> mebibytes(each, each.writes().dataBursts())),
        series("written, metadata", each -> mebibytes(each, each.writes().metadataBursts())));
  }

  private static double mebibytes(LayoutTraffic layout, long bursts) {
    return bursts * layout.burstBytes() / MEBIBYTE;
  }

  private BarChart taken() {
    return chart(
        "Memory that is taken",
        "MiB",
        series("data", each -> each.deviceBytes() / MEBIBYTE),
        series("metadata", each -> each.metadataBytes() / MEBIBYTE));
  }

  private BarChart misses() {
    return chart(
            "Misses of the metadata cache",
            "% of look-ups",
            series("reads", each -> missed(each.reads())),
            series("writes", each -> missed(each.writes())))
        .withCaption("A layout that looks nothing up has no bar.");
  }

  private static double missed(Moved moved) {
    return 100.0 * moved.metadataMisses() / moved.metadataAccesses();
  }

  private BarChart chart(String title, String unit, Series... series) {
    return BarChart.of(
        title,
        layouts.stream().map(LayoutTraffic::layout).toList(),
        Axis.linear(unit),
        List.of(series));
  }

  private Series series(String name, ToDoubleFunction<LayoutTraffic> figure) {
    return Series.of(name, layouts.stream().mapToDouble(figure).toArray());
  }
}
