package dev.magpie.lab.silicon;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;

import dev.magpie.codec.Codecs;
import dev.magpie.gpu.SimulationResult.Launch;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.lab.run.ProgramVersion;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.ProgramRecording;
import dev.magpie.ptx.Device;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What each kernel of a program takes on a simulated GPU without compression, every launch with
 * cold caches: means of its launches.
 *
 * @param kernels by name: cycles, warp-instructions, bytes of DRAM
 */
record ColdTimes(Map<String, Kernel> kernels) {
  private static final String VERSION =
      ProgramVersion.digest(
          List.of(TimedGpu.class, Device.class, Codecs.class, CudaProgram.class), ColdTimes.class);

  /** Means of a kernel's launches. */
  record Kernel(double cycles, double warpInstructions, double dramBytes) {}

  /** Those of some programs in full size, by name. */
  static Map<String, ColdTimes> of(RunContext context, String gpu, List<String> programs) {
    Map<String, Supplier<ColdTimes>> tasks = new LinkedHashMap<>();
    programs.forEach(
        name -> tasks.put("cold kernels of %s, %s".formatted(name, gpu), () -> time(name, gpu)));
    List<ColdTimes> times = context.measurements().all(ColdTimes.class, VERSION, tasks);
    Map<String, ColdTimes> byProgram = new LinkedHashMap<>();
    for (int i = 0; i < programs.size(); i++) {
      byProgram.put(programs.get(i), times.get(i));
    }
    return byProgram;
  }

  private static ColdTimes time(String name, String gpu) {
    CudaProgram program =
        Stream.of(KernelPrograms.all(), MagPrograms.all())
            .flatMap(List::stream)
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    CudaProgram.Run run =
        program
            .start()
            .apply(Settings.of(program.parameters(), InputParameter.Size.FULL, Map.of()));
    TimedGpu.Builder builder = TimedGpu.builder(GpuConfigs.named(gpu).orElseThrow()).coldCaches();
    try {
      ColdTimes times =
          ProgramRecording.execute(
              program,
              run,
              new Device(),
              builder,
              timed -> of(timed.gpu().result("program", name).launches()));
      run.check();
      return times;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ColdTimes of(List<Launch> launches) {
    Map<String, Kernel> kernels = new LinkedHashMap<>();
    launches.stream()
        .collect(
            groupingBy(Launch::kernel, LinkedHashMap::new, java.util.stream.Collectors.toList()))
        .forEach((name, all) ->
            kernels.put(
                name,
                new Kernel(
                    mean(all, Launch::cycles),
                    mean(all, Launch::warpInstructions),
                    mean(all, Launch::dramBytes))));
    return new ColdTimes(kernels);
  }

  private static double mean(List<Launch> launches, ToDoubleFunction<Launch> of) {
    return launches.stream().collect(averagingDouble(of));
  }
}
