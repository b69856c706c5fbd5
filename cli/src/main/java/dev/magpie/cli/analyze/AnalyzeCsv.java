package dev.magpie.cli.analyze;

import dev.magpie.analysis.SizeFigures;
import dev.magpie.cli.analyze.AnalyzeDocument.Approximation;
import dev.magpie.cli.analyze.AnalyzeDocument.Part;
import dev.magpie.cli.analyze.AnalyzeDocument.Result;
import dev.magpie.cli.analyze.AnalyzeDocument.Total;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The result as lines of CSV, with the figures and names of the JSON. */
final class AnalyzeCsv {
  private AnalyzeCsv() {}

  /** A codec, and the allocation or the total that it is about. */
  private record Line<T>(T subject, Result result) {}

  /** A line a codec. */
  static Table byCodec(Analysis analysis, Total total) {
    Columns<Line<Total>> columns =
        new Columns<Line<Total>>()
            .number("bytes", 0, line -> line.subject().bytes())
            .number("blocks", 0, line -> line.subject().blocks());
    addResult(columns, analysis);
    addFigures(columns, analysis, all -> all.figures().orElse(Map.of()));
    return columns.table(total.results().stream().map(each -> new Line<>(total, each)).toList());
  }

  /** A line an allocation and codec. */
  static Table byAllocation(Analysis analysis, List<Part> allocations) {
    Columns<Line<Part>> columns =
        new Columns<Line<Part>>()
            .text("source", line -> line.subject().source())
            .text("name", line -> line.subject().name())
            .text("dtype", line -> line.subject().dtype())
            .text("shape", line -> AnalyzeTables.shape(line.subject().shape()))
            .number("bytes", 0, line -> line.subject().bytes())
            .number("blocks", 0, line -> line.subject().blocks());
    addResult(columns, analysis);
    addFigures(columns, analysis, part -> part.figures().orElse(Map.of()));
    return columns.table(
        allocations.stream()
            .flatMap(part -> part.results().stream().map(each -> new Line<>(part, each)))
            .toList());
  }

  private static <T> void addResult(Columns<Line<T>> columns, Analysis analysis) {
    columns
        .text("codec", line -> line.result().codec())
        .addAll(Columns.ofRecord(SizeFigures.class).of(line -> line.result().sizes()));
    for (int granules = 1; granules <= analysis.granularity().granulesPerBlock(); granules++) {
      String key = String.valueOf(granules);
      columns.number("granules" + key, 0, line -> line.result().granules().get(key));
    }
    if (analysis.hasLossy()) {
      columns
          .text("lossy", line -> line.result().lossy().orElse(false))
          .number("approximatedBlocks", 0, error(Approximation::approximatedBlocks))
          .number("unmeasurable", 0, error(Approximation::unmeasurable))
          .number("meanRelativeError", 0, error(Approximation::meanRelativeError))
          .number("maximumRelativeError", 0, error(Approximation::maximumRelativeError))
          .number("maximumAbsoluteError", 0, error(Approximation::maximumAbsoluteError));
    }
  }

  private static <T> Function<Line<T>, Object> error(Function<Approximation, Object> figure) {
    return line -> line.result().approximation().map(figure);
  }

  private static <T> void addFigures(
      Columns<Line<T>> columns, Analysis analysis, Function<T, Map<String, Double>> values) {
    analysis
        .figures()
        .forEach(each -> {
          String name = each.figure().name();
          columns.number(name, 0, line -> values.apply(line.subject()).get(name));
        });
  }
}
