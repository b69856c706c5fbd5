package dev.magpie.workload.buddy;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.Struct;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Elastic waves from a point force, in absorbing layers on all sides, from silence: SEISMIC_CPML's
 * 3D isotropic program. Nine fields and eighteen memory variables have a double in every cell; in
 * full size that is 54 MiB, 13.5 times the L2 of a P100.
 */
final class ElasticWaves implements CudaProgram.Run {
  private static final Dim3 BLOCK = new Dim3(32, 4, 1);

  /** A kernel's fields and the derivatives whose memory variables follow, as its parameters. */
  private record Kernel(String name, List<String> arrays) {
    static final Kernel NORMAL_STRESS =
        of(
            "normal_stress",
            List.of("vx", "vy", "vz", "sigmaxx", "sigmayy", "sigmazz"),
            List.of("dvx_dx", "dvy_dy", "dvz_dz"));
    static final Kernel SHEAR_STRESS =
        of(
            "shear_stress",
            List.of("vx", "vy", "vz", "sigmaxy", "sigmaxz", "sigmayz"),
            List.of("dvy_dx", "dvx_dy", "dvz_dx", "dvx_dz", "dvz_dy", "dvy_dz"));
    static final Kernel VELOCITY_X =
        of(
            "velocity_x",
            List.of("sigmaxx", "sigmaxy", "sigmaxz", "vx"),
            List.of("dsigmaxx_dx", "dsigmaxy_dy", "dsigmaxz_dz"));
    static final Kernel VELOCITY_Y =
        of(
            "velocity_y",
            List.of("sigmaxy", "sigmayy", "sigmayz", "vy"),
            List.of("dsigmaxy_dx", "dsigmayy_dy", "dsigmayz_dz"));
    static final Kernel VELOCITY_Z =
        of(
            "velocity_z",
            List.of("sigmaxz", "sigmayz", "sigmazz", "vz"),
            List.of("dsigmaxz_dx", "dsigmayz_dy", "dsigmazz_dz"));

    static Kernel of(String name, List<String> fields, List<String> derivatives) {
      Stream<String> memories = derivatives.stream().map(ElasticSteps.MEMORY::concat);
      return new Kernel(name, Stream.concat(fields.stream(), memories).toList());
    }
  }

  private final int[] size;
  private final int steps;
  private final Map<String, double[]> last = new LinkedHashMap<>();

  private ElasticWaves(Settings settings) {
    int least = 2 * ElasticMedium.LAYER + 2;
    size =
        new int[] {
          settings.whole("x", least, 1024),
          settings.whole("y", least, 1024),
          settings.whole("z", least, 1024)
        };
    steps = settings.whole("steps", 1, 1 << 20);
    if ((long) size[0] * size[1] * size[2] > 1 << 27) {
      throw new WorkloadException(
          "x=%d, y=%d, z=%d: more than 2^27 cells".formatted(size[0], size[1], size[2]));
    }
  }

  static CudaProgram program() {
    return new CudaProgram(
        "seismic-cuda",
        "355.seismic",
        "elastic waves with absorbing layers, from silence, SEISMIC_CPML",
        "all fields and memory variables after the last step, bit for bit",
        new PtxResource(ElasticWaves.class, "seismic"),
        List.of(
            InputParameter.whole("x", "cells of a row", 64, 64, 101),
            InputParameter.whole("y", "rows of a plane", 28, 64, 641),
            InputParameter.whole("z", "planes", 24, 64, 640),
            InputParameter.whole("steps", "time steps", 1, 1, 2500)),
        ElasticWaves::new);
  }

  @Override
  public void execute(Host host) {
    Map<String, DeviceBuffer> arrays = new LinkedHashMap<>();
    for (String name : ElasticSteps.names()) {
      arrays.put(name, host.allocate(name, Dtype.F64, size[2], size[1], size[0]));
    }
    DeviceBuffer[] profiles = new DeviceBuffer[size.length];
    for (int axis = 0; axis < size.length; axis++) {
      profiles[axis] =
          host.upload(
              "profile_" + "xyz".charAt(axis),
              Dtype.F64,
              ElasticMedium.profile(size[axis]),
              4,
              size[axis]);
    }
    Step step = new Step(host, arrays, profiles);
    int source = ElasticMedium.source(size);
    for (int number = 0; number < steps; number++) {
      step.launch(Kernel.NORMAL_STRESS, ElasticMedium.ALONG, ElasticMedium.ACROSS);
      step.launch(Kernel.SHEAR_STRESS, ElasticMedium.SHEAR);
      double lightness = ElasticMedium.LIGHTNESS;
      step.launch(Kernel.VELOCITY_X, lightness, source, ElasticMedium.pushX(number));
      step.launch(Kernel.VELOCITY_Y, lightness, source, ElasticMedium.pushY(number));
      step.launch(Kernel.VELOCITY_Z, lightness);
    }
    arrays.forEach((name, buffer) -> last.put(name, host.doubles(buffer)));
  }

  private final class Step {
    private final Host host;
    private final Map<String, DeviceBuffer> arrays;
    private final DeviceBuffer[] profiles;
    private final Dim3 blocks =
        new Dim3(Math.ceilDiv(size[0], BLOCK.x()), Math.ceilDiv(size[1], BLOCK.y()), size[2]);

    Step(Host host, Map<String, DeviceBuffer> arrays, DeviceBuffer[] profiles) {
      this.host = host;
      this.arrays = arrays;
      this.profiles = profiles;
    }

    void launch(Kernel kernel, Object... numbers) {
      Stream<Object> grid = Stream.of(new Struct(4).add(size[0]).add(size[1]).add(size[2]));
      Stream<Object> fields = kernel.arrays.stream().map(arrays::get);
      host.launch(
          kernel.name,
          blocks,
          BLOCK,
          0,
          Stream.of(grid, Stream.of(numbers), Stream.of(profiles), fields)
              .flatMap(arguments -> arguments)
              .toArray());
    }
  }

  @Override
  public void check() {
    ElasticSteps expected = new ElasticSteps(size);
    expected.run(steps);
    last.forEach((name, values) -> Results.same(name, expected.array(name), values));
  }
}
