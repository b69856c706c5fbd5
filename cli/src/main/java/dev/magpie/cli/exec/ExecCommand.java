package dev.magpie.cli.exec;

import dev.magpie.cli.option.GpuChoice;
import dev.magpie.cli.option.InstructionLimitOption;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.run.RunReport;
import dev.magpie.cli.simulate.BreakdownOptions;
import dev.magpie.cli.simulate.ComparisonReport;
import dev.magpie.cli.simulate.RunSettings;
import dev.magpie.cli.simulate.SimulatedSystem;
import dev.magpie.cli.simulate.SimulationPage;
import dev.magpie.cli.simulate.SimulationReport;
import dev.magpie.cli.simulate.Source;
import dev.magpie.cli.simulate.SourceTexts;
import dev.magpie.cli.simulate.SystemComparison;
import dev.magpie.cli.simulate.SystemOptions;
import dev.magpie.cli.simulate.WindowOptions;
import dev.magpie.cuda.CudaExecution;
import dev.magpie.cuda.channel.ClientLibrary;
import dev.magpie.cuda.runtime.DeviceDescription;
import dev.magpie.gpu.ComparedSystems;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.job.Checks;
import dev.magpie.job.SnapshotDirectory;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.settings.InputFiles;
import dev.magpie.workload.cuda.Approximation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code magpie exec}: unmodified programs of CUDA, without a GPU. */
@Command(
    name = "exec",
    description = {
      "Execute a CUDA program, unmodified, without a GPU.",
      "Its output and exit status are its own. With an option about time, such as --gpu or --codec,"
          + " its kernels are timed, and its events tell simulated time.",
    },
    sortOptions = false,
    defaultValueProvider = DefaultGpu.class,
    footer = {
      "",
      "Examples:",
      "  magpie exec ./app 1000",
      "  magpie exec app.cu 1000",
      "  magpie exec --gpu p100 --codec none --codec bpc -- ./app --size 1000",
      "  magpie exec --snapshots memory --every 10 ./app",
      "  magpie exec --check race,uninitialised ./app",
    })
