package dev.magpie.workload.buddy;

import dev.magpie.workload.cuda.CudaProgram;
import java.util.List;

/** The programs of the Buddy paper's evaluation that run on a device, in the paper's order. */
public final class BuddyPrograms {
  private static final List<CudaProgram> ALL =
      List.of(
          Convection.program(),
          GaussianPairs.program(),
          ConjugateGradients.program(),
          ElasticWaves.program(),
          ScalarLines.planes(),
          ScalarLines.cells(),
          IndirectLattice.program(),
          BlockLines.program(),
          VCycle.program(),
          Blast.program());

  private BuddyPrograms() {}

  public static List<CudaProgram> all() {
    return ALL;
  }
}
