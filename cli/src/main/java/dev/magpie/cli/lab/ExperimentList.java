package dev.magpie.cli.lab;

import dev.magpie.cli.output.Report;
import dev.magpie.lab.Behaviour;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The experiments there are. */
record ExperimentList(List<Entry> experiments) {
  static final DocumentType<ExperimentList> TYPE =
      new DocumentType<>("magpie.experiments/1", ExperimentList.class);

  /** An experiment; what is recorded of it, if that was asked for, is {@code current} or not. */
  private record Entry(
      String id,
      String title,
      String source,
      int claims,
      boolean readsData,
      Optional<String> recorded) {
    static Entry of(Experiment<?> experiment, Optional<RecordedResults> recorded) {
      Description description = experiment.description();
      return new Entry(
          description.id(),
          description.title(),
          description.source(),
          experiment.claims().size(),
          description.readsData(),
          recorded.map(results -> state(experiment, results)));
    }

    private static String state(Experiment<?> experiment, RecordedResults recorded) {
      String id = experiment.description().id();
      if (!recorded.experiments().contains(id)) {
        return "not recorded";
      }
      Map<String, String> now = new LinkedHashMap<>(Behaviour.of(id));
      now.entrySet().removeAll(recorded.behaviour(id).entrySet());
      return now.isEmpty() ? "current" : "stale: " + String.join(", ", now.keySet());
    }
  }

  /**
   * Lists them.
   *
   * @param recorded results, to say which of them are stale
   */
  static Report report(List<Experiment<?>> experiments, Optional<RecordedResults> recorded) {
    List<Entry> entries = experiments.stream().map(each -> Entry.of(each, recorded)).toList();
    Columns<Entry> columns = new Columns<Entry>().text("id", Entry::id);
    if (recorded.isPresent()) {
      columns.text("recorded", Entry::recorded);
    }
    return Report.of(
            TYPE,
            new ExperimentList(entries),
            columns
                .text("what is measured", Entry::title)
                .text("source", Entry::source)
                .table(entries))
        .withCsv(Entry.class, entries);
  }
}
