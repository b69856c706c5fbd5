package dev.magpie.cli.lab;

import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Version;
import dev.magpie.lab.Experiments;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.Laboratory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie reproduce}: runs the experiments that measure the papers' figures again. */
@Command(
    name = "reproduce",
    description = "Measure the papers' figures and tables again, and report claim by claim.",
    sortOptions = false,
    footer = {
      "",
      "Results stay in DIR: one JSON file an experiment, index.html over all of them, and every"
          + " table as CSV. What is there already and still holds is not measured again.",
      "",
      "Examples:",
      "  magpie reproduce --list",
      "  magpie reproduce --quick",
      "  magpie reproduce mag/table3 'mag/fig1*' -o results",
      "  magpie reproduce all --data dumps/run1 --data dumps/run2",
      "  magpie reproduce 'depth/*' --scene bunny.ply --scene castle.toml",
      "",
      "Exit status: 0 all ran, whatever the verdicts; 1 an experiment or a data file failed;"
          + " 2 the command is wrong."
    })
public final class ReproduceCommand extends Subcommand {

  @Parameters(
      arity = "0..*",
      paramLabel = "ID",
      description = "Experiments by id or glob, such as mag/fig1*; 'all', the default, for all.")
  private List<String> ids = List.of();

  @Option(names = "--list", description = "List the experiments and run none.")
  private boolean list;

  @Option(names = "--quick", description = "Run on a reduced size, which the results then say.")
  private boolean quick;

  @Option(
      names = "--paper-size",
      description =
          "Run the MAG paper's programs as large as the literature does, which may take days.")
  private boolean paperSize;

  @Option(names = "--fresh", description = "Run also what an earlier result would do for.")
  private boolean fresh;

  @Option(
      names = "-o",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "The directory for the results. Default: ${DEFAULT-VALUE}.")
  private Path results = Path.of("results");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Measure this directory or file of arrays too, as a row beside the examples. Repeat it"
              + " for several.")
  private List<Path> data = List.of();

  @Option(
      names = "--scene",
      paramLabel = "SCENE",
      description =
          "Measure this scene too, as a row beside the real scenes that ship: whatever magpie depth"
              + " draws. Repeat it for several.")
  private List<String> scenes = List.of();

  @Mixin private FormatOption format = new FormatOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  public Integer call() throws IOException {
    threads.count();
    BadUsageException.when(quick && paperSize, "--quick and --paper-size exclude each other");
    try {
      List<Experiment<?>> experiments = Experiments.select(ids);
      if (list) {
        format.print(ExperimentList.report(experiments), console);
        return 0;
      }
      for (Path path : data) {
        BadUsageException.when(!Files.exists(path), path + ": no such file or directory");
      }
      return run(experiments);
    } catch (LabException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()), e);
    }
  }

  private RunSize size() {
    if (quick) {
      return RunSize.QUICK;
    }
    return paperSize ? RunSize.PAPER : RunSize.FULL;
  }

  private int run(List<Experiment<?>> experiments) throws IOException {
    Laboratory.Request request =
        new Laboratory.Request(
            experiments,
            Experiments.ids(),
            results,
            examples(),
            data.stream().distinct().toList(),
            scenes,
            size(),
            fresh,
            threads.count(),
            Version.number());
    List<Outcome> outcomes;
    try (ProgressWatcher watcher = new ProgressWatcher(console)) {
      outcomes = Laboratory.run(request, watcher);
    }
    format.print(ScoreboardReport.of(outcomes, results.resolve("index.html")), console);
    for (Outcome outcome : outcomes) {
      String error = outcome.result().error();
      if (error != null) {
        console.say(outcome.result().id() + " failed: " + error);
      }
    }
    return outcomes.stream().allMatch(outcome -> outcome.result().isComplete()) ? 0 : 1;
  }

  /** The repository's examples, where the launcher knows them. */
  private static @Nullable Path examples() {
    String known = System.getProperty("magpie.examples");
    return known != null && Files.isDirectory(Path.of(known)) ? Path.of(known) : null;
  }
}
