package dev.magpie.lab.run;

import dev.magpie.lab.claim.Statement;
import dev.magpie.lab.data.DataSet;
import dev.magpie.lab.data.DataSets;
import dev.magpie.lab.data.RealScene;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.ExperimentResult.Input;
import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.lab.result.ExperimentResult.Measurement;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.LabReport;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RecordedSimulations;
import dev.magpie.lab.result.ResultDirectory;
import dev.magpie.lab.result.ResultTable;
import dev.magpie.lab.result.RunSize;
import dev.magpie.report.Provenance;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs experiments, several at a time, and keeps their results in a directory. */
public final class Laboratory {
  /** What a quick run takes of each allocation. */
  private static final long QUICK_BYTES = 32 << 10;

  private final Request request;
  private final Watcher watcher;
  private final Measurements measurements;
  private final String version;
  private final AtomicInteger done = new AtomicInteger();

  /**
   * What is to be run.
   *
   * @param experiments which
   * @param order ids of all experiments, in the order of the report
   * @param results the directory for the results
   * @param examples where the repository's examples are; null to make them again
   * @param data files and directories of the user's, each a row
   * @param scenes names of the user's scenes, each a row
   * @param size how much of everything
   * @param fresh whether to run also what an earlier result would do for
   * @param recorded simulations of an earlier run, which do as well
   * @param threads how many work; at least one
   * @param provenance of the report
   */
  public record Request(
      List<Experiment<?>> experiments,
      List<String> order,
      Path results,
      @Nullable Path examples,
      List<Path> data,
      List<String> scenes,
      RunSize size,
      boolean fresh,
      RecordedSimulations recorded,
      int threads,
      Provenance provenance) {
    public Request {
      experiments = List.copyOf(experiments);
      order = List.copyOf(order);
      data = List.copyOf(data);
      scenes = List.copyOf(scenes);
    }
  }

  private Laboratory(Request request, Watcher watcher, Measurements measurements) {
    this.request = request;
    this.measurements = measurements;
    this.watcher = watcher;
    this.version = request.provenance().version() + "+" + ProgramVersion.codeDigest();
  }

  /**
   * Runs the experiments, writes their results as each is done, and then the report.
   *
   * @return what became of each, in the order of the request
   * @throws LabException if results cannot be written there
   * @throws java.io.UncheckedIOException if one cannot be written
   */
  public static List<Outcome> run(Request request, Watcher watcher) {
    try (ResultDirectory directory = ResultDirectory.open(request.results())) {
      List<Outcome> outcomes;
      try (Measurements measurements =
          new Measurements(
              directory.file("measurements"),
              request.fresh(),
              request.recorded(),
              request.threads(),
              watcher)) {
        outcomes = new Laboratory(request, watcher, measurements).run(directory);
      }
      LabReport.write(directory, outcomes, request.order(), request.provenance());
      return outcomes;
    }
  }

  private List<Outcome> run(ResultDirectory directory) {
    List<RealScene> scenes =
        needed(Description::readsScenes) ? RealScene.all(request.scenes()) : List.of();
    scenes.stream()
        .map(RealScene::problem)
        .filter(why -> !why.isEmpty())
        .forEach(watcher::complain);
    if (!needed(Description::readsData)) {
      return runAll(directory, List.of(), scenes);
    }
    try (DataSets data = DataSets.open(request.examples(), request.data(), bytesOfAllocation())) {
      data.all().stream()
          .filter(set -> !set.isReadable())
          .forEach(set -> watcher.complain(set.problem()));
      return runAll(directory, data.all(), scenes);
    }
  }

  private boolean needed(Predicate<Description> input) {
    return request.experiments().stream().map(Experiment::description).anyMatch(input);
  }

  private long bytesOfAllocation() {
    return request.size() == RunSize.QUICK ? QUICK_BYTES : Long.MAX_VALUE;
  }

  private List<Outcome> runAll(
      ResultDirectory directory, List<DataSet> data, List<RealScene> scenes) {
    List<Experiment<?>> experiments = request.experiments();
    int workers = Math.max(1, Math.min(request.threads(), experiments.size()));
    int threadsEach = Math.max(1, request.threads() / workers);
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      List<Future<Outcome>> futures =
          experiments.stream()
              .map(each -> pool.submit(() -> findOrRun(each, directory, data, scenes, threadsEach)))
              .toList();
      List<Outcome> outcomes = new ArrayList<>();
      try {
        for (Future<Outcome> future : futures) {
          outcomes.add(future.get());
        }
      } finally {
        pool.shutdownNow();
      }
      return outcomes;
    } catch (ExecutionException e) {
      throw unchecked(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted; what is done is kept", e);
    }
  }

  static RuntimeException unchecked(@Nullable Throwable cause) {
    return switch (cause) {
      case Error error -> throw error;
      case RuntimeException unchecked -> unchecked;
      case null, default -> new IllegalStateException(cause);
    };
  }

