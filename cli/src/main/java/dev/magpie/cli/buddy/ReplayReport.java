package dev.magpie.cli.buddy;

import dev.magpie.buddy.Replay;
import dev.magpie.buddy.ReplayResult;
import dev.magpie.buddy.ReplayResult.Step;
import dev.magpie.buddy.ReplayResult.Sum;
import dev.magpie.buddy.ReplayResult.Visit;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a replay found, for programs and for people. */
final class ReplayReport {
  private static final DocumentType<ReplayResult> TYPE =
      new DocumentType<>("magpie.replay/1", ReplayResult.class);

  private ReplayReport() {}

  private static Columns<Sum> columns() {
    return new Columns<Sum>()
        .number("entries", 0, Sum::entries)
        .number("spilled", 2, "%", Sum::spilledPercent)
        .number("device sectors", 0, sum -> sum.deviceReads() + sum.deviceWrites())
        .number("buddy sectors", 0, sum -> sum.buddyReads() + sum.buddyWrites())
        .number("overflows", 0, Sum::overflows)
        .number(
            "metadata hits",
            2,
            "%",
            sum -> 100 * (1 - (double) sum.metadataMisses() / sum.metadataAccesses()));
  }

  private record Place(Allocation.Key key, TargetRatio target) {}

  private record Line(String name, String target, Sum sum) {}

  static Report of(ReplayResult sums, Replay.Result result) {
    List<Replay.Visit> visits =
        result.steps().stream().flatMap(step -> step.visits().stream()).toList();
    return Report.of(TYPE, sums, allocations(visits), steps(sums))
        .headed(summary(sums))
        .withCsv(lines(sums.snapshots()));
  }

  private static String summary(ReplayResult sums) {
    return ("codec %s: %s in %s came back unchanged; device memory %s, carve-out %s; %.2f %% of the"
            + " entries needed buddy memory")
        .formatted(
            sums.codec(),
            Quantity.count(sums.total().entries(), "memory-entry").replace("entrys", "entries"),
            Quantity.count(sums.snapshots().size(), "snapshot"),
            Quantity.bytes(sums.deviceBytes()),
            Quantity.bytes(sums.carveOutBytes()),
            sums.total().spilledPercent());
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
        .addAll(columns().of(Line::sum))
        .builder("Allocations", lines)
        .build();
  }

  private static Table steps(ReplayResult sums) {
    Columns<Step> columns =
        new Columns<Step>()
            .text("snapshot", Step::name)
            .text("", _ -> "")
            .addAll(columns().of(Step::sum));
    return columns
        .builder("Snapshots", sums.snapshots())
        .row(columns.cells(new Step("all", sums.total(), List.of())), true)
        .note(
            "Spilled: memory-entries that do not fit their target. Sectors of 32 B moved, and"
                + " overflows, by writing and reading everything once in each snapshot.")
        .build();
  }

  /** A line a snapshot and allocation, with the names and figures of the JSON. */
  private static Table lines(List<Step> snapshots) {
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
