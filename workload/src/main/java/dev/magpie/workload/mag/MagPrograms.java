package dev.magpie.workload.mag;

import dev.magpie.workload.cuda.CudaProgram;
import java.util.List;

/** The eleven programs, in the paper's order. */
public final class MagPrograms {
  private static final List<CudaProgram> ALL =
      List.of(
          BackPropagation.program(),
          BreadthFirst.program(),
          EdgeRelaxation.breadthFirst(),
          WalshTransform.program(),
          HeartWall.program(),
          LatticeBoltzmann.program(),
          SpanningTree.program(),
          PageViewRank.program(),
          Scan.program(),
          EdgeRelaxation.shortestPaths(),
          Transpose.program());

  private MagPrograms() {}

  public static List<CudaProgram> all() {
    return ALL;
  }
}
