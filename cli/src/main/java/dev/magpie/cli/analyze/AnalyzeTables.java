package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.Figure;
import dev.magpie.analysis.SizeClasses;
import dev.magpie.analysis.SizeFigures;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.cli.analyze.BestCodecs.Line;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The result as tables for people. */
final class AnalyzeTables {
  private static final String ERROR_NOTE =
      "Over the elements of the marked allocations; relative: |x' - x| / max(|x|, 1e-9). Not"
          + " finite: elements that changed and have no finite error; the mean is without them.";

  private final Analysis analysis;
  private final Granularity granularity;
  private final SizeClasses classes;
  private final BestCodecs best;

  AnalyzeTables(Analysis analysis) {
    this.analysis = analysis;
    this.granularity = analysis.granularity();
    this.classes = new SizeClasses(granularity);
    this.best = new BestCodecs(analysis);
  }

  /** The result: what was read, then a line a codec. */
  static Report byCodec(Analysis analysis) {
    AnalyzeTables made = new AnalyzeTables(analysis);
    AnalyzeDocument document = AnalyzeDocument.of(analysis);
    List<Table> tables = new ArrayList<>(List.of(made.byCodec()));
    if (analysis.approximates()) {
      tables.add(made.errorsByCodec());
    }
    return report(analysis, document, tables)
        .withCsv(AnalyzeCsv.byCodec(analysis, document.total()));
  }

  /**
   * The result: what was read, then a line an allocation.
   *
   * @param top how many of the allocations, those first of which most is saved; null for all, as
   *     they were read
   */
  static Report byAllocation(Analysis analysis, @Nullable Integer top) {
    AnalyzeTables made = new AnalyzeTables(analysis);
    AnalyzeDocument document = AnalyzeDocument.of(analysis);
    List<Table> tables = new ArrayList<>(List.of(made.best(top)));
    if (analysis.approximates()) {
      tables.add(made.errorsByAllocation());
    }
    return report(analysis, document, tables)
        .withCsv(AnalyzeCsv.byAllocation(analysis, document.allocations()));
  }

  private static Report report(Analysis analysis, AnalyzeDocument document, List<Table> tables) {
    List<String> heading = new ArrayList<>(List.of(analysis.summary()));
    heading.addAll(analysis.remarks());
    if (!analysis.figures().isEmpty()) {
      heading.add(analysis.figuresInWords());
    }
    return Report.of(AnalyzeDocument.TYPE, document, tables.toArray(Table[]::new))
        .headed(String.join("\n", heading));
  }

  /** A line a codec over all allocations. */
  Table byCodec() {
    List<SizeHistogram> total = analysis.sizes().total();
    return new Columns<Integer>()
        .text("codec", codec -> analysis.codecNames().get(codec))
        .addAll(sizeColumns().of(total::get))
        .builder("", IntStream.range(0, total.size()).boxed().toList())
        .note(note())
        .build();
  }

  /** A line an allocation, with the codec that saves most of it. */
  private Table best(@Nullable Integer top) {
    List<Line> all = best.lines();
    List<Line> shown =
        top == null ? all : best.ranking().stream().limit(top).map(all::get).toList();
    String note = note() + best.note();
    if (shown.size() < all.size()) {
      note +=
          String.format(
              Locale.ROOT,
              " %,d of %s, those of which most is saved.",
              shown.size(),
              Quantity.count(all.size(), "allocation"));
    }
    return columns().builder("", shown).note(note).build();
  }

  /** A line for each of some allocations and each codec, all named, so that they can be sorted. */
  Table sortable(List<Integer> numbers) {
    List<Line> lines = numbers.stream().flatMap(best::lines).toList();
    return columns().builder("", lines).note(note()).build();
  }

  private Columns<Line> columns() {
    return new Columns<Line>()
        .text("allocation", Line::label)
        .addAll(allocationColumns().of(Line::sizes))
        .text("codec", Line::name)
        .number("saved", 1, "KiB", line -> line.saved() / 1024.0)
        .addAll(sizeColumns().of(Line::histogram));
  }

