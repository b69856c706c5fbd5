package dev.magpie.workload.cuda;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.ptx.Module;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs programs. */
public final class ProgramRunner {
  private ProgramRunner() {}

  /**
   * Executes a run functionally, on a device of its own.
   *
   * @param ptx the program's kernels, or the same from another compiler
   * @param afterLaunch is given the device as each launch leaves it
   */
  public static void execute(
      CudaProgram program,
      CudaProgram.Run run,
      String ptx,
      LaunchOptions options,
      BiConsumer<Device, LaunchResult> afterLaunch) {
    execute(
        program,
        run,
        ptx,
        device -> launch -> afterLaunch.accept(device, device.launch(launch, options)));
  }

  /**
   * Executes a run on a device of its own, by somebody else's means.
   *
   * @param ptx the program's kernels, or the same from another compiler
   * @param launcher makes for the device what executes each launch to its end
   */
  public static void execute(
      CudaProgram program,
      CudaProgram.Run run,
      String ptx,
      Function<Device, Consumer<Launch>> launcher) {
    Device device = new Device();
    Module module = device.load(program.ptx().name() + ".ptx", ptx);
    run.execute(new Host(device, module, launcher.apply(device)));
  }
}
