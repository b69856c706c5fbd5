package dev.magpie.workload.kernel;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A run that keeps, for each array a kernel left, how to compare it. */
final class KernelRun implements CudaProgram.Run {
  /** Uploads arrays, launches kernels, and says how to compare what they leave. */
  interface Launches {
    void run(KernelRun run, Host host);
  }

  private final Launches launches;
  private final List<Runnable> comparisons = new ArrayList<>();

  private KernelRun(Launches launches) {
    this.launches = launches;
  }

  /** A program with a size and a seed. */
  static CudaProgram program(
      String name, String summary, InputParameter size, Function<Settings, Launches> start) {
    return program(
        name, summary, List.of(size, InputParameter.whole("seed", "of the input", 1)), start);
  }

  /** A program with parameters of its own. */
  static CudaProgram program(
      String name,
      String summary,
      List<InputParameter> parameters,
      Function<Settings, Launches> start) {
    return new CudaProgram(
        name.replace('_', '-'),
        "",
        summary,
        "bit for bit",
        new PtxResource(KernelRun.class, name),
        parameters,
        settings -> new KernelRun(start.apply(settings)));
  }

  /** Compares something when the run is checked. */
  void later(Runnable comparison) {
    comparisons.add(comparison);
  }

  @Override
  public void execute(Host host) {
    comparisons.clear();
    launches.run(this, host);
  }

  @Override
  public void check() {
    comparisons.forEach(Runnable::run);
  }
}
