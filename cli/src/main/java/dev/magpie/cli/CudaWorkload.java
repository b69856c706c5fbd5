package dev.magpie.cli;

import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.InputParameter;
import dev.magpie.workload.cuda.ProgramRunner;
import dev.magpie.workload.cuda.ProgramSnapshots;
import dev.magpie.workload.cuda.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A program for CUDA devices, as {@code magpie workload} runs it. */
public record CudaWorkload(CudaProgram program) {
  static final String KIND = "CUDA";

  static List<CudaWorkload> all() {
    return Stream.concat(MagPrograms.all().stream(), KernelPrograms.all().stream())
        .map(CudaWorkload::new)
        .toList();
  }

  /** The program with a name. */
  public static Optional<CudaWorkload> find(String name) {
    return all().stream().filter(each -> each.program.name().equals(name)).findFirst();
  }

  /** Checks that there are such parameters, and that they may be so. */
  void check(InputParameter.Size size, Map<String, String> chosen) {
    Settings.of(program.parameters(), size, chosen);
  }

  /**
   * Runs the program, checks its result, and runs it again for its memory at ten points.
   *
   * @return what to tell the user
   */
  String write(InputParameter.Size size, Map<String, String> chosen, Path directory) {
    CudaProgram.Run run = program.start().apply(Settings.of(program.parameters(), size, chosen));
    long[] launches = new long[1];
    long[] instructions = new long[1];
    ProgramRunner.execute(
        program,
        run,
        program.ptx().text(),
        LaunchOptions.DEFAULT,
        (_, result) -> {
          launches[0]++;
          instructions[0] += result.profile().warpInstructions();
        });
    run.check();
    ProgramSnapshots.write(program, run, LaunchOptions.DEFAULT, launches[0], directory);
    return "%s: %d launches, %d warp-instructions; as in plain Java: %s"
        .formatted(program.name(), launches[0], instructions[0], program.check());
  }
}
