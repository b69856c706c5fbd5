package dev.magpie.lab;

import dev.magpie.report.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lab in a directory, and experiments to try it with. */
final class Bench implements Watcher {
  static final Path EXAMPLES = Path.of("../examples");

  final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
  private final Path results;

  Bench(Path results) {
    this.results = results;
  }

  @Override
  public void complain(String message) {
    complaints.add(message);
  }

  @Override
  public void done(Outcome outcome, int done, int of) {}

  List<Outcome> run(List<Experiment> experiments) {
    return run(experiments, List.of(), RunSize.FULL, false, 2);
  }

  List<Outcome> run(
      List<Experiment> experiments, List<Path> data, RunSize size, boolean fresh, int threads) {
    return Laboratory.run(
        new Laboratory.Request(experiments, results, EXAMPLES, data, size, fresh, threads, "1.0"),
        this);
  }

  static List<String> hows(List<Outcome> outcomes) {
    return outcomes.stream().map(outcome -> outcome.how().toString()).toList();
  }

  /** An experiment that measures one number, and claims 2. */
  static Experiment experiment(String id, String parameter, Supplier<Double> value) {
    return experiment(id, parameter, value, null);
  }

  static Experiment experiment(
      String id, String parameter, Supplier<Double> value, @Nullable Table table) {
    return new Experiment() {
      @Override
      public Description description() {
        return Description.of(id, "Title of " + id, "Source")
            .method("Method.")
            .parameter("parameter", parameter)
            .claim(Claim.of("value", "The value is 2", 2, Unit.whole("bits")))
            .build();
      }

      @Override
      public Findings run(RunContext context) {
        Findings.Builder findings = Findings.builder().measure("value", value.get());
        return (table == null ? findings : findings.table("table", table)).build();
      }
    };
  }
}
