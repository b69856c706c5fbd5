package dev.magpie.cli.pages;

import dev.magpie.analysis.page.Arrangement;
import dev.magpie.analysis.page.ArrayPages;
import dev.magpie.analysis.page.ArrayPages.Taken;
import dev.magpie.analysis.page.PageCoder;
import dev.magpie.analysis.page.PageScan;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.report.Cell;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What pages of arrays take, for people or programs.
 *
 * @param groupRows rows whose channels lie together
 * @param total of all arrays
 * @param arrays those first that save most
 */
record PagesReport(int pageBytes, int groupRows, List<Taken> total, List<ArrayPages> arrays) {
  static final DocumentType<PagesReport> TYPE =
      new DocumentType<>("magpie.pages/1", PagesReport.class);

  private static final double MIB = 1 << 20;

  /** A line of CSV. */
  private record Line(
      String source, String name, String type, List<Long> shape, long bytes, Taken taken) {}

  /**
   * What a scan found.
   *
   * @param top how many arrays the table has
   */
  static Report of(PageScan scan, List<ArrayPages> found, int top) {
    List<ArrayPages> arrays =
        found.stream().sorted(Comparator.comparingLong(ArrayPages::savedBytes).reversed()).toList();
    long bytes = arrays.stream().mapToLong(ArrayPages::bytes).sum();
    List<Taken> total = total(arrays, bytes);
    PagesReport report = new PagesReport(scan.pageBytes(), scan.groupRows(), total, arrays);
    List<Line> lines =
        arrays.stream()
            .flatMap(array ->
                array.taken().stream()
                    .map(taken ->
                        new Line(
                            array.source().toString(),
                            array.name(),
                            array.type(),
                            array.shape(),
                            array.bytes(),
                            taken)))
            .toList();
    return Report.of(TYPE, report, ratios(scan, total), tops(arrays, top))
        .headed(
            "%s, %s, in pages of %s"
                .formatted(
                    Quantity.count(arrays.size(), "array"),
                    Quantity.bytes(bytes),
                    Quantity.bytes(scan.pageBytes())))
        .withCsv(Line.class, lines);
  }

  private static List<Taken> total(List<ArrayPages> arrays, long bytes) {
    List<Taken> total = new ArrayList<>();
    List<Taken> names = arrays.getFirst().taken();
    for (int i = 0; i < names.size(); i++) {
      int index = i;
      long taken = arrays.stream().mapToLong(each -> each.taken().get(index).bytes()).sum();
      Taken name = names.get(i);
      total.add(new Taken(name.arrangement(), name.coder(), taken, (double) bytes / taken));
    }
    return total;
  }

  /** A line an arrangement, a column a coder. */
  private static Table ratios(PageScan scan, List<Taken> total) {
    List<PageCoder> coders = scan.coders();
    Table.Builder table = Table.titled("All arrays, original over compressed").text("arrangement");
    coders.forEach(each -> table.number(each.label(), 3));
    List<Arrangement> arrangements = scan.arrangements();
    for (int a = 0; a < arrangements.size(); a++) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(arrangements.get(a).toString())));
      total
          .subList(a * coders.size(), (a + 1) * coders.size())
          .forEach(each -> cells.add(Cell.of(each.ratio())));
      table.row(cells, false);
    }
    return table
        .note(
            "Each page is compressed on its own, and kept as it is where that is no less. Channels"
                + " are columns, of %,d rows together; deltas take a byte for each, whatever is kept."
                    .formatted(scan.groupRows()))
        .build();
  }

  private static Table tops(List<ArrayPages> arrays, int top) {
    List<ArrayPages> shown = arrays.stream().limit(top).toList();
    return new Columns<ArrayPages>()
        .text("array", ArrayPages::name)
        .text("type", ArrayPages::type)
        .text("shape", each -> Quantity.shape(each.shape()))
        .number("size", 2, "MiB", each -> each.bytes() / MIB)
        .text("arrangement", each -> best(each, each.smallest().arrangement()))
        .text("by", each -> best(each, each.smallest().coder()))
        .number("ratio", 3, each -> Math.max(1, each.smallest().ratio()))
        .number("saves", 2, "MiB", each -> each.savedBytes() / MIB)
        .builder("Arrays, each at its best", shown)
        .note(
            shown.size() == arrays.size()
                ? "What saves most comes first."
                : "%,d of %s, those that save most."
                    .formatted(shown.size(), Quantity.count(arrays.size(), "array")))
        .build();
  }

  private static String best(ArrayPages array, String word) {
    return array.savedBytes() > 0 ? word : "none";
  }
}
