package dev.magpie.workload.hpc;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.function.Function;

/** The HPC programs. To add one, write its class and add it here. */
public final class HpcPrograms {
  private static final List<SeriesProgram> ALL =
      List.of(
          program(
              "ep",
              "352.ep",
              "Gaussian deviates by annuli; most buffers are never used",
              "share of pairs accepted, against a quarter of pi",
              List.of(),
              _ -> new EmbarrassinglyParallel()),
          ConjugateGradient.program(),
          ScalarPentadiagonal.program(false),
          ScalarPentadiagonal.program(true),
          BlockTridiagonal.program(),
          Seismic.program(),
          program(
              "porous",
              "360.ilbdc",
              "lattice Boltzmann through an index list in a bed of spheres",
              "drift of the mass",
              List.of(),
              _ -> new PorousFlow()),
          program(
              "multigrid",
              "FF_HPGMG",
              "V-cycles for a Poisson equation; boxes of interleaved vectors",
              "largest residual",
              List.of(),
              _ -> new Multigrid()),
          Sedov.program(),
          program(
              "les",
              "351.palm",
              "convection over warm ground, with a model of small eddies",
              "by how many degrees the air is warmer than at first",
              List.of(),
              _ -> new LargeEddies()));

  private HpcPrograms() {}

  public static List<SeriesProgram> all() {
    return ALL;
  }

  private static SeriesProgram program(
      String name,
      String after,
      String summary,
      String check,
      List<InputParameter> parameters,
      Function<Settings, SeriesProgram.Running> start) {
    return new SeriesProgram(
        name, SeriesProgram.Kind.HPC, after, summary, check, parameters, start);
  }
}
