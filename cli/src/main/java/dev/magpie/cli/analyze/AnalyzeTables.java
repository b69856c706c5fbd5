package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Table;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The result as tables: to be read on a terminal or in a report, or to be computed with. */
final class AnalyzeTables {
  private final Analysis analysis;
  private final Granularity granularity;
  private final SizeClasses classes;

  AnalyzeTables(Analysis analysis) {
    this.analysis = analysis;
    this.granularity = analysis.granularity();
    this.classes = new SizeClasses(granularity);
  }

  /** A line a codec over all allocations. */
  Table byCodec(String title) {
    Table.Builder table = Table.titled(title).text("codec");
    addSizeColumns(table);
    for (int c = 0; c < analysis.codecs().size(); c++) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(analysis.codecs().get(c).toString());
      addSizes(row, analysis.sizes().total().get(c));
      table.row(row.toArray());
    }
    return table.note(note()).build();
  }

  /**
   * A line an allocation and codec.
   *
   * @param sparse whether an allocation is named in its first line only
   */
  Table byAllocation(String title, List<AllocationSizes> allocations, boolean sparse) {
    Table.Builder table =
        Table.titled(title)
            .text("source")
            .text("name")
            .text("dtype")
            .text("shape")
            .number("KiB", 1)
            .text("codec");
    addSizeColumns(table);
    for (AllocationSizes sizes : allocations) {
      Allocation allocation = sizes.allocation();
      for (int c = 0; c < analysis.codecs().size(); c++) {
        List<@Nullable Object> row = new ArrayList<>();
        if (c == 0 || !sparse) {
          row.add(allocation.source());
          row.add(allocation.name());
          row.add(allocation.dtype());
          row.add(shape(allocation));
          row.add(allocation.bytes() / 1024.0);
        } else {
          row.addAll(java.util.Collections.nCopies(5, null));
        }
        row.add(analysis.codecs().get(c).toString());
        addSizes(row, sizes.byCodec().get(c));
        table.row(row.toArray());
      }
    }
    return table.note(note()).build();
  }

  private void addSizeColumns(Table.Builder table) {
    table.number("raw ratio", 3).number("effective ratio", 3);
    classes.names().forEach(name -> table.number(name, 1, "%"));
  }

  private void addSizes(List<@Nullable Object> row, SizeHistogram histogram) {
    row.add(histogram.rawRatio());
    row.add(histogram.effectiveRatio(granularity));
    for (double share : classes.shares(histogram)) {
      row.add(100 * share);
    }
  }

  private String note() {
    return "Columns in %%: share of blocks that move so many bytes, in bursts of %d."
        .formatted(granularity.magBytes());
  }

  /** All exact figures, for programs. */
  Table exact(boolean byAllocation) {
    Table.Builder table = Table.titled("");
    if (byAllocation) {
      table.text("source").text("name").text("dtype").text("shape");
    }
    table.number("bytes", 0).number("blocks", 0).text("codec");
    table.number("codedBits", 0).number("storedBytes", 0).number("effectiveBytes", 0);
    table.number("rawRatio", 6).number("effectiveRatio", 6);
    for (int granules = 1; granules <= granularity.granulesPerBlock(); granules++) {
      table.number("granules" + granules, 0);
    }
    if (byAllocation) {
      for (AllocationSizes sizes : analysis.sizes().allocations()) {
        Allocation allocation = sizes.allocation();
        addExact(
            table,
            List.of(
                allocation.source().toString(),
                allocation.name(),
                allocation.dtype().toString(),
                shape(allocation)),
            allocation.bytes(),
            sizes.byCodec());
      }
    } else {
      addExact(table, List.of(), analysis.sizes().bytes(), analysis.sizes().total());
    }
    return table.build();
  }

  private void addExact(
      Table.Builder table, List<String> names, long bytes, List<SizeHistogram> byCodec) {
    for (int c = 0; c < byCodec.size(); c++) {
      SizeHistogram histogram = byCodec.get(c);
      List<Object> row = new ArrayList<>(names);
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
      table.row(row.toArray());
    }
  }

  /** Such as {@code 64x3x3}; empty for a single element. */
  private static String shape(Allocation allocation) {
    return allocation.shape().stream().map(Objects::toString).collect(Collectors.joining("x"));
  }
}
