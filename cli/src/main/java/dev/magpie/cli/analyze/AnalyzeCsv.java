package dev.magpie.cli.analyze;

import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.SizeFigures;
import dev.magpie.cli.analyze.AnalyzeDocument.Approximation;
import dev.magpie.cli.analyze.AnalyzeDocument.Part;
import dev.magpie.cli.analyze.AnalyzeDocument.Result;
import dev.magpie.cli.analyze.AnalyzeDocument.Total;
import dev.magpie.cli.output.Quantity;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The result as lines of CSV, with the figures and names of the JSON. */
final class AnalyzeCsv {
  private AnalyzeCsv() {}

  /** A codec, and the total or the allocation that it is about. */
  private record Line(@Nullable Part part, Total total, Result result) {}

  /** A line a codec. */
  static Table byCodec(Analysis analysis, Total total) {
    return table(new Columns<>(), analysis, lines(null, total));
  }

  /** A line an allocation and codec. */
  static Table byAllocation(Analysis analysis, List<Part> allocations) {
    Columns<Line> columns =
        new Columns<Part>()
            .text("source", Part::source)
            .text("name", Part::name)
            .text("dtype", Part::dtype)
            .text("shape", part -> Quantity.shape(part.shape()))
            .of(Line::part);
    return table(
        columns, analysis, allocations.stream().flatMap(part -> lines(part, part.total())));
  }

  private static Stream<Line> lines(@Nullable Part part, Total total) {
    return total.results().stream().map(each -> new Line(part, total, each));
  }

  private static Table table(Columns<Line> columns, Analysis analysis, Stream<Line> lines) {
    columns
        .number("bytes", 0, line -> line.total().bytes())
        .number("blocks", 0, line -> line.total().blocks());
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
    for (DataFigure each : analysis.figures()) {
      String name = each.figure().name();
      columns.number(name, 0, line -> line.total().figures().orElse(Map.of()).get(name));
    }
    return columns.table(lines.toList());
  }

  private static Function<Line, Object> error(Function<Approximation, Object> figure) {
    return line -> line.result().approximation().map(figure);
  }
}
