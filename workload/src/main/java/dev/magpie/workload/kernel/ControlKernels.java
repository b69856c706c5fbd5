package dev.magpie.workload.kernel;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Kernels whose threads go different ways, and whose functions call themselves. */
final class ControlKernels {
  private static final int BLOCK = 96;

  private static final int MOST_STEPS = 1000;
  private static final int PROGRAM_BYTES = 24;
  private static final int SLICE = 30;

  private ControlKernels() {}

  static List<CudaProgram> programs() {
    return List.of(
        KernelRun.program(
            "divergent",
            "loops, switches, early returns and votes that threads of a warp take differently",
            InputParameter.whole("threads", "of each kernel", 1000, 100_000, 100_000),
            ControlKernels::divergent),
        KernelRun.program(
            "recursive",
            "functions that call themselves, and through pointers",
            InputParameter.whole("threads", "of each kernel", 200, 10_000, 10_000),
            ControlKernels::recursive));
  }

  private static KernelRun.Launches divergent(Settings settings) {
    int n = settings.whole("threads", 1, 1 << 24);
    return (run, host) -> {
      SplittableRandom random = new SplittableRandom(settings.seed());
      int blocks = Math.ceilDiv(n, BLOCK);
      int[] starts = random.ints(n, 0, 1_000_000).toArray();
      DeviceBuffer from = host.upload("starts", Dtype.U32, starts);
      DeviceBuffer steps = host.allocate("steps", Dtype.I32, n);
      host.launch("collatz", blocks, BLOCK, from, steps, n, MOST_STEPS);
      int[] counted = host.ints(steps);
      run.later(() ->
          Results.same(
              "steps", Arrays.stream(starts).map(ControlKernels::collatz).toArray(), counted));

      byte[] programs = new byte[n * PROGRAM_BYTES];
      random.nextBytes(programs);
      DeviceBuffer code = host.upload("programs", Dtype.U8, programs, n, PROGRAM_BYTES);
      DeviceBuffer results = host.allocate("results", Dtype.I32, n);
      host.launch("stack_machine", blocks, BLOCK, code, PROGRAM_BYTES, results, n);
      int[] computed = host.ints(results);
      run.later(() -> {
        int[] expected = new int[n];
        Arrays.setAll(
            expected, i -> new StackMachine(programs, i * PROGRAM_BYTES, PROGRAM_BYTES, i).run());
        Results.same("results", expected, computed);
      });

      int[] values = random.ints(n, 0, 100).toArray();
      DeviceBuffer in = host.upload("in", Dtype.I32, values);
      DeviceBuffer out = host.allocate("out", Dtype.U32, n);
      host.launch("votes", blocks, BLOCK, in, out, n);
      int[] votes = host.ints(out);
      run.later(() -> Results.same("out", votes(values), votes));
    };
  }

  private static int collatz(int start) {
    long value = start;
    int count = 0;
    while (value > 1 && count < MOST_STEPS) {
      value = value % 2 == 0 ? value / 2 : 3 * value + 1;
      count++;
    }
    return value > 1 ? -1 : count;
  }

  private static int[] votes(int[] values) {
    int n = values.length;
    int[] out = new int[n];
    for (int warp = 0; warp < n; warp += 32) {
      int lanes = Math.min(32, n - warp);
      int loaded = lanes == 32 ? -1 : (1 << lanes) - 1;
      int odd = 0;
      boolean any = false;
      boolean all = true;
      for (int lane = 0; lane < lanes; lane++) {
        odd |= (values[warp + lane] & 1) << lane;
        any |= values[warp + lane] > 90;
        all &= values[warp + lane] > 1;
      }
      for (int lane = 0; lane < lanes; lane++) {
        int result = loaded;
        for (int value = values[warp + lane]; value > 0; value -= 3) {
          int iteration = (values[warp + lane] - value) / 3;
          int here = 0;
          for (int other = 0; other < lanes; other++) {
            here += values[warp + other] > 3 * iteration ? 1 : 0;
          }
          result = result * 33 + here;
        }
        out[warp + lane] = (result ^ odd) + (any ? 5 : 0) + (all ? 9 : 0);
      }
    }
    return out;
  }

  private static KernelRun.Launches recursive(Settings settings) {
    int n = settings.whole("threads", 1, 1 << 20);
    return (run, host) -> {
      SplittableRandom random = new SplittableRandom(settings.seed());
      int blocks = Math.ceilDiv(n, BLOCK);

      int[] indices = random.ints(n, 0, 14).toArray();
      DeviceBuffer in = host.upload("indices", Dtype.U32, indices);
      DeviceBuffer out = host.allocate("numbers", Dtype.U32, n);
      host.launch("fibonacci_numbers", blocks, BLOCK, in, out, n);
      int[] numbers = host.ints(out);
      run.later(() ->
          Results.same(
              "numbers", Arrays.stream(indices).map(ControlKernels::fibonacci).toArray(), numbers));

      int[] ms = random.ints(n, 0, 3).toArray();
      int[] ks = random.ints(n, 0, 5).toArray();
      DeviceBuffer m = host.upload("m", Dtype.I32, ms);
      DeviceBuffer k = host.upload("k", Dtype.I32, ks);
      DeviceBuffer values = host.allocate("values", Dtype.I32, n);
      host.launch("ackermann_values", blocks, BLOCK, m, k, values, n);
      int[] ackermann = host.ints(values);
      run.later(() -> {
        int[] expected = new int[n];
        Arrays.setAll(
            expected, i -> ms[i] == 0 ? ks[i] + 1 : ms[i] == 1 ? ks[i] + 2 : 2 * ks[i] + 3);
        Results.same("values", expected, ackermann);
      });

      int[] unsorted = random.ints((long) n * SLICE, -500, 500).toArray();
      DeviceBuffer keys = host.upload("keys", Dtype.I32, unsorted, n, SLICE);
      host.launch("sort_slices", blocks, BLOCK, keys, SLICE, n);
      int[] sorted = host.ints(keys);
      run.later(() -> {
        int[] expected = unsorted.clone();
        for (int i = 0; i < n; i++) {
          Arrays.sort(expected, i * SLICE, (i + 1) * SLICE);
        }
        Results.same("keys", expected, sorted);
      });

      int[] which = random.ints(n).toArray();
      int[] as = random.ints(n).toArray();
      int[] bs = random.ints(n).toArray();
      DeviceBuffer operation = host.upload("which", Dtype.I32, which);
      DeviceBuffer a = host.upload("a", Dtype.I32, as);
      DeviceBuffer b = host.upload("b", Dtype.I32, bs);
      DeviceBuffer result = host.allocate("result", Dtype.I32, n);
      host.launch("apply", blocks, BLOCK, operation, a, b, result, n);
      int[] applied = host.ints(result);
      run.later(() -> {
        int[] expected = new int[n];
        Arrays.setAll(
            expected,
            i ->
                switch (which[i] & 3) {
                  case 0 -> as[i] + bs[i];
                  case 1 -> as[i] - bs[i];
                  case 2 -> as[i] * bs[i];
                  default -> Math.max(as[i], bs[i]);
                });
        Results.same("result", expected, applied);
      });
    };
  }

  private static int fibonacci(int n) {
    int number = 0;
    int next = 1;
    for (int i = 0; i < n; i++) {
      int sum = number + next;
      number = next;
      next = sum;
    }
    return number;
  }
}
