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

/** Kernels over matrices and pictures. */
final class GridKernels {
  private static final int TILE = 16;

  private static final int STENCIL_STEPS = 3;
  private static final int MOST_ITERATIONS = 200;

  private GridKernels() {}

  static List<CudaProgram> programs() {
    return List.of(
        KernelRun.program(
            "transpose",
            "transposes a matrix through tiles in shared memory",
            side("rows; there are 10 more columns", 190, 2048),
            GridKernels::transpose),
        KernelRun.program(
            "matrix_multiply",
            "multiplies matrices by tiles: singles, halves and pairs of halves",
            side("of the matrices, about", 70, 512),
            MatrixMultiply::new),
        KernelRun.program(
            "stencil",
            "Jacobi steps of a five-point stencil",
            side("rows; there are 10 more columns", 100, 1024),
            GridKernels::stencil),
        KernelRun.program(
            "mandelbrot",
            "iterations until escape, in singles and doubles",
            side("rows of the picture; columns are 3/2 of them", 60, 512),
            GridKernels::mandelbrot));
  }

  private static InputParameter side(String description, int quick, int full) {
    return InputParameter.whole("side", description, quick, full, full);
  }

  private static int side(Settings settings) {
    return settings.whole("side", 3, 1 << 13);
  }

  private static Dim3 tiles(int width, int height, int tile) {
    return Dim3.of(Math.ceilDiv(width, tile), Math.ceilDiv(height, tile));
  }

  private static KernelRun.Launches transpose(Settings settings) {
    int rows = side(settings);
    int columns = rows + 10;
    return (run, host) -> {
      float[] matrix = ArrayKernels.floats(new SplittableRandom(settings.seed()), rows * columns);
      DeviceBuffer in = host.upload("in", Dtype.F32, matrix, rows, columns);
      DeviceBuffer out = host.allocate("out", Dtype.F32, columns, rows);
      host.launch("transpose", tiles(columns, rows, 32), Dim3.of(32, 8), 0, in, out, columns, rows);
      float[] transposed = host.floats(out);
      run.later(() -> {
        float[] expected = new float[matrix.length];
        for (int i = 0; i < matrix.length; i++) {
          expected[i % columns * rows + i / columns] = matrix[i];
        }
        Results.same("out", expected, transposed);
      });
    };
  }

  private static final class MatrixMultiply implements KernelRun.Launches {
    private final long seed;
    private final int m;
    private final int n;
    private final int k;

    MatrixMultiply(Settings settings) {
      seed = settings.seed();
      m = side(settings);
      n = m + 6 & ~1;
      k = m + 11;
    }

    @Override
    public void run(KernelRun run, Host host) {
      SplittableRandom random = new SplittableRandom(seed);
      singles(run, host, random);
      halves(run, host, random);
    }

    private void singles(KernelRun run, Host host, SplittableRandom random) {
      float[] left = ArrayKernels.floats(random, m * k);
      float[] right = ArrayKernels.floats(random, k * n);
      DeviceBuffer a = host.upload("a", Dtype.F32, left, m, k);
      DeviceBuffer b = host.upload("b", Dtype.F32, right, k, n);
      DeviceBuffer c = host.allocate("c", Dtype.F32, m, n);
      host.launch("multiply_f32", tiles(n, m, TILE), Dim3.of(TILE, TILE), 0, a, b, c, m, n, k);
      float[] product = host.floats(c);
      run.later(() -> {
        float[] expected = new float[m * n];
        for (int row = 0; row < m; row++) {
          for (int column = 0; column < n; column++) {
            float sum = 0;
            for (int i = 0; i < k; i++) {
              sum = Math.fma(left[row * k + i], right[i * n + column], sum);
            }
            expected[row * n + column] = sum;
          }
        }
        Results.same("c", expected, product);
      });
    }

    private void halves(KernelRun run, Host host, SplittableRandom random) {
      short[] left = halves(random, m * k);
      short[] right = halves(random, k * n);
      DeviceBuffer a = host.upload("halfA", Dtype.F16, left, m, k);
      DeviceBuffer b = host.upload("halfB", Dtype.F16, right, k, n);
      DeviceBuffer c = host.allocate("halfC", Dtype.F16, m, n);
      DeviceBuffer pairs = host.allocate("pairC", Dtype.F16, m, n);
      host.launch("multiply_f16", tiles(n, m, TILE), Dim3.of(TILE, TILE), 0, a, b, c, m, n, k);
      host.launch(
          "multiply_f16x2",
          tiles(n / 2, m, TILE),
          Dim3.of(TILE, TILE),
          0,
          a,
          b,
          pairs,
          m,
          n / 2,
          k);
      float[] product = widened(host.shorts(c));
      float[] byPairs = widened(host.shorts(pairs));
      run.later(() -> {
        float[] expected = new float[m * n];
        for (int row = 0; row < m; row++) {
          for (int column = 0; column < n; column++) {
            float sum = 0;
            for (int i = 0; i < k; i++) {
              double exact =
                  (double) Float.float16ToFloat(left[row * k + i])
                          * Float.float16ToFloat(right[i * n + column])
                      + sum;
              sum = (float) toHalf(exact);
            }
            expected[row * n + column] = sum;
          }
        }
        Results.same("halfC", expected, product);
        Results.same("pairC", expected, byPairs);
      });
    }

