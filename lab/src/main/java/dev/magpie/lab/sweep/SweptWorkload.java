package dev.magpie.lab.sweep;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.lab.data.Sha256;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.buddy.BuddyPrograms;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.ProgramRunner;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import dev.magpie.workload.training.TrainingKernels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A program that comes with Magpie.
 *
 * @param input of it, whole
 * @param axes what of the input differs in the sweep, and its size
 */
record SweptWorkload(CudaProgram program, Settings input, Map<String, String> axes)
    implements SweptProgram {

  static Optional<CudaProgram> find(String name) {
    return Stream.of(
            MagPrograms.all(), BuddyPrograms.all(), TrainingKernels.all(), KernelPrograms.all())
        .flatMap(List::stream)
        .filter(each -> each.name().equals(name))
        .findFirst();
  }

  /**
   * A program with an input.
   *
   * @throws dev.magpie.workload.input.WorkloadException if it has no such
   */
  static SweptWorkload of(
      CudaProgram program,
      InputParameter.Size size,
      Map<String, String> chosen,
      Map<String, String> axes) {
    return new SweptWorkload(program, Settings.of(program.parameters(), size, chosen), axes);
  }

  @Override
  public String kind() {
    return "workload";
  }

  @Override
  public String name() {
    return program.name();
  }

  @Override
  public boolean canBeApproximated() {
    return true;
  }

  /** Its host's code is Magpie's own, which the version tells. */
  @Override
  public String digest() {
    Sha256 digest = new Sha256().add(program.name()).add(program.ptx().text());
    input.values().forEach((name, value) -> digest.add(name).add(value));
    return digest.hex();
  }

  @Override
  public String run(
      TimedGpuBuilder builder, Consumer<TimedGpu> made, TimingSettings timing, boolean lossy) {
    CudaProgram.Run run = program.start().apply(input);
    Approximation approximation = lossy ? program.approximation() : Approximation.NONE;
    LaunchOptions options = timing.launchOptions();
    builder.program(program.name());
    ProgramRunner.execute(
        program,
        run,
        program.ptx().text(),
        device -> {
          TimedDevice timed = builder.build(device, approximation::bytesThatMayDiffer);
          made.accept(timed.gpu());
          return launch -> timed.launch(launch, options);
        });
    if (!approximation.mayDiffer().isEmpty()) {
      return "the codec may have changed the result, which was not compared";
    }
    run.check();
    return "";
  }
}
