package dev.magpie.cli.lab;

import dev.magpie.cli.output.Report;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import java.util.List;

/** The experiments there are. */
record ExperimentList(List<Entry> experiments) {
  static final DocumentType<ExperimentList> TYPE =
      new DocumentType<>("magpie.experiments/1", ExperimentList.class);

  private record Entry(String id, String title, String source, int claims, boolean readsData) {
    static Entry of(Experiment<?> experiment) {
      Description description = experiment.description();
      return new Entry(
          description.id(),
          description.title(),
          description.source(),
          experiment.claims().size(),
          description.readsData());
    }
  }

  static Report report(List<Experiment<?>> experiments) {
    List<Entry> entries = experiments.stream().map(Entry::of).toList();
    return Report.of(
        TYPE,
        new ExperimentList(entries),
        new Columns<Entry>()
            .text("id", Entry::id)
            .text("what is measured", Entry::title)
            .text("source", Entry::source)
            .table(entries));
  }
}
