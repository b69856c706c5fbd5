package dev.magpie.workload.kernel;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.InputParameter;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Kernels whose threads go different ways, and whose functions call themselves. */
final class ControlKernels {
  private static final int BLOCK = 96;

  private ControlKernels() {}

  static List<CudaProgram> programs() {
    return List.of(
        KernelRun.program(
            "divergent",
            "loops, switches, early returns and votes that threads of a warp take differently",
            InputParameter.whole("threads", "of each kernel", 1000, 100_000, 100_000),
            ControlKernels.class,
            Divergent::new),
        KernelRun.program(
            "recursive",
            "functions that call themselves, and through pointers",
            InputParameter.whole("threads", "of each kernel", 200, 10_000, 10_000),
            ControlKernels.class,
            Recursive::new));
  }

  private static final class Divergent extends KernelRun {
    private static final int LIMIT = 1000;
    private static final int LENGTH = 24;

    private final int n;

    Divergent(Settings settings) {
      super(settings);
      n = settings.whole("threads", 1, 1 << 24);
    }

    @Override
    void run(Host host) {
      SplittableRandom random = random();
      int blocks = Math.ceilDiv(n, BLOCK);
      int[] starts = random.ints(n, 0, 1_000_000).toArray();
      DeviceBuffer from = host.allocate("starts", Dtype.U32, n);
      DeviceBuffer steps = host.allocate("steps", Dtype.I32, n);
      host.write(from, starts);
      host.launch("collatz", blocks, BLOCK, from, steps, n, LIMIT);
      int[] counted = host.ints(steps);
      later(() ->
          Results.same("steps", Arrays.stream(starts).map(Divergent::collatz).toArray(), counted));

      byte[] programs = new byte[n * LENGTH];
      random.nextBytes(programs);
      DeviceBuffer code = host.allocate("programs", Dtype.U8, n, LENGTH);
      DeviceBuffer results = host.allocate("results", Dtype.I32, n);
      host.write(code, programs);
      host.launch("stack_machine", blocks, BLOCK, code, LENGTH, results, n);
      int[] computed = host.ints(results);
      later(() -> {
        int[] expected = new int[n];
        Arrays.setAll(expected, i -> new StackMachine(programs, i * LENGTH, LENGTH, i).run());
        Results.same("results", expected, computed);
      });

      int[] values = random.ints(n, 0, 100).toArray();
      DeviceBuffer in = host.allocate("in", Dtype.I32, n);
      DeviceBuffer out = host.allocate("out", Dtype.U32, n);
      host.write(in, values);
      host.launch("votes", blocks, BLOCK, in, out, n);
      int[] votes = host.ints(out);
      later(() -> Results.same("out", votes(values), votes));
    }

    private static int collatz(int start) {
      long value = start;
      int count = 0;
      while (value > 1 && count < LIMIT) {
        value = value % 2 == 0 ? value / 2 : 3 * value + 1;
        count++;
      }
      return value > 1 ? -1 : count;
    }

    private int[] votes(int[] values) {
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
  }

  private static final class Recursive extends KernelRun {
    private static final int SLICE = 30;

    private final int n;

    Recursive(Settings settings) {
      super(settings);
      n = settings.whole("threads", 1, 1 << 20);
    }

    @Override
    void run(Host host) {
      SplittableRandom random = random();
      int blocks = Math.ceilDiv(n, BLOCK);

      int[] indices = random.ints(n, 0, 14).toArray();
      DeviceBuffer in = host.allocate("indices", Dtype.U32, n);
      DeviceBuffer out = host.allocate("numbers", Dtype.U32, n);
      host.write(in, indices);
      host.launch("fibonacci_numbers", blocks, BLOCK, in, out, n);
      int[] numbers = host.ints(out);
      later(() ->
          Results.same(
              "numbers", Arrays.stream(indices).map(Recursive::fibonacci).toArray(), numbers));

      int[] ms = random.ints(n, 0, 3).toArray();
      int[] ks = random.ints(n, 0, 5).toArray();
      DeviceBuffer m = host.allocate("m", Dtype.I32, n);
      DeviceBuffer k = host.allocate("k", Dtype.I32, n);
      DeviceBuffer values = host.allocate("values", Dtype.I32, n);
      host.write(m, ms);
      host.write(k, ks);
      host.launch("ackermann_values", blocks, BLOCK, m, k, values, n);
      int[] ackermann = host.ints(values);
      later(() -> {
        int[] expected = new int[n];
        Arrays.setAll(
            expected, i -> ms[i] == 0 ? ks[i] + 1 : ms[i] == 1 ? ks[i] + 2 : 2 * ks[i] + 3);
        Results.same("values", expected, ackermann);
      });

      int[] unsorted = random.ints((long) n * SLICE, -500, 500).toArray();
      DeviceBuffer keys = host.allocate("keys", Dtype.I32, n, SLICE);
      host.write(keys, unsorted);
      host.launch("sort_slices", blocks, BLOCK, keys, SLICE, n);
      int[] sorted = host.ints(keys);
      later(() -> {
        int[] expected = unsorted.clone();
        for (int i = 0; i < n; i++) {
          Arrays.sort(expected, i * SLICE, (i + 1) * SLICE);
        }
        Results.same("keys", expected, sorted);
      });

      int[] which = random.ints(n).toArray();
      int[] as = random.ints(n).toArray();
      int[] bs = random.ints(n).toArray();
      DeviceBuffer operation = host.allocate("which", Dtype.I32, n);
      DeviceBuffer a = host.allocate("a", Dtype.I32, n);
      DeviceBuffer b = host.allocate("b", Dtype.I32, n);
      DeviceBuffer result = host.allocate("result", Dtype.I32, n);
      host.write(operation, which);
      host.write(a, as);
      host.write(b, bs);
      host.launch("apply", blocks, BLOCK, operation, a, b, result, n);
      int[] applied = host.ints(result);
      later(() -> {
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
}
