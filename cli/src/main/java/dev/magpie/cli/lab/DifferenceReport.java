package dev.magpie.cli.lab;

import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.result.ResultChange;
import dev.magpie.lab.run.Laboratory;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What {@code magpie reproduce --against} found to differ. */
record DifferenceReport(List<String> experiments, List<ResultChange> changes) {
  static final DocumentType<DifferenceReport> TYPE =
      new DocumentType<>("magpie.difference/1", DifferenceReport.class);

  /** Of each kind, so many are shown on a terminal. */
  private static final int SHOWN = 20;

  private static final Columns<ResultChange> CHANGE =
      new Columns<ResultChange>()
          .text("experiment", ResultChange::experiment)
          .text("what", ResultChange::what)
          .text("before", ResultChange::before)
          .text("after", ResultChange::after)
          .text(
              "change",
              change ->
                  change.relative() == null
                      ? ""
                      : String.format(Locale.ROOT, "%+.3g %%", 100 * change.relative()));

  /** Compares the experiments that were run, and notices recorded ones that there are no more. */
  static DifferenceReport of(
      Laboratory.Request request, RecordedResults before, RecordedResults now) {
    Set<String> ids =
        request.experiments().stream()
            .map(each -> each.description().id())
            .collect(Collectors.toSet());
    return new DifferenceReport(
        ids.stream().sorted().toList(),
        ResultChange.between(
            before.only(id -> ids.contains(id) || !request.order().contains(id)), now));
  }

  Report report() {
    List<Table> tables = new ArrayList<>();
    for (ResultChange.Kind kind : ResultChange.Kind.values()) {
      List<ResultChange> ofKind = changes.stream().filter(change -> change.kind() == kind).toList();
      if (!ofKind.isEmpty()) {
        int more = ofKind.size() - SHOWN;
        tables.add(
            CHANGE
                .builder(
                    "Of each %s, what moved".formatted(kind), ofKind.stream().limit(SHOWN).toList())
                .note(more > 0 ? "And %d more; --format csv has all.".formatted(more) : "")
                .build());
      }
    }
    Table all =
        new Columns<ResultChange>().text("kind", ResultChange::kind).addAll(CHANGE).table(changes);
    return new Report(
        out -> TYPE.write(this, out),
        "",
        tables,
        "%s moved in %s."
            .formatted(
                changes.isEmpty() ? "Nothing" : Quantity.count(changes.size(), "value"),
                Quantity.count(experiments.size(), "experiment")),
        all);
  }
}
