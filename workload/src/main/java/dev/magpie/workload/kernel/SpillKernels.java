package dev.magpie.workload.kernel;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;

/**
 * Kernels of four access patterns over memory of which a chosen share of lines does not fit half of
 * their size: under a target ratio of 2 these spill to buddy memory. All other lines take two
 * sectors of 32 bytes under BPC. A line of a result spills where its input's does.
 */
final class SpillKernels {
  /** Elements of a line of 128 bytes. */
  private static final int LINE = 32;

  private static final int SIDE = 128;
  private static final int PLANE = SIDE * SIDE;
  private static final int THREADS = 256;

  /** Rows and columns of the small factor of the product. */
  private static final int FACTOR_SIDE = 64;

  /** What shares are counted in. */
  private static final int WHOLE = 10_000;

  /** Bits by which words of a line that fits half of its size differ: some twelve planes of BPC. */
  private static final int NOISE_BITS = 10;

  private SpillKernels() {}

  static List<CudaProgram> programs() {
    return List.of(
        program("spill_stream", "reads one array and writes another", SpillKernels::stream),
        program("spill_stencil", "an element and its six neighbours", SpillKernels::stencil),
        program("spill_gather", "an element and one from anywhere", SpillKernels::gather),
        program("spill_product", "rows times a matrix of 64 x 64", SpillKernels::product));
  }

  private static CudaProgram program(
      String name, String summary, Function<Settings, KernelRun.Launches> start) {
    return KernelRun.program(
        name,
        summary + "; a share of the lines spills",
        List.of(
            InputParameter.whole("planes", "of 128 x 128 elements", 64, 256, 256),
            InputParameter.whole("share", "of lines that spill, in 1/10000", 540),
            InputParameter.choice("spread", "of these lines", "even", "run"),
            InputParameter.whole("seed", "of the input", 1)),
        start);
  }

  /** The input arrays of a run. */
  private static final class Input {
    private final int planes;
    private final int lines;
    private final int spilled;
    private final boolean together;
    private final SplittableRandom random;

    Input(Settings settings) {
      planes = settings.whole("planes", 1, 4096);
      lines = planes * PLANE / LINE;
      spilled = (int) Math.round((double) lines * settings.whole("share", 0, WHOLE) / WHOLE);
      together = settings.word("spread").equals("run");
      random = new SplittableRandom(settings.seed());
    }

    int elements() {
      return planes * PLANE;
    }

    /** An array in which exactly the share of lines spills: the first ones, or any. */
    int[] array() {
      int[] values = new int[elements()];
      int left = spilled;
      for (int line = 0; line < lines; line++) {
        boolean spills = together ? left > 0 : random.nextInt(lines - line) < left;
        left -= spills ? 1 : 0;
        int base = random.nextInt() >>> 1;
        for (int i = 0; i < LINE; i++) {
          values[line * LINE + i] =
              spills ? random.nextInt() : base + random.nextInt(1 << NOISE_BITS);
        }
      }
      return values;
    }
  }

  private static void compare(
      KernelRun run, Host host, DeviceBuffer out, int[] in, IntBinaryOperator bit) {
    int[] found = host.ints(out);
    run.later(() -> {
      int[] expected = new int[in.length];
      for (int i = 0; i < in.length; i++) {
        expected[i] = in[i] ^ (bit.applyAsInt(i, in.length) & 1);
      }
      Results.same("out", expected, found);
    });
  }

  private static KernelRun.Launches stream(Settings settings) {
    Input input = new Input(settings);
    int[] in = input.array();
    return (run, host) -> {
      DeviceBuffer from = host.upload("in", Dtype.U32, in);
      DeviceBuffer out = host.allocate("out", Dtype.U32, in.length);
      host.launch("spill_stream", in.length / THREADS, THREADS, from, out, in.length);
      compare(run, host, out, in, (_, _) -> 1);
    };
  }

  private static KernelRun.Launches stencil(Settings settings) {
    Input input = new Input(settings);
    int[] in = input.array();
    return (run, host) -> {
      DeviceBuffer from = host.upload("in", Dtype.U32, in, input.planes, SIDE, SIDE);
      DeviceBuffer out = host.allocate("out", Dtype.U32, input.planes, SIDE, SIDE);
      host.launch("spill_stencil", in.length / THREADS, THREADS, from, out, input.planes);
      compare(
          run,
          host,
          out,
          in,
          (i, n) -> {
            int x = i % SIDE;
            int y = i / SIDE % SIDE;
            int sum = (x > 0 ? in[i - 1] : 0) + (x < SIDE - 1 ? in[i + 1] : 0);
            sum += (y > 0 ? in[i - SIDE] : 0) + (y < SIDE - 1 ? in[i + SIDE] : 0);
            sum += (i >= PLANE ? in[i - PLANE] : 0) + (i < n - PLANE ? in[i + PLANE] : 0);
            return sum;
          });
    };
  }

  private static KernelRun.Launches gather(Settings settings) {
    Input input = new Input(settings);
    int[] in = input.array();
    int[] table = input.array();
    return (run, host) -> {
      DeviceBuffer from = host.upload("in", Dtype.U32, in);
      DeviceBuffer any = host.upload("table", Dtype.U32, table);
      DeviceBuffer out = host.allocate("out", Dtype.U32, in.length);
      host.launch("spill_gather", in.length / THREADS, THREADS, from, any, out, in.length);
      compare(
          run,
          host,
          out,
          in,
          (i, n) -> table[(int) ((Integer.toUnsignedLong(i * 0x9e3779b1) * n) >>> Integer.SIZE)]);
    };
  }

  private static KernelRun.Launches product(Settings settings) {
    Input input = new Input(settings);
    int[] in = input.array();
    int[] factor = input.random.ints(FACTOR_SIDE * FACTOR_SIDE).toArray();
    return (run, host) -> {
      DeviceBuffer rows = host.upload("in", Dtype.U32, in, in.length / FACTOR_SIDE, FACTOR_SIDE);
      DeviceBuffer columns = host.upload("factor", Dtype.U32, factor, FACTOR_SIDE, FACTOR_SIDE);
      DeviceBuffer out = host.allocate("out", Dtype.U32, in.length / FACTOR_SIDE, FACTOR_SIDE);
      host.launch("spill_product", in.length / factor.length, THREADS, rows, columns, out);
      compare(
          run,
          host,
          out,
          in,
          (i, _) -> {
            int row = i / FACTOR_SIDE * FACTOR_SIDE;
            int sum = 0;
            for (int k = 0; k < FACTOR_SIDE; k++) {
              sum += in[row + k] * factor[k * FACTOR_SIDE + i % FACTOR_SIDE];
            }
            return sum;
          });
    };
  }
}
