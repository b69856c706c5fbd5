package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;

/**
 * Counts pairs of Gaussian deviates by square annuli, as NPB EP: each gang has a buffer of uniform
 * deviates. Far more buffers are allocated than gangs run, and those stay as they were.
 */
final class EmbarrassinglyParallel implements SeriesProgram.Running {
  private static final int GANGS = 64;
  private static final int RUNNING = 6;
  private static final int PAIRS = 4096;
  private static final int BATCHES = 4;
  private static final int ANNULI = 10;

  private final Lcg random = new Lcg(271_828_183);
  private final double[] x = new double[GANGS * 2 * PAIRS];
  private final double[] q = new double[GANGS * ANNULI];
  private final double[] sx = new double[GANGS];
  private final double[] sy = new double[GANGS];
  private long pairs;
  private long accepted;

  @Override
  public void advance() {
    for (int batch = 0; batch < BATCHES; batch++) {
      for (int gang = 0; gang < RUNNING; gang++) {
        int start = gang * 2 * PAIRS;
        for (int i = 0; i < 2 * PAIRS; i++) {
          x[start + i] = random.next();
        }
        for (int i = start; i < start + 2 * PAIRS; i += 2) {
          count(gang, 2 * x[i] - 1, 2 * x[i + 1] - 1);
        }
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
