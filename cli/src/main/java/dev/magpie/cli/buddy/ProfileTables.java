package dev.magpie.cli.buddy;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.output.TableReport;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The result as tables. */
final class ProfileTables {
  private static final List<String> NAMES =
      List.of("naive", "per allocation", "zero-optimised", "best achievable");

  private final Profile profile;

  ProfileTables(Profile profile) {
    this.profile = profile;
  }

  static Report report(Profile profile) {
    ProfileTables tables = new ProfileTables(profile);
    ProfileDocument document = ProfileDocument.of(profile);
    return TableReport.of(ProfileDocument.TYPE, document, tables.allocations(), tables.designs())
        .headed(profile.summary())
        .withCsv(lines(document));
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
  private static Table lines(ProfileDocument document) {
    Columns<ProfileDocument.Entry> columns =
        new Columns<ProfileDocument.Entry>()
            .text("path", ProfileDocument.Entry::path)
            .text("name", ProfileDocument.Entry::name)
            .number("bytes", 0, ProfileDocument.Entry::bytes)
            .text("target", ProfileDocument.Entry::target)
            .number("buddyAccessFraction", 0, ProfileDocument.Entry::buddyAccessFraction);
    for (int s = 0; s < document.snapshots().size(); s++) {
      int snapshot = s;
      columns.number(
          "ratio " + document.snapshots().get(s), 0, entry -> cell(entry.ratios().get(snapshot)));
    }
    return columns.table(document.allocations());
  }
}