public final class ExecCommand extends Subcommand {
  /** Options that are about time. */
  private static final Set<String> TIMING =
      Set.of(
          "--gpu",
          "--codec",
          "--layout",
          "--online",
          "--mag",
          "--mdc",
          "--buddy",
          "--buddy-targets",
          "--host-copies",
          "--from-launch",
          "--launches",
          "--warm-up",
          "--sample-blocks",
          "--sample-launches",
          "--by",
          "--interval",
          "--cold-caches",
          "--timeline",
          "--record",
          "--report");

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description =
          "The program and its arguments: linked with nvcc's -cudart shared or static, to the"
              + " driver, or anything that starts such programs; or a .cu, which nvcc compiles.")
  private List<String> command = new ArrayList<>();

  @Option(
      names = "--snapshots",
      paramLabel = "DIR",
      description = "The directory to make for what is allocated on the device during the run.")
  private @Nullable Path memory;

  @Option(
      names = "--every",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "Launches from one snapshot to the next. Default: ${DEFAULT-VALUE}.")
  private long every;

  @Option(
      names = "--check",
      split = ",",
      paramLabel = "WHAT",
      description =
          "Look for mistakes in accesses to memory, slowly: ${COMPLETION-CANDIDATES}; more than one"
              + " with commas between.")
  private List<Checks.Kind> checks = List.of();

  @Option(
      names = "--threads",
      paramLabel = "COUNT",
      defaultValue = "1",
      description =
          "Threads of the host for kernels whose blocks cannot see each other's order. Default:"
              + " ${DEFAULT-VALUE}.")
  private int threads;

  @Mixin private InstructionLimitOption limit = new InstructionLimitOption();

  @Mixin private SystemOptions systems = new SystemOptions();

  @Mixin private WindowOptions window = new WindowOptions();

  @Option(
      names = "--cold-caches",
      description =
          "Let each launch find nothing of its data in caches, as profilers and 'magpie silicon'"
              + " have it.")
  private boolean coldCaches;

  @Option(
      names = "--timeline",
      paramLabel = "FILE.json",
      description = "Write launches, blocks and bandwidth over time, for ui.perfetto.dev.")
  private @Nullable Path timeline;

  @Mixin private BreakdownOptions breakdown = new BreakdownOptions();

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record what is executed, for 'magpie simulate --replay'.")
  private @Nullable Path record;

  @Mixin private ReportOption report = new ReportOption();

  @Mixin private ResultOptions result = new ResultOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(threads < 1 || threads > 1024, "--threads is 1 to 1024, not " + threads);
    limit.count();
    BadUsageException.when(every < 1, "--every is 1 or more, not " + every);
    BadUsageException.when(
        memory == null && isGiven("--every"), "--every goes with --snapshots DIR");
    String name = command.getFirst();
    if (!CompiledSource.isSource(name)) {
      checkCommand(name);
      return call(command);
    }
    try (CompiledSource source = CompiledSource.compile(Path.of(name), console.err()::println)) {
      List<String> compiled = new ArrayList<>(command);
      compiled.set(0, source.program().toString());
      return call(compiled);
    }
  }

  private int call(List<String> program) throws IOException {
    ClientLibrary library =
        ClientLibrary.in(ClientLibrary.userCache(System.getenv()), console::say);
    if (TIMING.stream().noneMatch(this::isGiven)) {
      return execute(library, program);
    }
    BadUsageException.when(
        !checks.isEmpty() || isGiven("--threads"),
        "--check and --threads go without options about time");
    systems.check();
    breakdown.check();
    List<SimulatedSystem> all = systems.systems();
    for (SimulatedSystem each : all) {
      BadUsageException.when(
          each.isLossy(),
          each.codec()
              + ": a lossy codec changes what a program computes; 'magpie simulate --workload' and"
              + " '--job' say what it may change");
    }
    BadUsageException.when(
        all.size() > 1 && (timeline != null || record != null),
        "--timeline and --record go with one GPU, layout and codec, not with several");
    return all.size() == 1
        ? simulate(library, program, all.getFirst())
        : compare(library, program, all);
  }

  /** A name with a slash is a file's; others are looked for on the path. */
  static void checkCommand(String name) throws IOException {
    BadUsageException.when(name.isEmpty(), "the program's name is empty");
    if (!name.contains("/")) {
      Path here = Path.of(name);
      boolean isFound =
          Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
              .anyMatch(each -> Files.isExecutable(Path.of(each.isEmpty() ? "." : each, name)));
      BadUsageException.when(
          !isFound || Files.isDirectory(here),
          Files.isRegularFile(here)
              ? "%s: is not on the path; write ./%s".formatted(name, name)
              : name + ": there is no such command on the path");
      return;
    }
    Path file = Path.of(name);
    BadUsageException.when(!Files.exists(file), name + ": there is no such file");
    BadUsageException.when(
        Files.isDirectory(file) || !Files.isExecutable(file),
        name + ": is no program that can be executed");
    InputFiles.opened(file);
    BadUsageException.when(
        ProgramFile.isStatic(file),
        name
            + ": is linked as a whole (-static), so that nothing can stand in place of CUDA; link it"
            + " without");
  }

  private boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  private ExecutedProgram program(
      ClientLibrary library, List<String> words, GpuConfig gpu, Checks looking) {
    LaunchOptions options =
        LaunchOptions.DEFAULT
            .withThreads(threads)
            .withInstructionLimit(limit.count())
            .countingAccesses();
    SnapshotDirectory snapshots = memory == null ? null : SnapshotDirectory.begin(memory, every);
    return new ExecutedProgram(
        command.getFirst(),
        words,
        new CudaExecution(library, DeviceDescription.of(gpu), options),
        looking,
        snapshots,
        console::say);
  }

  /** Standard output is the program's. */
  private static Console summary(Console console) {
    return new Console(
        console.err(), console.err(), console.errorColumns(), console.errorColumns());
  }

  private int execute(ClientLibrary library, List<String> words) throws IOException {
    Checks looking = new Checks(checks);
    GpuConfig gpu = systems.systems().getFirst().gpu();
    return execute(program(library, words, gpu, looking), looking, result, console);
  }

  /** Compiles a program and executes it, as {@code magpie run} does. */
  public static int run(
      Path source, LaunchOptions options, Checks checks, ResultOptions result, Console console)
      throws IOException {
    ClientLibrary library =
        ClientLibrary.in(ClientLibrary.userCache(System.getenv()), console::say);
    GpuConfig gpu = new GpuChoice(DefaultGpu.NAME).config();
    try (CompiledSource compiled = CompiledSource.compile(source, console.err()::println)) {
      return execute(
          new ExecutedProgram(
              source.toString(),
              List.of(compiled.program().toString()),
              new CudaExecution(library, DeviceDescription.of(gpu), options),
              checks,
              null,
              console::say),
          checks,
          result,
          console);
    }
  }

  private static int execute(
      ExecutedProgram executed, Checks looking, ResultOptions result, Console console)
      throws IOException {
    try (ExecutedProgram program = executed;
        Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, summary(console));
      program.execute(device -> device::launch);
      out.write(RunReport.brief(program.result()));
      outputs.commit();
      program.commit().lines().forEach(console::say);
      looking.findings().forEach(console::say);
      return program.status();
    }
  }

  private RunSettings runSettings() {
    return new RunSettings(window, breakdown, coldCaches, systems.buddy().timesHostCopies());
  }

  private int simulate(ClientLibrary library, List<String> words, SimulatedSystem system)
      throws IOException {
    try (ExecutedProgram program = program(library, words, system.gpu(), new Checks(List.of()));
        Source source = new Source.Executed("exec", program, Approximation.NONE, systems.buddy());
        Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, summary(console));
      ReportOption.Destination page = report.begin(outputs);
      breakdown.addTimeOf(report);
      OutputStream events = timeline == null ? null : outputs.begin("--timeline", timeline);
      OutputStream recording = record == null ? null : outputs.begin("--record", record);
      RunSettings.Outcome outcome;
      try (Meter meter = Meter.ofItems(console, Long.MAX_VALUE, "warp-instruction")) {
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
      } catch (BadUsageException e) {
        if (program.launches() == 0 && program.status() != 0) {
          console.say("the program ended before its first launch; there is nothing to tell");
          return program.status();
        }
        throw e;
      }
      out.write(SimulationReport.of(outcome.result(), breakdown.csv()));
      List<String> files = words.subList(0, 1);
      page.write(() -> SimulationPage.page(outcome.result(), SourceTexts.beside(files)), files);
      outputs.commit();
      outcome.remarks().forEach(console::say);
      source.commit().lines().forEach(console::say);
      return program.status();
    }
  }

  private int compare(ClientLibrary library, List<String> words, List<SimulatedSystem> all)
      throws IOException {
    List<ExecutedProgram> executed = new ArrayList<>();
    try (SystemComparison comparison =
            new SystemComparison(
                all,
                runSettings(),
                system -> {
                  ExecutedProgram program =
                      program(library, words, system.gpu(), new Checks(List.of()));
                  executed.add(program);
                  return new Source.Executed("exec", program, Approximation.NONE, systems.buddy());
                },
                console);
        Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, summary(console));
      ReportOption.Destination page = report.begin(outputs);
      breakdown.addTimeOf(report);
      ComparedSystems compared = comparison.executed(outputs);
      out.write(ComparisonReport.of(compared));
      page.write(() -> ComparisonReport.page(compared), words.subList(0, 1));
      outputs.commit();
      comparison.commit().forEach(console::say);
      return executed.getFirst().status();
    }
  }
}
