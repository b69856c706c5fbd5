package dev.magpie.cli.run;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Parameter;
import dev.magpie.workload.cuda.ProgramRunner;
import dev.magpie.workload.cuda.ProgramSnapshots;
import dev.magpie.workload.cuda.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A run of one of the programs that come with Magpie: executed, and checked. */
final class ProgramRun {
  private final CudaProgram program;
  private final CudaProgram.Run run;
  private final LaunchOptions options;
  private final Map<Kernel, KernelTotals> totals = new LinkedHashMap<>();
  private long launches;

  /** Makes a program's input. */
  ProgramRun(
      CudaProgram program, Parameter.Size size, Map<String, String> chosen, LaunchOptions options) {
    this.program = program;
    this.options = options;
    run = program.start().apply(Settings.of(program.parameters(), size, chosen));
  }

  /** Executes the program and compares its result with plain Java's. */
  RunTables execute() {
    execute(device -> device::launch);
    check();
    return new RunTables(launches, List.copyOf(totals.values()));
  }

  /** Executes the program by somebody's means. */
  void execute(Function<Device, Launcher> on) {
    ProgramRunner.execute(
        program,
        run,
        program.ptx().text(),
        device -> {
          Launcher launcher = on.apply(device);
          return launch -> {
            LaunchResult result = launcher.launch(launch, options);
            launches++;
            totals.computeIfAbsent(result.kernel(), _ -> new KernelTotals()).add(result);
          };
        });
  }

  /** What of its memory lossy codecs may change. */
  Approximation approximation() {
    return program.approximation();
  }

  /** Compares what the last execution gave with plain Java's. */
  void check() {
    run.check();
  }

  /** What was compared, and how closely. */
  String checked() {
    return "%s: as in plain Java: %s".formatted(program.name(), program.check());
  }

  /** Executes the program again and writes its memory at ten points. */
  void writeSnapshots(Path directory) {
    ProgramSnapshots.write(program, run, options, launches, directory);
  }
}
