package dev.magpie.cli.buddy;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.Profile;
import dev.magpie.buddy.ProfileResult;
import dev.magpie.buddy.TargetsFile;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The result as tables. */
final class ProfileTables {
  private static final double MEBIBYTE = 1 << 20;

  private static final List<String> NAMES =
      List.of("naive", "per allocation", "zero-optimised", "best achievable");

  static final DocumentType<ProfileResult> TYPE =
      new DocumentType<>(TargetsFile.SCHEMA, ProfileResult.class);

  private final Profile profile;

  ProfileTables(Profile profile) {
    this.profile = profile;
  }

  static Report report(Profile profile) {
    ProfileTables tables = new ProfileTables(profile);
    ProfileResult document = ProfileResult.of(profile);
    return Report.of(TYPE, document, tables.allocations(), tables.designs())
        .headed(summary(profile))
        .withCsv(lines(document));
  }

  /** What was read, in a line. */
  static String summary(Profile profile) {
    return "%s, %s, %s; codec %s, buddy threshold %s %%, at most %sx"
        .formatted(
            Quantity.count(profile.series().snapshots().size(), "snapshot"),
            Quantity.count(profile.series().allocations().size(), "allocation"),
            Quantity.bytes(profile.bytes()),
            profile.codec(),
            plain(100 * profile.profiler().threshold()),
            plain(profile.profiler().maxRatio()));
  }

  private static String plain(double value) {
    double rounded = Math.rint(1000 * value) / 1000;
    return rounded == Math.rint(rounded) ? String.valueOf((long) rounded) : String.valueOf(rounded);
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

  /** Numbers of the allocations, that first of which targets save most device memory. */
  List<Integer> ranking() {
    return IntStream.range(0, profile.series().allocations().size())
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(this::saved).reversed())
        .toList();
  }

  /** Bytes of device memory. */
  private double saved(int allocation) {
    double bytes = profile.series().allocations().get(allocation).bytes();
    return bytes - bytes / profile.target(allocation).ratio();
  }

  /** A line an allocation, that first of which most is saved, for a page. */
  Table ranked() {
    return new Columns<Integer>()
        .text("allocation", a -> profile.series().allocations().get(a).label())
        .number("size", 3, "MiB", a -> profile.series().allocations().get(a).bytes() / MEBIBYTE)
        .text("target", a -> profile.target(a) + "x")
        .number("saved", 3, "MiB", a -> saved(a) / MEBIBYTE)
        .number("buddy accesses", 2, "%", a -> 100 * profile.buddyAccessFraction(a))
        .number("lowest ratio", 2, a -> cell(ratios(a).getMin()))
        .number("highest ratio", 2, a -> cell(ratios(a).getMax()))
        .builder("", ranking())
        .note(
            "Saved: device memory, by the target. Snapshots without the allocation, or with nothing"
                + " but zeros of it, have no ratio.")
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
  private static Table lines(ProfileResult document) {
    Columns<ProfileResult.Entry> columns =
        new Columns<ProfileResult.Entry>()
            .text("path", ProfileResult.Entry::path)
            .text("name", ProfileResult.Entry::name)
            .number("bytes", 0, ProfileResult.Entry::bytes)
            .text("target", ProfileResult.Entry::target)
            .number("buddyAccessFraction", 0, ProfileResult.Entry::buddyAccessFraction);
    for (int s = 0; s < document.snapshots().size(); s++) {
      int snapshot = s;
      columns.number(
          "ratio " + document.snapshots().get(s), 0, entry -> cell(entry.ratios().get(snapshot)));
    }
    return columns.table(document.allocations());
  }
}
