package dev.magpie.workload.kernel;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Kernels over arrays in one dimension. */
final class ArrayKernels {
  private static final int REDUCTION_BLOCKS = 40;
  private static final int SCAN_BLOCK = 256;
  private static final int SORTED_CHUNK = 512;

  private ArrayKernels() {}

  static List<CudaProgram> programs() {
    return List.of(
        KernelRun.program(
            "vector_add", "adds two vectors", elements(10_001, 1 << 24), ArrayKernels::vectorAdd),
        KernelRun.program(
            "reduction",
            "sums integers and finds the largest float",
            elements(50_003, 1 << 22),
            ArrayKernels::reduction),
        KernelRun.program(
            "scan",
            "exclusive prefix sums by a tree",
            elements(300_007, 1 << 22),
            ArrayKernels::prefixSums),
        KernelRun.program(
            "histogram",
            "counts bytes with atomics in shared memory",
            elements(40_001, 1 << 24),
            ArrayKernels::histogram),
        KernelRun.program(
            "bitonic_sort",
            "sorts integers, a power of two of them",
            elements(1 << 13, 1 << 20),
            ArrayKernels::bitonicSort));
  }

  private static InputParameter elements(int quick, int full) {
    return InputParameter.whole("elements", "of an array", quick, full, full);
  }

  private static int elements(Settings settings) {
    return settings.whole("elements", 1, 1 << 26);
  }

  static float[] floats(SplittableRandom random, int n) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (random.nextInt(1 << 24) - (1 << 23)) * 0x1p-20f;
    }
    return values;
  }

  private static KernelRun.Launches vectorAdd(Settings settings) {
    int n = elements(settings);
    return (run, host) -> {
      SplittableRandom random = new SplittableRandom(settings.seed());
      float[] one = floats(random, n);
      float[] other = floats(random, n);
      DeviceBuffer a = host.upload("a", Dtype.F32, one);
      DeviceBuffer b = host.upload("b", Dtype.F32, other);
      DeviceBuffer c = host.allocate("c", Dtype.F32, n);
      host.launch("vector_add", Math.ceilDiv(n, 256), 256, a, b, c, n);
      float[] sums = host.floats(c);
      run.later(() -> {
        float[] expected = new float[n];
        for (int i = 0; i < n; i++) {
          expected[i] = one[i] + other[i];
        }
        Results.same("c", expected, sums);
      });
    };
  }

  private static KernelRun.Launches reduction(Settings settings) {
    int n = elements(settings);
    return (run, host) -> {
      SplittableRandom random = new SplittableRandom(settings.seed());
      int[] whole = random.ints(n).toArray();
      float[] floats = floats(random, n);
      DeviceBuffer ints = host.upload("ints", Dtype.I32, whole);
      DeviceBuffer partial = host.allocate("partial", Dtype.I32, REDUCTION_BLOCKS);
      DeviceBuffer sum = host.allocate("sum", Dtype.I32, 1);
      host.launch("reduce_sum", REDUCTION_BLOCKS, 256, ints, partial, n);
      host.launch("reduce_sum", 1, 64, partial, sum, REDUCTION_BLOCKS);
      int total = host.ints(sum)[0];
      run.later(() -> Results.same("sum", Arrays.stream(whole).sum(), total));

      int blocks = Math.ceilDiv(n, 512);
      DeviceBuffer values = host.upload("floats", Dtype.F32, floats);
      DeviceBuffer largest = host.allocate("largest", Dtype.F32, blocks);
      host.launch("reduce_max", Dim3.of(blocks), Dim3.of(512), 4 * 512, values, largest, n);
      float[] ofBlocks = host.floats(largest);
      run.later(() -> {
        float[] expected = new float[blocks];
        Arrays.fill(expected, Float.NEGATIVE_INFINITY);
        for (int i = 0; i < n; i++) {
          expected[i / 512] = Math.max(expected[i / 512], floats[i]);
        }
        Results.same("largest", expected, ofBlocks);
      });
    };
  }

  private static KernelRun.Launches prefixSums(Settings settings) {
    int n = elements(settings);
    return (run, host) -> {
      int[] values = new SplittableRandom(settings.seed()).ints(n, -1000, 1000).toArray();
      DeviceBuffer in = host.upload("in", Dtype.I32, values);
      DeviceBuffer out = host.allocate("out", Dtype.I32, n);
      scan(host, in, out, n);
      int[] sums = host.ints(out);
      run.later(() -> {
        int[] expected = new int[n];
        for (int i = 1; i < n; i++) {
          expected[i] = expected[i - 1] + values[i - 1];
        }
        Results.same("out", expected, sums);
      });
    };
  }

  private static void scan(Host host, DeviceBuffer in, DeviceBuffer out, int length) {
    int blocks = Math.ceilDiv(length, 2 * SCAN_BLOCK);
    if (blocks == 1) {
      host.launch("scan_blocks", 1, SCAN_BLOCK, in, out, 0L, length);
      return;
    }
    DeviceBuffer totals = host.allocate("totals " + length, Dtype.I32, blocks);
    DeviceBuffer before = host.allocate("before " + length, Dtype.I32, blocks);
    host.launch("scan_blocks", blocks, SCAN_BLOCK, in, out, totals, length);
    scan(host, totals, before, blocks);
    host.launch("add_totals", blocks, SCAN_BLOCK, out, before, length);
  }

  private static KernelRun.Launches histogram(Settings settings) {
    int n = elements(settings);
    return (run, host) -> {
      SplittableRandom random = new SplittableRandom(settings.seed());
      int[] values = new int[n];
      values[0] = -1;
      for (int i = 1; i < n; i++) {
        // Ever fewer bits are set, so that lanes meet on one counter.
        values[i] = values[i / 2] & random.nextInt();
      }
      DeviceBuffer words = host.upload("words", Dtype.U32, values);
      DeviceBuffer counts = host.allocate("counts", Dtype.U32, 256);
      host.launch("histogram", 20, 192, words, counts, n);
      int[] counted = host.ints(counts);
      run.later(() -> {
        int[] expected = new int[256];
        for (int value : values) {
          for (int shift = 0; shift < 32; shift += 8) {
            expected[value >>> shift & 0xff]++;
          }
        }
        Results.same("counts", expected, counted);
      });
    };
  }

  private static KernelRun.Launches bitonicSort(Settings settings) {
    int n = Math.max(SORTED_CHUNK, Integer.highestOneBit(2 * elements(settings) - 1));
    return (run, host) -> {
      int[] values = new SplittableRandom(settings.seed()).ints(n).toArray();
      DeviceBuffer keys = host.upload("keys", Dtype.I32, values);
      host.launch("sort_chunks", n / SORTED_CHUNK, SORTED_CHUNK / 2, keys);
      for (int size = 2 * SORTED_CHUNK; size <= n; size *= 2) {
        for (int stride = size / 2; stride >= SORTED_CHUNK; stride /= 2) {
          host.launch("merge_far", n / SORTED_CHUNK, SORTED_CHUNK / 2, keys, size, stride);
        }
        host.launch("merge_near", n / SORTED_CHUNK, SORTED_CHUNK / 2, keys, size);
      }
      int[] sorted = host.ints(keys);
      run.later(() -> Results.same("keys", Arrays.stream(values).sorted().toArray(), sorted));
    };
  }
}
