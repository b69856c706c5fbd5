package dev.magpie.cli.buddy;

import dev.magpie.buddy.Replay;
import dev.magpie.cli.Quantity;
import dev.magpie.cli.Report;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import dev.magpie.snapshot.Allocation;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a replay found, as tables. */
record ReplayTables(String codec, Replay.Result result) implements Report {
  @Override
  public void writeJson(OutputStream out) {
    ReplayJson.write(this, out);
  }

  @Override
  public String csv() {
    return Csv.render(lines());
  }

  @Override
  public String text(int width) {
    return summary()
        + "\n\n"
        + TextTable.render(allocations(), width)
        + "\n"
        + TextTable.render(snapshots(), width);
  }

  /** Visits summed up. */
  static final class Sum {
    long entries;
    long spilled;
    final Transfers moved = new Transfers();

    void add(Replay.Visit visit) {
      entries += visit.entries();
      spilled += visit.spilled();
      moved.add(visit.written());
      moved.add(visit.read());
    }

    double spilledPercent() {
      return 100.0 * spilled / entries;
    }
  }

  private record Place(Allocation.Key key, TargetRatio target) {}

  static Sum sum(List<Replay.Visit> visits) {
    Sum sum = new Sum();
    visits.forEach(sum::add);
    return sum;
  }

  Sum total() {
    return sum(result.steps().stream().flatMap(step -> step.visits().stream()).toList());
  }

  String summary() {
    Sum total = total();
    return ("codec %s: %s in %s came back unchanged; device memory %s, carve-out %s; %.2f %% of the"
            + " entries needed buddy memory")
        .formatted(
            codec,
            Quantity.count(total.entries, "memory-entry").replace("entrys", "entries"),
            Quantity.count(result.steps().size(), "snapshot"),
            Quantity.bytes(result.deviceBytes()),
            Quantity.bytes(result.carveOutBytes()),
            total.spilledPercent());
  }

  Table allocations() {
    Table.Builder table = Table.titled("Allocations").text("allocation").text("target");
    columns(table);
    Map<Place, Sum> sums = new LinkedHashMap<>();
    for (Replay.Step step : result.steps()) {
      for (Replay.Visit visit : step.visits()) {
        sums.computeIfAbsent(new Place(visit.key(), visit.target()), _ -> new Sum()).add(visit);
      }
    }
    Map<String, Integer> names = new LinkedHashMap<>();
    sums.keySet().forEach(place -> names.merge(place.key().name(), 1, Integer::sum));
    sums.forEach((place, sum) -> {
      boolean alone = names.getOrDefault(place.key().name(), 1) == 1;
      String label = (alone ? "" : place.key().path() + ": ") + place.key().name();
      row(table, label, place.target() + "x", sum);
    });
    return table.build();
  }

  Table snapshots() {
    Table.Builder table = Table.titled("Snapshots").text("snapshot").text("");
    columns(table);
    result.steps().forEach(step -> row(table, step.name(), "", sum(step.visits())));
    Sum total = total();
    table.total(
        "all",
        "",
        total.entries,
        total.spilledPercent(),
        total.moved.deviceSectors(),
        total.moved.buddySectors(),
        total.moved.overflows,
        100 * total.moved.metadataHitRate());
    return table
        .note(
            "Spilled: memory-entries that do not fit their target. Sectors of 32 B moved, and"
                + " overflows, by writing and reading everything once in each snapshot.")
        .build();
  }

  private static void columns(Table.Builder table) {
    table
        .number("entries", 0)
        .number("spilled", 2, "%")
        .number("device sectors", 0)
        .number("buddy sectors", 0)
        .number("overflows", 0)
        .number("metadata hits", 2, "%");
  }

  private static void row(Table.Builder table, String name, String target, Sum sum) {
    table.row(
        name,
        target,
        sum.entries,
        sum.spilledPercent(),
        sum.moved.deviceSectors(),
        sum.moved.buddySectors(),
        sum.moved.overflows,
        100 * sum.moved.metadataHitRate());
  }

  /** A line a snapshot and allocation. */
  Table lines() {
    Table.Builder table = Table.titled("").text("snapshot").text("path").text("name");
    table.text("target");
    for (String column :
        List.of(
            "entries",
            "spilled",
            "deviceReads",
            "deviceWrites",
            "buddyReads",
            "buddyWrites",
            "metadataAccesses",
            "metadataMisses",
            "overflows")) {
      table.number(column, 0);
    }
    for (Replay.Step step : result.steps()) {
      for (Replay.Visit visit : step.visits()) {
        Transfers moved = sum(List.of(visit)).moved;
        table.row(
            step.name(),
            visit.key().path(),
            visit.key().name(),
            visit.target().toString(),
            visit.entries(),
            visit.spilled(),
            moved.deviceReads,
            moved.deviceWrites,
            moved.buddyReads,
            moved.buddyWrites,
            moved.metadataAccesses,
            moved.metadataMisses,
            moved.overflows);
      }
    }
    return table.build();
  }
}
