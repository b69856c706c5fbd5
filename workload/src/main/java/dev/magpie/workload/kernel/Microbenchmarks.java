package dev.magpie.workload.kernel;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * Kernels that tell single parts of a GPU: each is launched with some steps and with twice as many,
 * and the difference of the times is that of so many steps, without what a launch takes.
 */
final class Microbenchmarks {
  /** Steps of an iteration of {@code pipes.cu}. */
  private static final int STEPS = 64;

  private static final int WARP = 32;
  private static final int FULL = 1024;
  private static final int LINE_WORDS = 16;
  private static final int LINE_BYTES = 8 * LINE_WORDS;
  private static final int FEWEST_STEPS = 1 << 14;
  private static final int MOST_STEPS = 1 << 18;

  private Microbenchmarks() {}

  static List<CudaProgram> programs() {
    return List.of(
        KernelRun.program(
            "chase",
            "follows pointers through rings of 16 KiB and four times as much each",
            InputParameter.whole("kibibytes", "of the largest ring", 64, 1 << 18, 1 << 20),
            Microbenchmarks::chase),
        KernelRun.program(
            "pipes",
            "repeats one operation, in a warp alone and in 32",
            InputParameter.whole("iterations", "of 64 operations", 2, 256, 256),
            Microbenchmarks::pipes));
  }

  private static KernelRun.Launches chase(Settings settings) {
    int most = settings.whole("kibibytes", 16, 1 << 20);
    return (run, host) -> {
      SplittableRandom random = new SplittableRandom(settings.seed());
      DeviceBuffer last = host.allocate("last", Dtype.U32, 1);
      for (int steps = FEWEST_STEPS; steps <= 2 * FEWEST_STEPS; steps += FEWEST_STEPS) {
        host.launch("chase_shared", 1, WARP, steps, last);
        int expected = 4 * (5 * steps % WARP);
        int found = host.ints(last)[0];
        run.later(() -> Results.same("last", new int[] {expected}, new int[] {found}));
      }
      for (int size = 16; size <= most; size *= 4) {
        follow(run, host, ring(random, (size << 10) / LINE_BYTES), last);
      }
    };
  }

  /** The lines of a ring in some order, the first of which is line 0. */
  private static int[] ring(SplittableRandom random, int lines) {
    int[] order = new int[lines];
    Arrays.setAll(order, i -> i);
    for (int i = lines - 1; i > 1; i--) {
      int other = random.nextInt(1, i + 1);
      int line = order[i];
      order[i] = order[other];
      order[other] = line;
    }
    return order;
  }

  private static void follow(KernelRun run, Host host, int[] order, DeviceBuffer last) {
    String name = order.length * LINE_BYTES / 1024 + "KiB";
    DeviceBuffer lines = host.upload("order_" + name, Dtype.I32, order);
    DeviceBuffer ring = host.allocate("ring_" + name, Dtype.U64, (long) order.length * LINE_WORDS);
    host.launch(
        "link_ring", Math.ceilDiv(order.length, 256), 256, ring, lines, LINE_WORDS, order.length);
    int few = Math.clamp(order.length, FEWEST_STEPS, MOST_STEPS);
    for (int steps = few; steps <= 2 * few; steps += few) {
      host.launch("chase", 1, 1, ring, steps, last);
      int expected = order[steps % order.length] * LINE_BYTES;
      int found = host.ints(last)[0];
      run.later(() -> Results.same("last of " + name, new int[] {expected}, new int[] {found}));
    }
  }

