package dev.magpie.cli.lab;

import dev.magpie.analysis.Shard;
import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ShardOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.GivenCommand;
import dev.magpie.cli.output.Outputs;
import dev.magpie.lab.Behaviour;
import dev.magpie.lab.Experiments;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.LabReport;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.result.RecordedSimulations;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.Laboratory;
import dev.magpie.lab.run.LaboratoryShards;
import dev.magpie.settings.FilesInUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code magpie reproduce}: runs the experiments that measure the papers' figures again. */
@Command(
    name = "reproduce",
    description = "Measure the papers' figures and tables again, and report claim by claim.",
    sortOptions = false,
    footer = {
      "",
      "Results stay in DIR: one JSON file an experiment, index.html over all of them, and every"
          + " table as CSV. What is there already and still holds is not measured again.",
      "Recorded results are CSV only, for a repository; --against says what differs from them.",
      "",
      "Examples:",
      "  magpie reproduce --list",
      "  magpie reproduce --quick",
      "  magpie reproduce mag/table3 'mag/fig1*' -o results",
      "  magpie reproduce all --data dumps/run1 --data dumps/run2",
      "  magpie reproduce 'depth/*' --scene bunny.ply --scene castle.toml",
      "  magpie reproduce 'depth/*' --against results --record results",
      "",
      "Exit status: 0 all ran, whatever the verdicts; 1 an experiment, a data file or a scene"
          + " failed, or something differs from --against; 2 the command is wrong."
    })
public final class ReproduceCommand extends Subcommand {

  static final String DIRECTORY =
      "The directory of results. Default: results, or results/local where those of a repository are"
          + " recorded in results.";

