package dev.magpie.workload.buddy;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import dev.magpie.workload.series.Lcg;
import java.util.Arrays;
import java.util.List;

/**
 * NPB EP: pairs of Gaussian deviates, counted by square annuli. There are {@link #BUFFERS} times as
 * many buffers of deviates as gangs that use them, so most of the memory stays zero. In full size
 * buffers are 64 MiB, 16 times the L2 of a P100, of which 8 MiB are used.
 */
final class GaussianPairs implements CudaProgram.Run {
  private static final int BUFFERS = 8;
  private static final int THREADS = 256;
  private static final int ANNULI = 10;
  private static final long SEED = 271_828_183;

  /** Of sums, which depend on the last bits of logarithms. */
  private static final double TOLERANCE = 1e-10;

  private final int gangs;
  private final int deviates;
  private final int batches;
  private double[] x = {};
  private int[] q = {};
  private double[] sx = {};
  private double[] sy = {};

  private GaussianPairs(Settings settings) {
    int thousands = settings.whole("gangs", 1, 1 << 12);
    gangs = thousands * 1024;
    deviates = 2 * settings.whole("pairs", 1, 1 << 16);
    batches = settings.whole("batches", 1, 1 << 16);
    long elements = (long) BUFFERS * gangs * deviates;
    if (elements > 1 << 28) {
      throw new WorkloadException(
          "gangs=%d, pairs=%d: buffers of %d deviates are larger than 2^28"
              .formatted(thousands, deviates / 2, elements));
    }
  }

  static CudaProgram program() {
    return new CudaProgram(
        "ep-cuda",
        "352.ep",
        "Gaussian deviates counted by annuli, in an eighth of their memory, NPB EP",
        "deviates bit for bit, counts exactly, sums to 1e-10",
        new PtxResource(GaussianPairs.class, "ep"),
        List.of(
            InputParameter.whole("gangs", "gangs that draw deviates, in units of 1024", 8, 32, 32),
            InputParameter.whole("pairs", "pairs that a gang draws at a time", 16),
            InputParameter.whole("batches", "times that all gangs draw", 1, 2, 512)),
        GaussianPairs::new);
  }

  @Override
  public void execute(Host host) {
    int blocks = gangs / THREADS;
    DeviceBuffer buffers = host.allocate("x", Dtype.F64, BUFFERS, deviates, gangs);
    DeviceBuffer counts = host.allocate("q", Dtype.U32, blocks, ANNULI);
    DeviceBuffer sumsX = host.allocate("sx", Dtype.F64, blocks);
    DeviceBuffer sumsY = host.allocate("sy", Dtype.F64, blocks);
    for (int batch = 0; batch < batches; batch++) {
      long first = (long) batch * gangs * deviates;
      host.launch("fill", blocks, THREADS, buffers, gangs, deviates, first, SEED);
      host.launch("count", blocks, THREADS, buffers, counts, sumsX, sumsY, gangs, deviates);
    }
    x = host.doubles(buffers);
    q = host.ints(counts);
    sx = host.doubles(sumsX);
    sy = host.doubles(sumsY);
  }

  @Override
  public void check() {
    double[] expected = new double[x.length];
    int[] annuli = new int[ANNULI];
    double sumX = 0;
    double sumY = 0;
    Lcg random = new Lcg(SEED);
    for (int batch = 0; batch < batches; batch++) {
      for (int gang = 0; gang < gangs; gang++) {
        for (int i = 0; i < deviates; i += 2) {
          double first = random.next();
          double second = random.next();
          expected[i * gangs + gang] = first;
          expected[(i + 1) * gangs + gang] = second;
          double one = Math.fma(2, first, -1);
          double other = Math.fma(2, second, -1);
          double t = Math.fma(one, one, other * other);
          if (t <= 1) {
            double scale = Math.sqrt(-2 * StrictMath.log(t) / t);
            annuli[(int) Math.max(Math.abs(one * scale), Math.abs(other * scale))]++;
            sumX += one * scale;
            sumY += other * scale;
          }
        }
      }
    }
    Results.same("x", expected, x);
    int[] counted = new int[ANNULI];
    for (int i = 0; i < q.length; i++) {
      counted[i % ANNULI] += q[i];
    }
    Results.same("q", annuli, counted);
    Results.near("sum of sx", sumX, Arrays.stream(sx).sum(), TOLERANCE);
    Results.near("sum of sy", sumY, Arrays.stream(sy).sum(), TOLERANCE);
  }
}
