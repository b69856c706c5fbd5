package dev.magpie.workload.kernel;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Kernels of which others have published what they take on a real GPU, written anew with the
 * mapping of threads and, in full size, the sizes of what was measured.
 */
final class MeasuredKernels {
  private static final double STREAM_SCALAR = 0.4;
  private static final int BINS = 64;
  private static final int COUNTING_THREADS = 64;

  /** Counters of a byte allow for so many of it in quads of 16. */
  private static final int MOST_BYTES_OF_THREAD = 240;

  private static final int DIRECTIONS = 32;
  private static final int SORTED_CHUNK = 1024;

  private MeasuredKernels() {}

  static List<CudaProgram> programs() {
    return List.of(
        KernelRun.program(
            "babelstream",
            "copies, scales and adds arrays of doubles",
            InputParameter.whole(
                "elements", "of each array, a multiple of 1024", 8192, 1 << 22, 1 << 25),
            MeasuredKernels::streams),
        KernelRun.program(
            "histogram64",
            "counts bytes by their upper six bits, in counters of each thread",
            InputParameter.whole("quads", "of 16 bytes", 20_000, 1 << 22, 1 << 22),
            MeasuredKernels::histogram),
        KernelRun.program(
            "sobol",
            "quasirandom numbers by Sobol",
            List.of(
                InputParameter.whole("vectors", "of numbers", 3_000, 100_000, 100_000),
                InputParameter.whole("dimensions", "of a vector", 5, 100, 100),
                InputParameter.whole("columns", "of blocks, a power of 2", 4, 512, 512),
                seed()),
            MeasuredKernels::sobol),
        Niederreiter.program(),
        KernelRun.program(
            "merge_sort",
            "sorts chunks of 1024 keys in shared memory by merging",
            InputParameter.whole("chunks", "of 1024 keys", 4, 1 << 12, 1 << 12),
            MeasuredKernels::sortChunks),
        KernelRun.program(
            "sgemm",
            "multiplies matrices with a row of sums in registers",
            List.of(
                InputParameter.whole("rows", "of the product, a multiple of 128", 128, 1024, 1024),
                InputParameter.whole("columns", "of the product, a multiple of 16", 32, 1056, 1056),
                InputParameter.whole("depth", "of the factors, a multiple of 8", 40, 992, 992),
                seed()),
            MeasuredKernels::multiply));
  }

  private static InputParameter seed() {
    return InputParameter.whole("seed", "of the input", 1);
  }

  /** A parameter that has to be a multiple. */
  private static int multiple(Settings settings, String name, int of, int most) {
    int value = settings.whole(name, of, most);
    if (value % of != 0) {
      throw new WorkloadException("%s=%d: must be a multiple of %d".formatted(name, value, of));
    }
    return value;
  }

  private static KernelRun.Launches streams(Settings settings) {
    int n = multiple(settings, "elements", 1024, 1 << 26);
    return (run, host) -> {
      SplittableRandom random = new SplittableRandom(settings.seed());
      double[] first = random.doubles(n).toArray();
      DeviceBuffer a = host.upload("a", Dtype.F64, first);
      DeviceBuffer b = host.allocate("b", Dtype.F64, n);
      DeviceBuffer c = host.allocate("c", Dtype.F64, n);
      int blocks = n / 1024;
      host.launch("stream_copy", blocks, 1024, a, c);
      host.launch("stream_mul", blocks, 1024, b, c, STREAM_SCALAR);
      host.launch("stream_add", blocks, 1024, a, b, c);
      host.launch("stream_triad", blocks, 1024, a, b, c, STREAM_SCALAR);
      double[] triad = host.doubles(a);
      run.later(() -> {
        double[] expected = new double[n];
        for (int i = 0; i < n; i++) {
          double scaled = STREAM_SCALAR * first[i];
          expected[i] = Math.fma(STREAM_SCALAR, first[i] + scaled, scaled);
        }
        Results.same("a", expected, triad);
      });
    };
  }

  private static KernelRun.Launches histogram(Settings settings) {
    int quads = settings.whole("quads", 1, 1 << 24);
    return (run, host) -> {
      int[] words = new SplittableRandom(settings.seed()).ints(4L * quads).toArray();
      DeviceBuffer data = host.upload("data", Dtype.I32, words);
      int partials = Math.ceilDiv(16 * quads, COUNTING_THREADS * MOST_BYTES_OF_THREAD);
      DeviceBuffer partial = host.allocate("partial", Dtype.I32, partials, BINS);
      DeviceBuffer histogram = host.allocate("histogram", Dtype.I32, BINS);
      host.launch("histogram64", partials, COUNTING_THREADS, partial, data, quads);
      host.launch("merge_histograms", BINS, 256, histogram, partial, partials);
      int[] counted = host.ints(histogram);
      run.later(() -> {
        int[] expected = new int[BINS];
        for (int word : words) {
          for (int shift = 2; shift < 32; shift += 8) {
            expected[word >>> shift & BINS - 1]++;
          }
        }
        Results.same("histogram", expected, counted);
      });
    };
  }