  /** The directory of results, if {@code -o} does not name one. */
  static Path directory(@Nullable Path given) {
    Path usual = Path.of("results");
    if (given != null) {
      return given;
    }
    return RecordedResults.areIn(usual) ? usual.resolve("local") : usual;
  }

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
          "Run the MAG paper's programs as large as the literature does, but for those that would"
              + " take too long.")
  private boolean paperSize;

  @Option(names = "--fresh", description = "Run also what an earlier result would do for.")
  private boolean fresh;

  @Option(names = "-o", paramLabel = "DIR", description = DIRECTORY)
  private @Nullable Path results;

  @Option(
      names = "--record",
      paramLabel = "DIR",
      description =
          "Record the results there, in place of those of the same experiments. Simulations that"
              + " are recorded there and not stale are not made again.")
  private @Nullable Path record;

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description =
          "Say what differs from the results that are recorded there, by measuring all anew unless"
              + " --record names them too. With --list: which of them are stale.")
  private @Nullable Path against;

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

  @Mixin private ReportOption report = new ReportOption();

  @Mixin private ShardOption shard = new ShardOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Spec private @Nullable CommandSpec command;

  @Override
  public Integer call() throws IOException {
    threads.count();
    Shard part = shard.shard();
    BadUsageException.when(
        !part.isWhole() && (list || record != null || against != null),
        "--list, --record and --against are of the whole, and not of a --shard");
    BadUsageException.when(quick && paperSize, "--quick and --paper-size exclude each other");
    BadUsageException.when(
        list && record != null, "--list runs nothing that --record could record");
    BadUsageException.when(
        list && report.isGiven(), "--list runs nothing that --report could show");
    BadUsageException.when(
        !(data.isEmpty() && scenes.isEmpty()) && (record != null || against != null),
        "--data and --scene add rows of their own, which no results are recorded or compared with");
    try {
      List<Experiment<?>> experiments = Experiments.select(ids);
      if (list) {
        format.print(
            ExperimentList.report(
                experiments, Optional.ofNullable(against).map(RecordedResults::read)),
            console);
        return 0;
      }
      for (Path path : data) {
        BadUsageException.when(!Files.exists(path), path + ": no such file or directory");
      }
      requireReaders("--data", data, experiments, Description::readsData);
      requireReaders("--scene", scenes, experiments, Description::readsScenes);
      if (part.isWhole()) {
        return run(experiments);
      }
      BadUsageException.when(
          experiments.size() < part.of(),
          "--shard %s: there are %d experiments".formatted(part, experiments.size()));
      requireOwn(directory(results));
      LaboratoryShards.write(directory(results), part, experiments);
      return run(part.of(experiments));
    } catch (LabException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()), e);
    }
  }

  /** What no experiment of the run would read is refused. */
  private static void requireReaders(
      String option,
      List<?> inputs,
      List<Experiment<?>> experiments,
      Predicate<Description> reads) {
    BadUsageException.when(
        !inputs.isEmpty() && experiments.stream().map(Experiment::description).noneMatch(reads),
        "none of these experiments reads what %s names; %s would"
            .formatted(
                option,
                Experiments.all().stream()
                    .map(Experiment::description)
                    .filter(reads)
                    .map(Description::id)
                    .collect(Collectors.joining(", "))));
  }

  private RunSize size() {
    if (quick) {
      return RunSize.QUICK;
    }
    return paperSize ? RunSize.PAPER : RunSize.FULL;
  }

  private int run(List<Experiment<?>> experiments) throws IOException {
    try (Outputs outputs = new Outputs()) {
      ReportOption.Destination page = report.begin(outputs);
      // Before anything is made.
      data.forEach(FilesInUse::read);
      int status = measure(experiments);
      page.copy(directory(results).resolve(LabReport.PAGE));
      outputs.commit();
      return status;
    }
  }

  private static void requireOwn(Path place) {
    BadUsageException.when(
        RecordedResults.areIn(place),
        place + ": holds recorded results, and a run's own go elsewhere; name a directory with -o");
  }

  private int measure(List<Experiment<?>> experiments) throws IOException {
    Path place = directory(results);
    requireOwn(place);
    Optional<RecordedResults> before =
        Optional.ofNullable(against).map(directory -> RecordedResults.read(directory, size()));
    Optional<RecordedResults> recorded =
        Optional.ofNullable(record).map(directory -> RecordedResults.begin(directory, size()));
    Laboratory.Request request =
        new Laboratory.Request(
            experiments,
            Experiments.ids(),
            place,
            examples(),
            data.stream().distinct().toList(),
            scenes,
            size(),
            fresh,
            recorded
                .map(there -> there.simulations(Behaviour::ofSimulation))
                .orElse(RecordedSimulations.NONE),
            threads.count(),
            GivenCommand.provenance(
                command,
                Stream.concat(data.stream().map(Path::toString), scenes.stream()).toList()));
    if (paperSize) {
      console.say(Experiments.notOfPaperSize(threads.count()));
    }
    List<Outcome> outcomes;
    try (ProgressWatcher watcher = new ProgressWatcher(console)) {
      outcomes = Laboratory.run(request, watcher);
    }
    List<ExperimentResult> complete =
        outcomes.stream().map(Outcome::result).filter(ExperimentResult::isComplete).toList();
    RecordedResults now = RecordedResults.of(complete);
    boolean moved = false;
    if (before.isPresent()) {
      DifferenceReport difference = DifferenceReport.of(request, before.get(), now);
      format.print(difference.report(), console);
      moved = !difference.changes().isEmpty();
    } else {
      format.print(ScoreboardReport.of(outcomes, place.resolve(LabReport.PAGE)), console);
    }
    for (Outcome outcome : outcomes) {
      String error = outcome.result().error();
      if (error != null) {
        console.say(outcome.result().id() + " failed: " + error);
      }
    }
    if (record != null && recorded.isPresent() && !complete.isEmpty()) {
      recorded.get().with(now.withBehaviour(Behaviour::of, Behaviour::ofSimulation)).write(record);
      console.say("recorded %d experiments in %s".formatted(complete.size(), record));
    }
    return moved || complete.size() < outcomes.size() ? 1 : 0;
  }

  /** The repository's examples, where the launcher knows them. */
  private static @Nullable Path examples() {
    String known = System.getProperty("magpie.examples");
    return known != null && Files.isDirectory(Path.of(known)) ? Path.of(known) : null;
  }
}
