package dev.magpie.lab.run;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RecordedSimulations;
import dev.magpie.lab.result.RunSize;
import dev.magpie.report.Provenance;
import dev.magpie.report.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lab in a directory, and experiments to try it with. */
public final class Bench implements Watcher {
  public static final Path EXAMPLES = Path.of("../examples");

  public final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
  private final Path results;

  public Bench(Path results) {
    this.results = results;
  }

  @Override
  public void complain(String message) {
    complaints.add(message);
  }

  @Override
  public void done(Outcome outcome, int done, int of) {}

  public List<Outcome> run(List<Experiment<?>> experiments) {
    return run(experiments, List.of(), RunSize.FULL, false, 2);
  }

  public List<Outcome> run(
      List<Experiment<?>> experiments, List<Path> data, RunSize size, boolean fresh, int threads) {
    return run(experiments, data, List.of(), size, fresh, RecordedSimulations.NONE, threads);
  }

  /** The same after a run that has been recorded. */
  public List<Outcome> runQuickly(List<Experiment<?>> experiments, RecordedSimulations recorded) {
    return run(experiments, List.of(), List.of(), RunSize.QUICK, false, recorded, 2);
  }

  /** The same of the user's scenes. */
  public List<Outcome> runOnScenes(List<Experiment<?>> experiments, List<String> scenes) {
    return run(experiments, List.of(), scenes, RunSize.QUICK, false, RecordedSimulations.NONE, 2);
  }

  private List<Outcome> run(
      List<Experiment<?>> experiments,
      List<Path> data,
      List<String> scenes,
      RunSize size,
      boolean fresh,
      RecordedSimulations recorded,
      int threads) {
    return Laboratory.run(
        new Laboratory.Request(
            experiments,
            experiments.stream().map(each -> each.description().id()).toList(),
            results,
            EXAMPLES,
            data,
            scenes,
            size,
            fresh,
            recorded,
            threads,
            new Provenance("magpie reproduce", List.of(), "1.0", "2026-11-28 08:45")),
        this);
  }

  public static List<String> hows(List<Outcome> outcomes) {
    return outcomes.stream().map(outcome -> outcome.how().toString()).toList();
  }

  /** An experiment that measures one number, and claims 2. */
  static Experiment<Double> experiment(String id, String parameter, Supplier<Double> value) {
    return experiment(id, parameter, value, null);
  }

  static Experiment<Double> experiment(
      String id, String parameter, Supplier<Double> value, @Nullable Table table) {
    return Description.of(id, "Title of " + id, "Source")
        .method("Method.")
        .parameter("parameter", parameter)
        .measure(_ -> value.get())
        .claims(Claim.of("value", "The value is 2").whole(2, "bits", Double::doubleValue))
        .draw(_ -> table == null ? Figures.none() : Figures.none().with("table", table));
  }
}
