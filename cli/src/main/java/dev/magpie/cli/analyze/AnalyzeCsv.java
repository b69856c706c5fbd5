package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The result as CSV, with the figures and names of the JSON. */
final class AnalyzeCsv {
  private final Analysis analysis;
  private final Granularity granularity;
  private final Table.Builder table = Table.titled("");

  private AnalyzeCsv(Analysis analysis) {
    this.analysis = analysis;
    this.granularity = analysis.granularity();
  }

  /** A line a codec, or a line an allocation and codec. */
  static String render(Analysis analysis, boolean byAllocation) {
    AnalyzeCsv csv = new AnalyzeCsv(analysis);
    return Csv.render(byAllocation ? csv.byAllocation() : csv.byCodec());
  }

  private Table byCodec() {
    addColumns();
    addRows(
        List.of(),
        analysis.sizes().bytes(),
        analysis.sizes().total(),
        analysis.approximations()::total);
    return table.build();
  }

  private Table byAllocation() {
    table.text("source").text("name").text("dtype").text("shape");
    addColumns();
    for (int a = 0; a < analysis.sizes().allocations().size(); a++) {
      int index = a;
      AllocationSizes sizes = analysis.sizes().allocations().get(a);
      Allocation allocation = sizes.allocation();
      List<Object> names =
          List.of(
              allocation.source(),
              allocation.name(),
              allocation.dtype(),
              AnalyzeTables.shape(allocation));
      addRows(
          names,
          allocation.bytes(),
          sizes.byCodec(),
          codec -> analysis.approximations().error(index, codec));
    }
    return table.build();
  }

  private void addColumns() {
    table.number("bytes", 0).number("blocks", 0).text("codec");
    table.number("codedBits", 0).number("storedBytes", 0).number("effectiveBytes", 0);
    table.number("rawRatio", 0).number("effectiveRatio", 0);
    for (int granules = 1; granules <= granularity.granulesPerBlock(); granules++) {
      table.number("granules" + granules, 0);
    }
    if (analysis.hasLossy()) {
      table.text("lossy").number("approximatedBlocks", 0).number("unmeasurable", 0);
      table.number("meanRelativeError", 0);
      table.number("maximumRelativeError", 0).number("maximumAbsoluteError", 0);
    }
  }

  private void addRows(
      List<Object> names,
      long bytes,
      List<SizeHistogram> byCodec,
      IntFunction<@Nullable ApproximationError> errors) {
    for (int c = 0; c < byCodec.size(); c++) {
      SizeHistogram histogram = byCodec.get(c);
      List<@Nullable Object> row = new ArrayList<>(names);
      row.add(bytes);
      row.add(histogram.blocks());
      row.add(analysis.codecs().get(c).toString());
      row.add(histogram.codedBits());
      row.add(histogram.storedBytes());
      row.add(histogram.effectiveBytes(granularity));
      row.add(histogram.rawRatio());
      row.add(histogram.effectiveRatio(granularity));
      long[] blocks = histogram.blocksByGranules(granularity);
      for (int granules = 1; granules < blocks.length; granules++) {
        row.add(blocks[granules]);
      }
      if (analysis.hasLossy()) {
        row.addAll(errorFields(errors.apply(c)));
      }
      table.row(row.toArray());
    }
  }

  private static List<@Nullable Object> errorFields(@Nullable ApproximationError error) {
    return error == null
        ? Arrays.asList("false", null, null, null, null, null)
        : List.of(
            "true",
            error.approximatedBlocks(),
            error.unmeasurable(),
            error.meanRelativeError(),
            error.maximumRelativeError(),
            error.maximumAbsoluteError());
  }
}