  /** Finds the result of an earlier run, or runs the experiment and writes its result. */
  private Outcome findOrRun(
      Experiment<?> experiment,
      ResultDirectory directory,
      List<DataSet> data,
      List<RealScene> scenes,
      int threads) {
    Description description = experiment.description();
    Basis basis =
        basis(
            description,
            description.readsData() ? data : List.of(),
            description.readsScenes() ? scenes : List.of());
    Optional<ExperimentResult> earlier = directory.read(description.id(), watcher::complain);
    Outcome outcome;
    if (!request.fresh() && earlier.isPresent() && basis.isThatOf(earlier.get())) {
      outcome = new Outcome(earlier.get(), Outcome.How.REUSED);
    } else {
      Measurements shared = measurements.ofExperiment();
      RunContext context = new RunContext(data, scenes, request.size(), threads, shared);
      outcome = run(experiment, basis, context);
      directory.write(outcome.result());
    }
    watcher.done(outcome, done.incrementAndGet(), request.experiments().size());
    return outcome;
  }

  /** What decides a result: with the same, the experiment would measure the same again. */
  private record Basis(
      String version, RunSize size, Map<String, String> parameters, List<Input> inputs) {
    boolean isThatOf(ExperimentResult earlier) {
      return earlier.schema().equals(ExperimentResult.SCHEMA)
          && new Basis(earlier.version(), earlier.size(), earlier.parameters(), earlier.inputs())
              .equals(this)
          && earlier.isComplete();
    }
  }

  private Basis basis(Description description, List<DataSet> data, List<RealScene> scenes) {
    Map<String, String> parameters = new LinkedHashMap<>(description.parameters());
    if (description.readsData()) {
      parameters.put(
          "bytes of each allocation",
          request.size() == RunSize.QUICK ? "the first " + QUICK_BYTES : "all");
    }
    List<Input> inputs =
        Stream.concat(
                data.stream()
                    .map(set -> new Input(set.name(), set.bytes(), set.sha256(), set.problem())),
                scenes.stream()
                    .map(each ->
                        new Input(each.name(), each.bytes(), each.sha256(), each.problem())))
            .toList();
    return new Basis(version, request.size(), parameters, inputs);
  }

  private static <T> Outcome run(Experiment<T> experiment, Basis basis, RunContext context) {
    Instant start = Instant.now();
    long startNanos = System.nanoTime();
    Map<String, Double> values = new LinkedHashMap<>();
    List<JudgedClaim> judged;
    Figures figures = Figures.none();
    String error = null;
    try {
      T measured = experiment.measuring().apply(context);
      values = values(experiment, measured);
      judged = experiment.claims().stream().map(each -> JudgedClaim.of(each, measured)).toList();
      figures = experiment.drawing().apply(measured);
    } catch (RuntimeException | InternalError e) {
      // InternalError is how the JVM reports that a mapped file has lost pages.
      error = e.getMessage() == null ? e.toString() : e.getMessage();
      values.clear();
      judged = experiment.claims().stream().map(JudgedClaim::failed).toList();
    }
    double seconds = Math.round((System.nanoTime() - startNanos) / 1e6) / 1e3;
    List<Measurement> all = new ArrayList<>();
    values.forEach((name, value) -> all.add(Measurement.of(name, value)));
    List<ResultTable> tables = new ArrayList<>();
    figures.tables().forEach((name, table) -> tables.add(ResultTable.of(name, table)));
    Description description = experiment.description();
    ExperimentResult result =
        new ExperimentResult(
            ExperimentResult.SCHEMA,
            description.id(),
            description.title(),
            description.source(),
            basis.version,
            basis.size,
            basis.parameters,
            basis.inputs,
            description.method(),
            description.deviations(),
            judged,
            all,
            tables,
            figures.charts(),
            figures.maps(),
            context.measurements().asked(),
            error,
            new ExperimentResult.Timing(start.truncatedTo(ChronoUnit.SECONDS).toString(), seconds));
    return new Outcome(result, error == null ? Outcome.How.RAN : Outcome.How.FAILED);
  }

  /** The values of claims, and the other ones. */
  private static <T> Map<String, Double> values(Experiment<T> experiment, T measured) {
    Map<String, Double> values = new LinkedHashMap<>();
    experiment.claims().stream()
        .filter(claim -> !(claim.statement() instanceof Statement.Open))
        .forEach(claim -> put(claim.name(), claim.in(measured), values));
    experiment.values().forEach(value -> put(value.name(), value.in(measured), values));
    return values;
  }

  private static void put(String name, double value, Map<String, Double> values) {
    if (values.put(name, value) != null) {
      throw new IllegalArgumentException(name + " is measured twice");
    }
  }
}
