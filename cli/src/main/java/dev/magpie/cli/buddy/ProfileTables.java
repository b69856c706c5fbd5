package dev.magpie.cli.buddy;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.cli.Report;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The result as tables. */
final class ProfileTables implements Report {
  private static final List<String> NAMES =
      List.of("naive", "per allocation", "zero-optimised", "best achievable");

  private final Profile profile;

  ProfileTables(Profile profile) {
    this.profile = profile;
  }

  @Override
  public void writeJson(OutputStream out) {
    ProfileJson.write(profile, out);
  }

  @Override
  public String csv() {
    return Csv.render(lines());
  }

  @Override
  public String text(int width) {
    return profile.summary()
        + "\n\n"
        + TextTable.render(allocations(), width)
        + "\n"
        + TextTable.render(designs(), width);
  }

  /** A line a design. */
  Table designs() {
    Table.Builder table =
        Table.titled("Designs").text("design").number("ratio", 2).number("buddy accesses", 2, "%");
    List<String> names = new ArrayList<>(NAMES);
    profile
        .byName()
        .values()
        .forEach(design ->
            table.row(names.removeFirst(), design.ratio(), 100 * design.buddyAccessFraction()));
    return table.build();
  }

  /** A line an allocation. */
  Table allocations() {
    Table.Builder table =
        Table.titled("Allocations")
            .text("allocation")
            .number("size", 1, "KiB")
            .number("lowest ratio", 2)
            .number("highest ratio", 2)
            .text("target")
            .number("buddy accesses", 2, "%");
    for (int a = 0; a < profile.series().allocations().size(); a++) {
      AllocationHistory allocation = profile.series().allocations().get(a);
      DoubleSummaryStatistics ratios = ratios(a);
      table.row(
          allocation.label(),
          allocation.bytes() / 1024.0,
          cell(ratios.getMin()),
          cell(ratios.getMax()),
          profile.target(a) + "x",
          100 * profile.buddyAccessFraction(a));
    }
    return table
        .note("Snapshots without the allocation, or with nothing but zeros of it, have no ratio.")
        .build();
  }

  /** In the snapshots that have some of the allocation that is not zero. */
  private DoubleSummaryStatistics ratios(int allocation) {
    return IntStream.range(0, profile.series().snapshots().size())
        .mapToDouble(s -> profile.ratio(allocation, s))
        .filter(Double::isFinite)
        .summaryStatistics();
  }

  /** No figure where the ratio is infinite, since nothing is stored. */
  private static @Nullable Object cell(double ratio) {
    return Double.isFinite(ratio) ? ratio : null;
  }

  /** A line an allocation, with the names and figures of the JSON. */
  Table lines() {
    Table.Builder table = Table.titled("").text("path").text("name").number("bytes", 0);
    table.text("target").number("buddyAccessFraction", 0);
    profile.series().snapshots().forEach(name -> table.number("ratio " + name, 0));
    for (int a = 0; a < profile.series().allocations().size(); a++) {
      AllocationHistory allocation = profile.series().allocations().get(a);
      List<@Nullable Object> row = new ArrayList<>();
      row.add(allocation.key().path());
      row.add(allocation.key().name());
      row.add(allocation.bytes());
      row.add(profile.target(a).toString());
      row.add(profile.buddyAccessFraction(a));
      for (int s = 0; s < profile.series().snapshots().size(); s++) {
        double ratio = profile.ratio(a, s);
        row.add(Double.isFinite(ratio) ? ratio : null);
      }
      table.row(row.toArray());
    }
    return table.build();
  }
}
