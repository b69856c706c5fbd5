package dev.magpie.workload.hpc;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.Map;

/**
 * Counts pairs of Gaussian deviates by square annuli, as NPB EP. The memory is that of its port to
 * OpenACC, which 352.ep comes from: on the device each gang has a buffer of uniform deviates, its
 * annuli and its sums. More buffers are allocated than gangs run, and those stay as they were.
 * Nothing is left out.
 */
final class EmbarrassinglyParallel extends SteppedRun {
  private static final int ANNULI = 10;

  private final Lcg random = new Lcg(271_828_183);
  private final int running;
  private final int buffer;
  private final double[] x;
  private final double[] q;
  private final double[] sx;
  private final double[] sy;
  private long pairs;
  private long accepted;

  private EmbarrassinglyParallel(Settings settings) {
    super(settings.whole("batches", SeriesProgram.SNAPSHOTS, 1 << 20));
    int gangs = settings.whole("gangs", 1, 1 << 12);
    running = settings.whole("running", 1, gangs);
    buffer = 2 * settings.whole("pairs", 1, 1 << 16);
    x = new double[gangs * buffer];
    q = new double[gangs * ANNULI];
    sx = new double[gangs];
    sy = new double[gangs];
  }

  static SeriesProgram program() {
    return new SeriesProgram(
        "ep",
        SeriesProgram.Kind.HPC,
        "352.ep",
        "Gaussian deviates by annuli; most buffers are never used",
        "share of pairs accepted, against a quarter of pi",
        List.of(
            InputParameter.whole("gangs", "buffers that are allocated", 64, 64, 512),
            InputParameter.whole("running", "gangs that run", 8, 8, 64),
            InputParameter.whole("pairs", "pairs of a batch", 4096, 65_536, 65_536),
            InputParameter.whole("batches", "batches of each gang", 40)),
        EmbarrassinglyParallel::new);
  }

  @Override
  void step(int number) {
    for (int gang = 0; gang < running; gang++) {
      int start = gang * buffer;
      for (int i = start; i < start + buffer; i++) {
        x[i] = random.next();
      }
      for (int i = start; i < start + buffer; i += 2) {
        count(gang, 2 * x[i] - 1, 2 * x[i + 1] - 1);
      }
    }
  }

  private void count(int gang, double x1, double x2) {
    double t = x1 * x1 + x2 * x2;
    pairs++;
    if (t <= 1) {
      double scale = Math.sqrt(-2 * StrictMath.log(t) / t);
      double one = Math.abs(x1 * scale);
      double other = Math.abs(x2 * scale);
      q[gang * ANNULI + (int) Math.max(one, other)]++;
      sx[gang] += x1 * scale;
      sy[gang] += x2 * scale;
      accepted++;
    }
  }

  @Override
  public Map<String, Object> arrays() {
    return new Memory().f64("x", x).f64("q", q).f64("sx", sx).f64("sy", sy).arrays();
  }

  /** The share accepted, against a quarter of pi. */
  @Override
  public double residual() {
    return Math.abs((double) accepted / Math.max(1, pairs) - Math.PI / 4);
  }
}
