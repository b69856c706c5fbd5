package dev.magpie.workload.hpc;

import dev.magpie.workload.series.SeriesProgram;
import java.util.List;

/** The HPC programs. To add one, write its class and add it here. */
public final class HpcPrograms {
  private static final List<SeriesProgram> ALL =
      List.of(
          EmbarrassinglyParallel.program(),
          ConjugateGradient.program(),
          ScalarPentadiagonal.program(false),
          ScalarPentadiagonal.program(true),
          BlockTridiagonal.program(),
          Seismic.program(),
          PorousFlow.program(),
          Multigrid.program(),
          Sedov.program(),
          LargeEddies.program());

  private HpcPrograms() {}

  public static List<SeriesProgram> all() {
    return ALL;
  }
}
