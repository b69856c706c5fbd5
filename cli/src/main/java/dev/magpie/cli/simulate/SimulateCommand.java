package dev.magpie.cli.simulate;

import dev.magpie.cli.option.InstructionLimitOption;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.run.WorkloadOptions;
import dev.magpie.cli.run.WorkloadProgram;
import dev.magpie.gpu.ComparedSystems;
import dev.magpie.gpu.SimulationException;
import dev.magpie.job.JobProgram;
import dev.magpie.job.NotConvergedException;
import dev.magpie.job.Program;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.cuda.Approximation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code magpie simulate}: programs, recordings and traces on a timed GPU. */
@Command(
    name = "simulate",
    description = "Time kernels on a GPU whose memory controllers compress.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie simulate --list",
      "  magpie simulate --job jobs/saxpy.toml --codec mag-bdi",
      "  magpie simulate --workload bfs --size quick --codec none --codec bdi --codec mag-bdi",
      "  magpie simulate --workload bfs --size quick --layout lcp --codec mag-bdi",
      "  magpie simulate --workload bfs --size quick --from-launch 6 --launches 2",
      "  magpie simulate --workload bfs --size quick --by line,multiprocessor",
      "  magpie simulate --workload bfs --size quick --gpu p100 --host-copies",
      "  magpie simulate --workload bfs --size quick --record bfs.rec",
      "  magpie simulate --replay bfs.rec --codec bdi --gpu p100 --format json",
      "  magpie simulate --replay bfs.rec --gpu p100 --buddy-targets targets.json",
      "  magpie simulate --replay bfs.rec --gpu p100 --layout unified:oversubscription=20",
      "  magpie simulate --accel-sim traces/kernelslist.g --timeline trace.json",
    })
public final class SimulateCommand extends Subcommand {
  @Option(
      names = "--job",
      paramLabel = "JOB.toml",
      description = "Execute a job, as 'magpie run' does; its outputs are written.")
  private @Nullable Path job;

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Replay what --record wrote, without executing anything.")
  private @Nullable Path replay;

  @Option(
      names = "--accel-sim",
      paramLabel = "KERNELSLIST",
      description = "Time the traces of Accel-Sim that a kernelslist.g names; they have no values.")
  private @Nullable Path accelSim;

  @Mixin private SystemOptions systems = new SystemOptions();

  @Mixin private WindowOptions window = new WindowOptions();

  @Option(
      names = "--approximate",
      paramLabel = "BUFFER",
      description =
          "A buffer that a lossy codec may change; may be repeated. Default: what a program of"
              + " --workload can do without exactly, and nothing of a job.")
  private List<String> approximate = new ArrayList<>();

  @Option(
      names = "--cold-caches",
      description =
          "Let each launch find nothing of its data in caches, as profilers and 'magpie silicon'"
              + " have it.")
  private boolean coldCaches;

  @Mixin private InstructionLimitOption limit = new InstructionLimitOption();

  @Option(
      names = "--timeline",
      paramLabel = "FILE.json",
      description = "Write launches, blocks and bandwidth over time, for ui.perfetto.dev.")
  private @Nullable Path timeline;

  @Mixin private BreakdownOptions breakdown = new BreakdownOptions();

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record what is executed, for --replay with other codecs and GPUs.")
  private @Nullable Path record;

  @Mixin private ReportOption report = new ReportOption();

  @Option(names = "--list", description = "List the GPUs that have names, and exit.")
  private boolean list;

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() throws IOException {
    long sources =
        Stream.of(job != null, workload.isNamed(), replay != null, accelSim != null)
            .filter(each -> each)
            .count();
    if (list) {
      BadUsageException.when(sources > 0, "--list goes alone");
      result.write(GpuList.report(), console);
      return 0;
    }
    BadUsageException.when(
        sources != 1, "name one of --job, --workload, --replay and --accel-sim, or --list");
    systems.check();
    if (accelSim != null) {
      systems.checkForTraces();
    }
    List<SimulatedSystem> all = systems.systems();
    check(all);
    window.window();
    try {
      if (all.size() == 1) {
        simulate(all.getFirst());
      } else {
        compare(all);
      }
      return 0;
    } catch (NotConvergedException e) {
      console.say(String.valueOf(e.getMessage()));
      return FAILED;
    } catch (SimulationException e) {
      // Which warp waits for what, a line each.
      String.valueOf(e.getMessage()).lines().forEach(console::say);
      return FAILED;
    }
  }

  private boolean isExecuted() {
    return job != null || workload.isNamed();
  }

