package dev.magpie.lab.silicon;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.magpie.gpu.SimulationResult.Launch;
import dev.magpie.lab.run.RunContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * What each kernel of a program takes, simulated with cold caches.
 *
 * @param kernels by name
 */
record ColdTimes(Map<String, Kernel> kernels) {
  /** Means of a kernel's launches. */
  record Kernel(double cycles, double warpInstructions, double dramBytes) {
    static Kernel of(List<Launch> launches) {
      return new Kernel(
          mean(launches, Launch::cycles),
          mean(launches, Launch::warpInstructions),
          mean(launches, Launch::dramBytes));
    }

    private static double mean(List<Launch> launches, ToDoubleFunction<Launch> of) {
      return launches.stream().collect(averagingDouble(of));
    }
  }

  /** Those of some programs in full size, by name. */
  static Map<String, ColdTimes> of(RunContext context, String gpu, List<String> programs) {
    Map<String, Supplier<ColdTimes>> tasks = new LinkedHashMap<>();
    for (String name : programs) {
      ColdProgram program = new ColdProgram(name, Map.of(), gpu);
      tasks.put(program.measurement(), () -> of(program.launches()));
    }
    List<ColdTimes> times = context.measurements().all(ColdTimes.class, ColdProgram.VERSION, tasks);
    Map<String, ColdTimes> byProgram = new LinkedHashMap<>();
    for (int i = 0; i < programs.size(); i++) {
      byProgram.put(programs.get(i), times.get(i));
    }
    return byProgram;
  }

  /** A kernel of one of some programs. */
  static Kernel kernel(Map<String, ColdTimes> programs, String program, String name) {
    ColdTimes times = Objects.requireNonNull(programs.get(program), program);
    return Objects.requireNonNull(times.kernels.get(name), name);
  }

  private static ColdTimes of(List<Launch> launches) {
    Map<String, Kernel> kernels = new LinkedHashMap<>();
    launches.stream()
        .collect(groupingBy(Launch::kernel, LinkedHashMap::new, toList()))
        .forEach((name, all) -> kernels.put(name, Kernel.of(all)));
    return new ColdTimes(kernels);
  }
}