  private static KernelRun.Launches pipes(Settings settings) {
    int iterations = settings.whole("iterations", 1, 1 << 12);
    return (run, host) -> {
      integers(run, host, iterations, "add_xor_integer", 7, 5, x -> (x + 7) ^ 5);
      integers(run, host, iterations, "multiply_add_integer", 3, 5, x -> x * 3 + 5);
      integers(run, host, iterations, "divide_integer", 1 << 20, 0, x -> (1 << 20) / x);
      singles(run, host, iterations, "add_single", 0.25f, 0, x -> (float) x + 0.25f);
      singles(
          run,
          host,
          iterations,
          "multiply_add_single",
          0.5f,
          1,
          x -> Math.fma((float) x, 0.5f, 1f));
      singles(run, host, iterations, "divide_single", 3, 0, x -> 3f / (float) x);
      // Whole powers of 2 are exact, and soon there is none larger.
      singles(run, host, iterations, "power_single", 0, 0, x -> (float) Math.pow(2, x));
      doubles(run, host, iterations, "add_double", 0.25, 0, x -> x + 0.25);
      doubles(run, host, iterations, "multiply_add_double", 0.5, 1, x -> Math.fma(x, 0.5, 1));
      doubles(run, host, iterations, "divide_double", 3, 0, x -> 3 / x);
    };
  }

  private static void integers(
      KernelRun run, Host host, int n, String kernel, int a, int b, IntUnaryOperator step) {
    int[] from = new int[FULL];
    Arrays.setAll(from, i -> 1 + i % 8);
    DeviceBuffer in = host.upload(kernel + "_in", Dtype.I32, from);
    DeviceBuffer out = host.allocate(kernel, Dtype.I32, FULL);
    launch(n, (threads, times) -> host.launch(kernel, 1, threads, out, in, a, b, times));
    int[] found = host.ints(out);
    run.later(() ->
        Results.same(kernel, Arrays.stream(from).map(integerSteps(step, n)).toArray(), found));
  }

  private static IntUnaryOperator integerSteps(IntUnaryOperator step, int n) {
    return x -> {
      int result = x;
      for (int i = 0; i < 2 * n * STEPS; i++) {
        result = step.applyAsInt(result);
      }
      return result;
    };
  }

  private static void singles(
      KernelRun run, Host host, int n, String kernel, float a, float b, DoubleUnaryOperator step) {
    float[] from = new float[FULL];
    double[] same = new double[FULL];
    Arrays.setAll(same, i -> 1 + i % 8);
    for (int i = 0; i < FULL; i++) {
      from[i] = (float) same[i];
    }
    DeviceBuffer in = host.upload(kernel + "_in", Dtype.F32, from);
    DeviceBuffer out = host.allocate(kernel, Dtype.F32, FULL);
    launch(n, (threads, times) -> host.launch(kernel, 1, threads, out, in, a, b, times));
    float[] found = host.floats(out);
    run.later(() -> {
      float[] expected = new float[FULL];
      for (int i = 0; i < FULL; i++) {
        expected[i] = (float) realSteps(step, n).applyAsDouble(same[i]);
      }
      Results.same(kernel, expected, found);
    });
  }

  private static void doubles(
      KernelRun run,
      Host host,
      int n,
      String kernel,
      double a,
      double b,
      DoubleUnaryOperator step) {
    double[] from = new double[FULL];
    Arrays.setAll(from, i -> 1 + i % 8);
    DeviceBuffer in = host.upload(kernel + "_in", Dtype.F64, from);
    DeviceBuffer out = host.allocate(kernel, Dtype.F64, FULL);
    launch(n, (threads, times) -> host.launch(kernel, 1, threads, out, in, a, b, times));
    double[] found = host.doubles(out);
    run.later(
        () -> Results.same(kernel, Arrays.stream(from).map(realSteps(step, n)).toArray(), found));
  }

  private static DoubleUnaryOperator realSteps(DoubleUnaryOperator step, int n) {
    return x -> {
      double result = x;
      for (int i = 0; i < 2 * n * STEPS; i++) {
        result = step.applyAsDouble(result);
      }
      return result;
    };
  }

  /** A launch of some threads and iterations. */
  private interface Chain {
    void launch(int threads, int iterations);
  }

  private static void launch(int iterations, Chain chain) {
    for (int threads : new int[] {WARP, FULL}) {
      chain.launch(threads, iterations);
      chain.launch(threads, 2 * iterations);
    }
  }
}
