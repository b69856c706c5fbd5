package dev.magpie.cli.buddy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.magpie.buddy.Replay;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.output.TableReport;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a replay found. */
record ReplayReport(
    String codec,
    long deviceBytes,
    long carveOutBytes,
    boolean unchanged,
    Sum total,
    List<Step> snapshots) {
  static final DocumentType<ReplayReport> TYPE =
      new DocumentType<>("magpie.replay/1", ReplayReport.class);

  private record Step(String name, @JsonUnwrapped Sum sum, List<Visit> allocations) {
    static Step of(Replay.Step step) {
      return new Step(
          step.name(), Sum.of(step.visits()), step.visits().stream().map(Visit::of).toList());
    }
  }

  private record Visit(String name, String path, String target, @JsonUnwrapped Sum sum) {
    static Visit of(Replay.Visit visit) {
      return new Visit(
          visit.key().name(),
          visit.key().path(),
          visit.target().toString(),
          Sum.of(List.of(visit)));
    }
  }

  /** Visits summed up. */
  private record Sum(
      long entries,
      long spilled,
      long deviceReads,
      long deviceWrites,
      long buddyReads,
      long buddyWrites,
      long metadataAccesses,
      long metadataMisses,
      long overflows) {
    static Sum of(List<Replay.Visit> visits) {
      Transfers moved = new Transfers();
      visits.forEach(visit -> {
        moved.add(visit.written());
        moved.add(visit.read());
      });
      return new Sum(
          visits.stream().mapToLong(Replay.Visit::entries).sum(),
          visits.stream().mapToLong(Replay.Visit::spilled).sum(),
          moved.deviceReads,
          moved.deviceWrites,
          moved.buddyReads,
          moved.buddyWrites,
          moved.metadataAccesses,
          moved.metadataMisses,
          moved.overflows);
    }

    static Columns<Sum> columns() {
      return new Columns<Sum>()
          .number("entries", 0, Sum::entries)
          .number("spilled", 2, "%", Sum::spilledPercent)
          .number("device sectors", 0, sum -> sum.deviceReads + sum.deviceWrites)
          .number("buddy sectors", 0, sum -> sum.buddyReads + sum.buddyWrites)
          .number("overflows", 0, Sum::overflows)
          .number(
              "metadata hits",
              2,
              "%",
              sum -> 100 * (1 - (double) sum.metadataMisses / sum.metadataAccesses));
    }

    double spilledPercent() {
      return 100.0 * spilled / entries;
    }
  }

  private record Place(Allocation.Key key, TargetRatio target) {}

  private record Line(String name, String target, Sum sum) {}

  static Report of(String codec, Replay.Result result) {
    List<Replay.Visit> visits =
        result.steps().stream().flatMap(step -> step.visits().stream()).toList();
    ReplayReport report =
        new ReplayReport(
            codec,
            result.deviceBytes(),
            result.carveOutBytes(),
            true,
            Sum.of(visits),
            result.steps().stream().map(Step::of).toList());
    return TableReport.of(TYPE, report, allocations(visits), report.steps())
        .headed(report.summary())
        .withCsv(report.lines());
  }

  private String summary() {
    return ("codec %s: %s in %s came back unchanged; device memory %s, carve-out %s; %.2f %% of the"
            + " entries needed buddy memory")
        .formatted(
            codec,
            Quantity.count(total.entries(), "memory-entry").replace("entrys", "entries"),
            Quantity.count(snapshots.size(), "snapshot"),
            Quantity.bytes(deviceBytes),
            Quantity.bytes(carveOutBytes),
            total.spilledPercent());
  }

  private static Table allocations(List<Replay.Visit> visits) {
    Map<Place, List<Replay.Visit>> places = new LinkedHashMap<>();
    for (Replay.Visit visit : visits) {
      places
          .computeIfAbsent(new Place(visit.key(), visit.target()), _ -> new ArrayList<>())
          .add(visit);
    }
    Map<String, Integer> names = new LinkedHashMap<>();
    places.keySet().forEach(place -> names.merge(place.key().name(), 1, Integer::sum));
    List<Line> lines = new ArrayList<>();
    places.forEach((place, there) -> {
      boolean alone = names.getOrDefault(place.key().name(), 1) == 1;
      String label = (alone ? "" : place.key().path() + ": ") + place.key().name();
      lines.add(new Line(label, place.target() + "x", Sum.of(there)));
    });
    return new Columns<Line>()
        .text("allocation", Line::name)
        .text("target", Line::target)
        .addAll(Sum.columns().of(Line::sum))
        .builder("Allocations", lines)
        .build();
  }

  private Table steps() {
    Columns<Step> columns =
        new Columns<Step>()
            .text("snapshot", Step::name)
            .text("", _ -> "")
            .addAll(Sum.columns().of(Step::sum));
    return columns
        .builder("Snapshots", snapshots)
        .row(columns.cells(new Step("all", total, List.of())), true)
        .note(
            "Spilled: memory-entries that do not fit their target. Sectors of 32 B moved, and"
                + " overflows, by writing and reading everything once in each snapshot.")
        .build();
  }

  /** A line a snapshot and allocation, with the names and figures of the JSON. */
  private Table lines() {
    record Stay(Step step, Visit visit) {}
    return new Columns<Stay>()
        .text("snapshot", stay -> stay.step().name())
        .text("path", stay -> stay.visit().path())
        .text("name", stay -> stay.visit().name())
        .text("target", stay -> stay.visit().target())
        .addAll(Columns.ofRecord(Sum.class).of(stay -> stay.visit().sum()))
        .table(
            snapshots.stream()
                .flatMap(step -> step.allocations().stream().map(visit -> new Stay(step, visit)))
                .toList());
  }
}