  private static KernelRun.Launches sobol(Settings settings) {
    int vectors = settings.whole("vectors", 1, 1 << 22);
    int dimensions = settings.whole("dimensions", 1, 1 << 10);
    int columns = settings.whole("columns", 1, 1 << 12);
    return (run, host) -> {
      int[] directions = directions(settings.seed(), dimensions);
      DeviceBuffer v = host.upload("directions", Dtype.I32, directions, dimensions, DIRECTIONS);
      DeviceBuffer numbers = host.allocate("numbers", Dtype.F32, dimensions, vectors);
      host.launch(
          "sobol",
          Dim3.of(Integer.highestOneBit(columns), dimensions),
          Dim3.of(64),
          0,
          vectors,
          v,
          numbers);
      float[] all = host.floats(numbers);
      run.later(() -> {
        float[] expected = new float[all.length];
        for (int d = 0; d < dimensions; d++) {
          int x = 0;
          for (int i = 0; i < vectors; i++) {
            expected[d * vectors + i] = Integer.toUnsignedLong(x) * 0x1p-32f;
            x ^= directions[d * DIRECTIONS + Integer.numberOfTrailingZeros(~i)];
          }
        }
        Results.same("numbers", expected, all);
      });
    };
  }

  /** Any odd numbers below 2, 4, 8 and so on do, from the highest bit down. */
  private static int[] directions(long seed, int dimensions) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, dimensions * DIRECTIONS)
        .map(i -> {
          int bit = i % DIRECTIONS;
          int unused = DIRECTIONS - 1 - bit;
          return ((random.nextInt() >>> unused) | 1) << unused;
        })
        .toArray();
  }

  private static KernelRun.Launches sortChunks(Settings settings) {
    int n = SORTED_CHUNK * settings.whole("chunks", 1, 1 << 15);
    return (run, host) -> {
      int[] keys = new SplittableRandom(settings.seed()).ints(n, 0, 1 << 16).toArray();
      int[] values = IntStream.range(0, n).toArray();
      DeviceBuffer key = host.upload("keys", Dtype.I32, keys);
      DeviceBuffer value = host.upload("values", Dtype.I32, values);
      DeviceBuffer sortedKey = host.allocate("sorted_keys", Dtype.I32, n);
      DeviceBuffer sortedValue = host.allocate("sorted_values", Dtype.I32, n);
      host.launch(
          "sort_chunks", n / SORTED_CHUNK, SORTED_CHUNK / 2, sortedKey, sortedValue, key, value);
      int[] sortedKeys = host.ints(sortedKey);
      int[] sortedValues = host.ints(sortedValue);
      run.later(() -> {
        // Keys with their places in one number: a stable sort.
        long[] both = new long[n];
        Arrays.setAll(both, i -> (long) keys[i] << 32 | i);
        for (int from = 0; from < n; from += SORTED_CHUNK) {
          Arrays.sort(both, from, from + SORTED_CHUNK);
        }
        Results.same(
            "sorted_keys",
            Arrays.stream(both).mapToInt(each -> (int) (each >> 32)).toArray(),
            sortedKeys);
        Results.same(
            "sorted_values",
            Arrays.stream(both).mapToInt(each -> (int) each).toArray(),
            sortedValues);
      });
    };
  }

  private static KernelRun.Launches multiply(Settings settings) {
    int rows = multiple(settings, "rows", 128, 1 << 13);
    int columns = multiple(settings, "columns", 16, 1 << 13);
    int depth = multiple(settings, "depth", 8, 1 << 13);
    return (run, host) -> {
      SplittableRandom random = new SplittableRandom(settings.seed());
      float[] left = ArrayKernels.floats(random, rows * depth);
      float[] right = ArrayKernels.floats(random, columns * depth);
      DeviceBuffer a = host.upload("a", Dtype.F32, left, depth, rows);
      DeviceBuffer b = host.upload("b", Dtype.F32, right, depth, columns);
      DeviceBuffer c = host.allocate("c", Dtype.F32, columns, rows);
      host.launch(
          "sgemm",
          Dim3.of(rows / 128, columns / 16),
          Dim3.of(16, 8),
          0,
          a,
          rows,
          b,
          columns,
          c,
          depth,
          1f,
          0f);
      float[] product = host.floats(c);
      run.later(() -> Results.same("c", product(left, right, rows, columns, depth), product));
    };
  }

  private static float[] product(float[] a, float[] b, int rows, int columns, int depth) {
    float[] c = new float[rows * columns];
    IntStream.range(0, columns)
        .parallel()
        .forEach(column -> {
          for (int k = 0; k < depth; k++) {
            float factor = b[k * columns + column];
            for (int row = 0; row < rows; row++) {
              c[column * rows + row] = Math.fma(a[k * rows + row], factor, c[column * rows + row]);
            }
          }
        });
    return c;
  }
}
