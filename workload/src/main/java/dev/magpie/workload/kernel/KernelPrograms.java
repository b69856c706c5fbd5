package dev.magpie.workload.kernel;

import dev.magpie.workload.cuda.CudaProgram;
import java.util.List;
import java.util.stream.Stream;

/** All small kernels. */
public final class KernelPrograms {
  private static final List<CudaProgram> ALL =
      Stream.of(
              ArrayKernels.programs(),
              GridKernels.programs(),
              SparseKernels.programs(),
              ControlKernels.programs(),
              SpillKernels.programs(),
              MeasuredKernels.programs(),
              Microbenchmarks.programs())
          .flatMap(List::stream)
          .toList();

  private KernelPrograms() {}

  public static List<CudaProgram> all() {
    return ALL;
  }
}
