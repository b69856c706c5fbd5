package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Table;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The result as tables for people. */
final class AnalyzeTables {
  private static final String ERRORS = "Approximation";
  private static final String ERROR_NOTE =
      "Over the elements of the marked allocations; relative: |x' - x| / max(|x|, 1e-9). Not"
          + " finite: elements that changed and have no finite error; the mean is without them.";

  private final Analysis analysis;
  private final Granularity granularity;
  private final SizeClasses classes;

  AnalyzeTables(Analysis analysis) {
    this.analysis = analysis;
    this.granularity = analysis.granularity();
    this.classes = new SizeClasses(granularity);
  }

  /** A line a codec over all allocations. */
  Table byCodec() {
    Table.Builder table = Table.titled("").text("codec");
    addSizeColumns(table);
    for (int c = 0; c < analysis.codecs().size(); c++) {
      addRow(table, List.of(), analysis.codecNames().get(c), analysis.sizes().total().get(c));
    }
    return table.note(note()).build();
  }

  /** Some lines an allocation, one for each codec; it is named in the first. */
  Table byAllocation() {
    Table.Builder table = allocationTable();
    List<@Nullable Object> nameless = Arrays.asList(null, null, null, null);
    List<AllocationSizes> allocations = analysis.sizes().allocations();
    List<String> labels = labels(allocations);
    for (int a = 0; a < allocations.size(); a++) {
      for (int c = 0; c < analysis.codecs().size(); c++) {
        List<@Nullable Object> names =
            c == 0 ? names(labels.get(a), allocations.get(a).allocation()) : nameless;
        addRow(table, names, name(a, c), allocations.get(a).byCodec().get(c));
      }
    }
    return table.note(note()).build();
  }

  /** A line for each of some allocations, with a column a codec. */
  Table effectiveRatios(List<AllocationSizes> allocations) {
    Table.Builder table = Table.titled("Effective ratio by allocation");
    table.text("allocation").text("dtype").text("shape").number("size", 1, "KiB");
    analysis.codecNames().forEach(codec -> table.number(codec, 2));
    List<String> labels = labels(analysis.sizes().allocations());
    for (int a = 0; a < allocations.size(); a++) {
      List<@Nullable Object> row =
          new ArrayList<>(names(labels.get(a), allocations.get(a).allocation()));
      allocations.get(a).byCodec().forEach(sizes -> row.add(sizes.effectiveRatio(granularity)));
      table.row(row.toArray());
    }
    return table.build();
  }

  /** A line for each of some allocations and each codec, all named, so that they can be sorted. */
  Table sortable(List<AllocationSizes> allocations) {
    Table.Builder table = allocationTable();
    List<String> labels = labels(analysis.sizes().allocations());
    for (int a = 0; a < allocations.size(); a++) {
      for (int c = 0; c < analysis.codecs().size(); c++) {
        List<@Nullable Object> names = names(labels.get(a), allocations.get(a).allocation());
        addRow(table, names, name(a, c), allocations.get(a).byCodec().get(c));
      }
    }
    return table.note(note()).build();
  }

  private Table.Builder allocationTable() {
    Table.Builder table = Table.titled("").text("allocation").text("dtype").text("shape");
    addSizeColumns(table.number("size", 1, "KiB").text("codec"));
    return table;
  }

  private static List<String> labels(List<AllocationSizes> allocations) {
    return Labels.of(allocations.stream().map(AllocationSizes::allocation).toList());
  }

  private static List<@Nullable Object> names(String label, Allocation allocation) {
    return Arrays.asList(label, allocation.dtype(), shape(allocation), allocation.bytes() / 1024.0);
  }

  private void addSizeColumns(Table.Builder table) {
    table.number("raw ratio", 3).number("effective ratio", 3);
    classes.names().forEach(name -> table.number(name, 1, "%"));
  }

  private void addRow(
      Table.Builder table, List<@Nullable Object> names, String codec, SizeHistogram histogram) {
    List<@Nullable Object> row = new ArrayList<>(names);
    row.add(codec);
    row.add(histogram.rawRatio());
    row.add(histogram.effectiveRatio(granularity));
    Arrays.stream(classes.shares(histogram)).forEach(row::add);
    table.row(row.toArray());
  }

  private String name(int allocation, int codec) {
    return Approximations.name(
        analysis.codecs().get(codec), analysis.approximations().error(allocation, codec));
  }

  /** A line a lossy codec: how far its approximations are off in all marked allocations. */
  Table errorsByCodec() {
    Table.Builder table = Table.titled(ERRORS).text("codec").number("allocations marked", 0);
    addErrorColumns(table);
    for (int c = 0; c < analysis.codecs().size(); c++) {
      if (analysis.codecs().get(c).family().isLossy()) {
        ApproximationError error = analysis.approximations().total(c);
        addErrors(
            table,
            List.of(analysis.codecNames().get(c), analysis.approximations().marked()),
            error);
      }
    }
    return table.note(ERROR_NOTE).build();
  }

  /** A line a marked allocation and lossy codec. */
  Table errorsByAllocation() {
    Table.Builder table = Table.titled(ERRORS).text("allocation").text("codec");
    addErrorColumns(table);
    List<AllocationSizes> allocations = analysis.sizes().allocations();
    List<String> labels = labels(allocations);
    for (int a = 0; a < allocations.size(); a++) {
      for (int c = 0; c < analysis.codecs().size(); c++) {
        ApproximationError error = analysis.approximations().error(a, c);
        if (error != null) {
          addErrors(table, List.of(labels.get(a), name(a, c)), error);
        }
      }
    }
    return table.note(ERROR_NOTE).build();
  }

  private static void addErrorColumns(Table.Builder table) {
    table.number("blocks approximated", 1, "%");
    table.text("mean relative error").text("maximum relative error");
    table.text("maximum absolute error").number("not finite", 0);
  }

  private static void addErrors(
      Table.Builder table, List<Object> names, @Nullable ApproximationError error) {
    List<@Nullable Object> row = new ArrayList<>(names);
    if (error == null) {
      row.addAll(Arrays.asList(0.0, "0", "0", "0", 0));
    } else {
      row.add(100 * error.approximatedShare());
      row.add(percent(error.meanRelativeError()));
      row.add(percent(error.maximumRelativeError()));
      row.add(String.format(Locale.ROOT, "%.3g", error.maximumAbsoluteError()));
      row.add(error.unmeasurable());
    }
    table.row(row.toArray());
  }

  /** Three digits, since errors are of any size. */
  private static String percent(double share) {
    return Double.isNaN(share) ? "" : String.format(Locale.ROOT, "%.3g %%", 100 * share);
  }

  private String note() {
    return "%%: share of the blocks that take so many bytes, in whole accesses of %d B."
        .formatted(granularity.magBytes());
  }

  /** Such as {@code 64x3x3}; empty for a single element. */
  static String shape(Allocation allocation) {
    return allocation.shape().stream().map(Objects::toString).collect(Collectors.joining("x"));
  }
}
