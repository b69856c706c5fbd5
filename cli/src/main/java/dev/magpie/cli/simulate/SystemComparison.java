package dev.magpie.cli.simulate;

import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.NamedChannel;
import dev.magpie.cli.output.Outputs;
import dev.magpie.gpu.ComparedSystems;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.recording.TemporaryRecording;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One program on several systems. It is executed once, and replayed on the others, as many at a
 * time as there are processors. A lossy codec changes what a program computes, so there it is
 * executed again.
 */
public final class SystemComparison implements AutoCloseable {
  /** Opens the program anew. */
  @FunctionalInterface
  public interface Sources {
    Source open(SimulatedSystem system) throws IOException;
  }

  private final List<SimulatedSystem> systems;
  private final RunSettings run;
  private final Sources sources;
  private final Console console;
  private final @Nullable SimulationResult[] results;
  private final Set<String> remarks = new LinkedHashSet<>();

  /** What was executed and recorded; it has files to put in place. */
  private @Nullable Source executed;

  /**
   * A comparison.
   *
   * @param systems at least two
   * @param sources opens the program
   */
  public SystemComparison(
      List<SimulatedSystem> systems, RunSettings run, Sources sources, Console console) {
    this.systems = systems;
    this.run = run;
    this.sources = sources;
    this.console = console;
    results = new SimulationResult[systems.size()];
  }

  /** Replays what is recorded already, on all. */
  ComparedSystems replayed() throws IOException {
    inParallel(IntStream.range(0, systems.size()).boxed().toList(), sources);
    return ComparedSystems.of(all());
  }

  /**
   * Executes the program.
   *
   * @param outputs takes what it writes
   */
  public ComparedSystems executed(Outputs outputs) throws IOException {
    List<Integer> exact = new ArrayList<>();
    List<Integer> lossy = new ArrayList<>();
    for (int i = 0; i < systems.size(); i++) {
      (systems.get(i).isLossy() ? lossy : exact).add(i);
    }
    if (!exact.isEmpty()) {
      executeFirst(exact, outputs);
    }
    for (int each : lossy) {
      try (Source source = sources.open(systems.get(each))) {
        execute(each, source, null);
      }
    }
    return ComparedSystems.of(all());
  }

  /** Executes it on the first of some systems, and replays that on the others. */
  private void executeFirst(List<Integer> exact, Outputs outputs) throws IOException {
    int first = exact.getFirst();
    List<Integer> others = exact.subList(1, exact.size());
    try (TemporaryRecording recording = TemporaryRecording.create()) {
      Source source = sources.open(systems.get(first));
      executed = source;
      source.begin(outputs);
      OutputStream out =
          Channels.newOutputStream(
              new NamedChannel("the recording in the temporary directory", recording.channel()));
      execute(first, source, others.isEmpty() ? null : out);
      inParallel(others, _ -> Source.Replayed.of(source, recording.open(source.name())));
    }
  }

  private void execute(int which, Source source, @Nullable OutputStream recording)
      throws IOException {
    try (Meter meter = Meter.ofItems(console, source.warpInstructions(), "warp-instruction")) {
      RunSettings.Outcome outcome =
          run.run(
              systems.get(which),
              source,
              meter,
              builder -> {
                if (recording != null) {
                  builder.recording(recording);
                }
              });
      keep(which, outcome);
    }
  }

  private void inParallel(List<Integer> which, Sources opened) throws IOException {
    if (which.isEmpty()) {
      return;
    }
    int threads = Math.min(which.size(), Runtime.getRuntime().availableProcessors());
    // Of one that fails, the others are not waited for: the process can end under them.
    ExecutorService pool =
        Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    try (Meter meter = Meter.ofItems(console, Long.MAX_VALUE, "warp-instruction")) {
      CompletionService<Integer> running = new ExecutorCompletionService<>(pool);
      Map<Integer, RunSettings.Outcome> outcomes = new ConcurrentHashMap<>();
      for (int each : which) {
        running.submit(() -> {
          try (Source source = opened.open(systems.get(each))) {
            outcomes.put(each, run.run(systems.get(each), source, meter, _ -> {}));
          }
          return each;
        });
      }
      for (int left = which.size(); left > 0; left--) {
        await(running);
      }
      which.forEach(each -> keep(each, Objects.requireNonNull(outcomes.get(each))));
    } finally {
      pool.shutdownNow();
    }
  }

  private static void await(CompletionService<Integer> running) throws IOException {
    try {
      running.take().get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case IOException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("the run is being ended", e));
    }
  }

  private void keep(int which, RunSettings.Outcome outcome) {
    results[which] = outcome.result();
    remarks.addAll(outcome.remarks());
  }

  private List<SimulationResult> all() {
    return Arrays.stream(results).map(Objects::requireNonNull).toList();
  }

  /** Puts in place what is no single file, once all files are in theirs; says what to tell. */
  public List<String> commit() throws IOException {
    if (executed != null) {
      remarks.addAll(executed.commit().lines().toList());
    }
    return List.copyOf(remarks);
  }

  @Override
  public void close() throws IOException {
    if (executed != null) {
      executed.close();
    }
  }
}