    /** Multiples of 1/64 between -2 and 2: their products and sums are exact in doubles. */
    private static short[] halves(SplittableRandom random, int n) {
      short[] values = new short[n];
      for (int i = 0; i < n; i++) {
        values[i] = Float.floatToFloat16((random.nextInt(256) - 128) / 64.0f);
      }
      return values;
    }

    private static float[] widened(short[] halves) {
      float[] wide = new float[halves.length];
      for (int i = 0; i < halves.length; i++) {
        wide[i] = Float.float16ToFloat(halves[i]);
      }
      return wide;
    }

    /** The half nearest to a double of its normal range, without an intermediate float. */
    private static double toHalf(double value) {
      double place = Math.scalb(1.0, Math.max(Math.getExponent(value), -14) - 10);
      return Math.rint(value / place) * place;
    }
  }

  private static KernelRun.Launches stencil(Settings settings) {
    int height = side(settings);
    int width = height + 10;
    return (run, host) -> {
      float[] start = ArrayKernels.floats(new SplittableRandom(settings.seed()), width * height);
      DeviceBuffer one = host.upload("one", Dtype.F32, start, height, width);
      DeviceBuffer other = host.allocate("other", Dtype.F32, height, width);
      for (int step = 0; step < STENCIL_STEPS; step++) {
        host.launch(
            "stencil",
            tiles(width, height, TILE),
            Dim3.of(TILE, TILE),
            0,
            step % 2 == 0 ? one : other,
            step % 2 == 0 ? other : one,
            width,
            height);
      }
      float[] result = host.floats(STENCIL_STEPS % 2 == 0 ? one : other);
      run.later(() -> {
        float[] now = start;
        for (int step = 0; step < STENCIL_STEPS; step++) {
          float[] next = now.clone();
          for (int y = 1; y < height - 1; y++) {
            for (int x = 1; x < width - 1; x++) {
              int at = y * width + x;
              next[at] = 0.25f * (now[at - 1] + now[at + 1] + now[at - width] + now[at + width]);
            }
          }
          now = next;
        }
        Results.same("grid", now, result);
      });
    };
  }

  private static KernelRun.Launches mandelbrot(Settings settings) {
    int height = side(settings);
    int width = height * 3 / 2;
    return (run, host) -> {
      DeviceBuffer singles = host.allocate("singles", Dtype.I32, height, width);
      DeviceBuffer doubles = host.allocate("doubles", Dtype.I32, height, width);
      Dim3 grid = tiles(width, height, TILE);
      Dim3 block = Dim3.of(TILE, TILE);
      double step = 2.0 / height;
      host.launch(
          "mandelbrot_f32",
          grid,
          block,
          0,
          singles,
          width,
          height,
          -2.0f,
          1.0f,
          (float) step,
          MOST_ITERATIONS);
      host.launch(
          "mandelbrot_f64",
          grid,
          block,
          0,
          doubles,
          width,
          height,
          -2.0,
          1.0,
          step,
          MOST_ITERATIONS);
      int[] inSingles = host.ints(singles);
      int[] inDoubles = host.ints(doubles);
      run.later(() -> {
        int[] expected = new int[width * height];
        int[] expectedDoubles = new int[width * height];
        for (int i = 0; i < width * height; i++) {
          expected[i] = iterations(i % width, i / width, (float) step);
          expectedDoubles[i] = iterations(i % width, i / width, step);
        }
        Results.same("singles", expected, inSingles);
        Results.same("doubles", expectedDoubles, inDoubles);
      });
    };
  }

  private static int iterations(int x, int y, float step) {
    float re = Math.fma((float) x, step, -2.0f);
    float im = Math.fma((float) -y, step, 1.0f);
    float a = 0;
    float b = 0;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
      float square = b * b;
      if (Math.fma(a, a, square) > 4) {
        return i;
      }
      float next = Math.fma(a, a, -square) + re;
      b = Math.fma(2 * a, b, im);
      a = next;
    }
    return MOST_ITERATIONS;
  }

  private static int iterations(int x, int y, double step) {
    double re = Math.fma((double) x, step, -2.0);
    double im = Math.fma((double) -y, step, 1.0);
    double a = 0;
    double b = 0;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
      double square = b * b;
      if (Math.fma(a, a, square) > 4) {
        return i;
      }
      double next = Math.fma(a, a, -square) + re;
      b = Math.fma(2 * a, b, im);
      a = next;
    }
    return MOST_ITERATIONS;
  }
}
