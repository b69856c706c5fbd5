package dev.magpie.workload.kernel;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.InputParameter;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** A run that keeps, for each array a kernel left, how to compare it. */
abstract class KernelRun implements CudaProgram.Run {
  private final List<Runnable> comparisons = new ArrayList<>();
  private final long seed;

  KernelRun(Settings settings) {
    seed = settings.seed();
  }

  /** A program with a size and a seed. */
  static CudaProgram program(
      String name,
      String summary,
      InputParameter size,
      Class<?> owner,
      Function<Settings, CudaProgram.Run> start) {
    return new CudaProgram(
        name.replace('_', '-'),
        "",
        summary,
        "bit for bit",
        new PtxResource(owner, name),
        List.of(size, InputParameter.whole("seed", "of the input", 1)),
        start);
  }

  /** The same numbers in the execution and in the check. */
  final SplittableRandom random() {
    return new SplittableRandom(seed);
  }

  /** Compares something when the run is checked. */
  final void later(Runnable comparison) {
    comparisons.add(comparison);
  }

  @Override
  public final void execute(Host host) {
    comparisons.clear();
    run(host);
  }

  abstract void run(Host host);

  @Override
  public final void check() {
    comparisons.forEach(Runnable::run);
  }
}
