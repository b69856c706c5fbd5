package dev.magpie.lab.timed;

import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.ProgramRecording;
import dev.magpie.ptx.Device;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What each kernel of a program takes on a GPU without compression.
 *
 * @param kernels their names
 * @param cycles of a launch of each, the mean of all
 * @param warpInstructions of the whole program
 * @param ipc of the whole program, as are the others
 * @param dramBusyShare of the time
 */
public record KernelTimes(
    List<String> kernels,
    List<Double> cycles,
    long warpInstructions,
    double ipc,
    double dramBusyShare,
    double l1HitRate,
    double l2HitRate) {
  public KernelTimes {
    kernels = List.copyOf(kernels);
    cycles = List.copyOf(cycles);
  }

  /** Of each published time, what its program takes here; programs run once. */
  public static List<KernelTimes> of(RunContext context, List<PublishedTime> published) {
    Map<String, Supplier<KernelTimes>> tasks = new LinkedHashMap<>();
    published.forEach(each -> tasks.put(name(each), () -> time(each)));
    List<KernelTimes> all =
        context.measurements().all(KernelTimes.class, ProgramTimer.VERSION, tasks);
    List<String> names = List.copyOf(tasks.keySet());
    return published.stream().map(each -> all.get(names.indexOf(name(each)))).toList();
  }

  /** Cycles of a launch of a kernel. */
  public double cycles(String kernel) {
    return cycles.get(kernels.indexOf(kernel));
  }

  private static String name(PublishedTime published) {
    return "kernels of %s %s, %s"
        .formatted(published.program().name(), new TreeMap<>(published.input()), published.gpu());
  }

  private static KernelTimes time(PublishedTime published) {
    CudaProgram program = published.program();
    CudaProgram.Run run =
        program
            .start()
            .apply(Settings.of(program.parameters(), InputParameter.Size.FULL, published.input()));
    TimedGpuBuilder gpu = TimedGpu.builder(GpuConfigs.named(published.gpu()).orElseThrow());
    try {
      KernelTimes times =
          ProgramRecording.execute(program, run, new Device(), gpu, KernelTimes::of);
      run.check();
      return times;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KernelTimes of(TimedDevice timed) {
    SimulationResult result = timed.gpu().result("program", "");
    Map<String, List<Long>> launches = new LinkedHashMap<>();
    for (SimulationResult.Launch launch : result.launches()) {
      launches.computeIfAbsent(launch.kernel(), _ -> new ArrayList<>()).add(launch.cycles());
    }
    return new KernelTimes(
        List.copyOf(launches.keySet()),
        launches.values().stream()
            .map(each -> each.stream().mapToLong(cycles -> cycles).average().orElseThrow())
            .toList(),
        result.warpInstructions(),
        result.ipc(),
        result.dram().utilization(),
        result.l1().hitRate(),
        result.l2().hitRate());
  }
}
