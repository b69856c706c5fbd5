package dev.magpie.workload.kernel;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.List;
import java.util.SplittableRandom;

/** Quasirandom numbers, uniform by Niederreiter and normal by Moro's inverse. */
final class Niederreiter implements KernelRun.Launches {
  private static final int DIMENSIONS = 3;
  private static final int BITS = 31;
  private static final int BLOCKS = 128;
  private static final int THREADS = 128;

  /** Logarithms in the tails are the GPU's approximations. */
  private static final double TOLERANCE = 1e-3;

  private final int n;
  private final int[] table;

  private Niederreiter(Settings settings) {
    n = settings.whole("numbers", 1, 1 << 24);
    table =
        new SplittableRandom(settings.seed()).ints(DIMENSIONS * BITS).map(i -> i >>> 1).toArray();
  }

  static CudaProgram program() {
    return KernelRun.program(
        "niederreiter",
        "quasirandom numbers by Niederreiter, and normal ones by Moro",
        List.of(
            InputParameter.whole("numbers", "of each of three dimensions", 5_000, 1 << 20, 1 << 20),
            InputParameter.whole("seed", "of the table", 1)),
        Niederreiter::new);
  }

  @Override
  public void run(KernelRun run, Host host) {
    DeviceBuffer uniform = host.allocate("uniform", Dtype.F32, DIMENSIONS, n);
    DeviceBuffer normal = host.allocate("normal", Dtype.F32, DIMENSIONS, n);
    host.write(host.variable("table"), table);
    host.launch("quasirandom", Dim3.of(BLOCKS), Dim3.of(THREADS, DIMENSIONS), 0, uniform, 0, n);
    host.launch("inverse_normal", BLOCKS, THREADS, normal, DIMENSIONS * n);
    float[] uniforms = host.floats(uniform);
    float[] normals = host.floats(normal);
    run.later(() -> {
      Results.same("uniform", expectedUniforms(), uniforms);
      int distance = Integer.divideUnsigned(-1, DIMENSIONS * n + 1);
      for (int i = 0; i < normals.length; i++) {
        double expected = inverseNormal(Integer.toUnsignedLong((i + 1) * distance));
        Results.near("normal number %d".formatted(i), expected, normals[i], TOLERANCE);
      }
    });
  }

  private float[] expectedUniforms() {
    float[] expected = new float[DIMENSIONS * n];
    for (int d = 0; d < DIMENSIONS; d++) {
      for (int i = 0; i < n; i++) {
        int result = 0;
        for (int bits = i; bits != 0; bits &= bits - 1) {
          result ^= table[d * BITS + Integer.numberOfTrailingZeros(bits)];
        }
        expected[d * n + i] = Integer.toUnsignedLong(result + 1) * (1f / 0x80000001L);
      }
    }
    return expected;
  }

  /** Of a number below 2^32, in double precision: Moro (1995), by Beasley and Springer within. */
  private static double inverseNormal(long x) {
    boolean upper = x >= 1L << 31;
    double p = ((upper ? 0xffffffffL - x : x) + 0.5) / 0xffffffffL;
    double y = p - 0.5;
    double z = y * y;
    double result;
    if (y > -0.42) {
      double[] above = {-25.44106049637, 41.39119773534, -18.61500062529, 2.50662823884};
      double[] below = {3.13082909833, -21.06224101826, 23.08336743743, -8.4735109309, 1};
      result = y * polynomial(above, z) / polynomial(below, z);
    } else {
      double[] tail = {
        3.960315187E-07,
        2.888167364E-07,
        3.21767881768E-05,
        3.951896511919E-04,
        3.8405729373609E-03,
        2.76438810333863E-02,
        0.160797971491821,
        0.976169019091719,
        0.337475482272615
      };
      result = -polynomial(tail, Math.log(-Math.log(p)));
    }
    return upper ? -result : result;
  }

  /** With the coefficient of the highest power first. */
  private static double polynomial(double[] coefficients, double at) {
    double value = 0;
    for (double coefficient : coefficients) {
      value = value * at + coefficient;
    }
    return value;
  }
}