  /** A line for each of some allocations, with a column a codec. */
  Table effectiveRatios(List<Integer> numbers) {
    List<String> labels = best.labels();
    List<AllocationSizes> allocations = analysis.sizes().allocations();
    Columns<Integer> columns =
        new Columns<Integer>()
            .text("allocation", labels::get)
            .addAll(allocationColumns().of(allocations::get));
    for (int c = 0; c < analysis.codecs().size(); c++) {
      int codec = c;
      columns.number(
          analysis.codecNames().get(c),
          2,
          a -> allocations.get(a).byCodec().get(codec).effectiveRatio(granularity));
    }
    return columns.table(numbers);
  }

  /** What an allocation is, and the figures about its data. */
  private Columns<AllocationSizes> allocationColumns() {
    Columns<AllocationSizes> columns =
        new Columns<AllocationSizes>()
            .text("dtype", each -> each.allocation().type())
            .text("shape", each -> Quantity.shape(each.allocation().shape()))
            .number("size", 1, "KiB", each -> each.allocation().bytes() / 1024.0);
    for (DataFigure each : analysis.figures()) {
      Figure<long[]> figure = each.figure();
      columns.number(
          figure.title(),
          figure.decimals(),
          figure.unit(),
          sizes -> sizes.summary().data().values().get(figure.name()));
    }
    return columns;
  }

  /** The figures of blocks under a codec, and how many take how many bytes. */
  private Columns<SizeHistogram> sizeColumns() {
    Columns<SizeHistogram> columns = new Columns<>();
    for (Figure<SizeFigures> figure : SizeFigures.SHOWN) {
      columns.number(
          figure.title(),
          figure.decimals(),
          figure.unit(),
          sizes -> figure.of(SizeFigures.of(sizes, granularity)));
    }
    List<String> names = classes.names();
    for (int i = 0; i < names.size(); i++) {
      int index = i;
      columns.number(names.get(i), 1, "%", sizes -> classes.shares(sizes)[index]);
    }
    return columns;
  }

  /** What a lossy codec made of something; null where nothing is marked. */
  private record Errors(List<Object> names, @Nullable ApproximationError error) {}

  /** A line a lossy codec: how far its approximations are off in all marked allocations. */
  Table errorsByCodec() {
    List<Errors> lines =
        IntStream.range(0, analysis.codecs().size())
            .filter(c -> analysis.codecs().get(c).family().isLossy())
            .mapToObj(c ->
                new Errors(
                    List.of(analysis.codecNames().get(c), analysis.approximations().marked()),
                    analysis.approximations().total(c)))
            .toList();
    return errors(
        new Columns<Errors>()
            .text("codec", each -> each.names().get(0))
            .number("allocations marked", 0, each -> each.names().get(1)),
        lines);
  }

  /** A line a marked allocation and lossy codec. */
  Table errorsByAllocation() {
    List<String> labels = best.labels();
    List<Errors> lines = new ArrayList<>();
    for (int a = 0; a < labels.size(); a++) {
      for (int c = 0; c < analysis.codecs().size(); c++) {
        ApproximationError error = analysis.approximations().error(a, c);
        if (error != null) {
          lines.add(new Errors(List.of(labels.get(a), analysis.name(a, c)), error));
        }
      }
    }
    return errors(
        new Columns<Errors>()
            .text("allocation", each -> each.names().get(0))
            .text("codec", each -> each.names().get(1)),
        lines);
  }

  private static Table errors(Columns<Errors> names, List<Errors> lines) {
    return names
        .number("blocks approximated", 1, "%", error(0.0, each -> 100 * each.approximatedShare()))
        .text("mean relative error", error("0", each -> percent(each.meanRelativeError())))
        .text("maximum relative error", error("0", each -> percent(each.maximumRelativeError())))
        .text(
            "maximum absolute error",
            error("0", each -> String.format(Locale.ROOT, "%.3g", each.maximumAbsoluteError())))
        .number("not finite", 0, error(0, ApproximationError::unmeasurable))
        .builder("Approximation", lines)
        .note(ERROR_NOTE)
        .build();
  }

  private static Function<Errors, Object> error(
      Object none, Function<ApproximationError, Object> figure) {
    return each -> each.error() == null ? none : figure.apply(each.error());
  }

  /** Three digits, since errors are of any size. */
  private static String percent(double share) {
    return Double.isNaN(share) ? "" : String.format(Locale.ROOT, "%.3g %%", 100 * share);
  }

  private String note() {
    return "%%: share of the blocks that take so many bytes, in whole accesses of %d B."
        .formatted(granularity.magBytes());
  }
}