  private void check(List<SimulatedSystem> all) {
    BadUsageException.when(
        !workload.isNamed() && workload.hasSettings(), "--set goes with --workload");
    BadUsageException.when(
        !isExecuted() && record != null, "--record goes with --job and --workload, which execute");
    BadUsageException.when(
        !approximate.isEmpty() && all.stream().noneMatch(SimulatedSystem::isLossy),
        "--approximate goes with a lossy codec");
    for (SimulatedSystem each : all) {
      BadUsageException.when(
          each.isLossy() && (!isExecuted() || record != null),
          "%s: a lossy codec changes what a program computes, so it cannot be %s"
              .formatted(
                  each.codec(), isExecuted() ? "recorded" : "replayed; use --job or --workload"));
      BadUsageException.when(
          each.isLossy() && all.size() > 1 && job != null,
          "%s: changes what the job writes; simulate it apart from others".formatted(each.codec()));
      BadUsageException.when(
          accelSim != null && !each.codec().family().name().equals("none"),
          "%s: Accel-Sim's traces have no values that could be compressed".formatted(each.codec()));
    }
    BadUsageException.when(
        all.size() > 1 && timeline != null,
        "--timeline goes with one GPU, layout and codec, not with several");
    BadUsageException.when(
        all.size() > 1 && record != null,
        "--record goes with one GPU, layout and codec; compare several with --replay");
    limit.count();
    breakdown.check();
  }

  private Source source(SimulatedSystem system) throws IOException {
    if (replay != null) {
      BadUsageException.when(
          !Files.isRegularFile(replay), replay + ": is no file that --record wrote");
      return Source.Replayed.open(replay, systems.buddy(), window);
    }
    if (accelSim != null) {
      return Source.Traced.open(accelSim, console);
    }
    LaunchOptions options =
        LaunchOptions.DEFAULT.withInstructionLimit(limit.count()).withOutput(console.err());
    Program program =
        job != null ? new JobProgram(job, options) : workload.program(options).orElseThrow();
    return new Source.Executed(
        job != null ? "job" : "workload", program, approximable(system, program), systems.buddy());
  }

  private Approximation approximable(SimulatedSystem system, Program program) {
    if (!system.isLossy()) {
      return Approximation.NONE;
    }
    if (!approximate.isEmpty()) {
      return Approximation.of(approximate, List.of());
    }
    // Nothing of a job's, unless the user says so.
    return program instanceof WorkloadProgram known ? known.approximation() : Approximation.NONE;
  }

  private List<String> inputFiles() {
    return Stream.of(job, replay, accelSim).filter(Objects::nonNull).map(String::valueOf).toList();
  }

  private RunSettings runSettings() {
    return new RunSettings(window, breakdown, coldCaches, systems.buddy().timesHostCopies());
  }

  private void simulate(SimulatedSystem system) throws IOException {
    try (Source source = source(system);
        Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      ReportOption.Destination page = report.begin(outputs);
      breakdown.addTimeOf(report);
      OutputStream events = timeline == null ? null : outputs.begin("--timeline", timeline);
      OutputStream recording = record == null ? null : outputs.begin("--record", record);
      source.begin(outputs);
      RunSettings.Outcome outcome;
      try (Meter meter = Meter.ofItems(console, source.warpInstructions(), "warp-instruction")) {
        outcome =
            runSettings()
                .run(
                    system,
                    source,
                    meter,
                    builder -> {
                      if (events != null) {
                        builder.timeline(events, breakdown.interval());
                      }
                      if (recording != null) {
                        builder.recording(recording);
                      }
                    });
      }
      out.write(SimulationReport.of(outcome.result(), breakdown.csv()));
      page.write(
          () -> SimulationPage.page(outcome.result(), SourceTexts.beside(inputFiles())),
          inputFiles());
      outputs.commit();
      outcome.remarks().forEach(console::say);
      source.commit().lines().forEach(console::say);
    }
  }

  private void compare(List<SimulatedSystem> all) throws IOException {
    try (SystemComparison comparison =
            new SystemComparison(all, runSettings(), this::source, console);
        Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      ReportOption.Destination page = report.begin(outputs);
      breakdown.addTimeOf(report);
      ComparedSystems compared =
          isExecuted() ? comparison.executed(outputs) : comparison.replayed();
      out.write(ComparisonReport.of(compared));
      page.write(() -> ComparisonReport.page(compared), inputFiles());
      outputs.commit();
      comparison.commit().forEach(console::say);
    }
  }
}
