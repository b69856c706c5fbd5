package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Inverse power iteration with conjugate gradients on a random sparse matrix, as NPB CG: the sum of
 * outer products of sparse random vectors of falling weight, with a shifted diagonal.
 */
final class ConjugateGradient implements SeriesProgram.Running {
  private static final int ROWS = 2800;
  private static final int NONZERO = 7;
  private static final double CONDITION = 0.1;
  private static final double SHIFT = 10;
  private static final int ITERATIONS = 25;

  private final double[] a;
  private final int[] colidx;
  private final int[] rowstr = new int[ROWS + 1];
  private final double[] x = new double[ROWS];
  private final double[] z = new double[ROWS];
  private final double[] p = new double[ROWS];
  private final double[] q = new double[ROWS];
  private final double[] r = new double[ROWS];
  private double zeta;
  private double change = 1;

  ConjugateGradient() {
    Lcg random = new Lcg(314_159_265);
    TreeMap<Long, Double> sum = new TreeMap<>();
    double weight = 1;
    for (int i = 0; i < ROWS; i++) {
      TreeMap<Integer, Double> vector = new TreeMap<>();
      for (int n = 0; n < NONZERO; n++) {
        double value = random.next();
        vector.put((int) (random.next() * ROWS), value);
      }
      vector.put(i, 0.5);
      for (Map.Entry<Integer, Double> row : vector.entrySet()) {
        for (Map.Entry<Integer, Double> column : vector.entrySet()) {
          long place = (long) row.getKey() * ROWS + column.getKey();
          sum.merge(place, weight * row.getValue() * column.getValue(), Double::sum);
        }
      }
      sum.merge((long) i * ROWS + i, CONDITION - SHIFT, Double::sum);
      weight *= StrictMath.pow(CONDITION, 1.0 / ROWS);
    }
    a = new double[sum.size()];
    colidx = new int[sum.size()];
    int next = 0;
    for (Map.Entry<Long, Double> element : sum.entrySet()) {
      a[next] = element.getValue();
      colidx[next++] = (int) (element.getKey() % ROWS);
      rowstr[(int) (element.getKey() / ROWS) + 1] = next;
    }
    Arrays.fill(x, 1);
  }

  @Override
  public void advance() {
    for (int outer = 0; outer < 2; outer++) {
      solve();
      double norm = Math.sqrt(dot(z, z));
      double before = zeta;
      zeta = SHIFT + 1 / dot(x, z);
      change = Math.abs(zeta - before);
      for (int i = 0; i < ROWS; i++) {
        x[i] = z[i] / norm;
      }
    }
  }

  private void solve() {
    Arrays.fill(z, 0);
    System.arraycopy(x, 0, r, 0, ROWS);
    System.arraycopy(x, 0, p, 0, ROWS);
    double rho = dot(r, r);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      multiply(p, q);
      double alpha = rho / dot(p, q);
      for (int i = 0; i < ROWS; i++) {
        z[i] += alpha * p[i];
        r[i] -= alpha * q[i];
      }
      double before = rho;
      rho = dot(r, r);
      for (int i = 0; i < ROWS; i++) {
        p[i] = r[i] + rho / before * p[i];
      }
    }
  }

  private void multiply(double[] from, double[] to) {
    for (int row = 0; row < ROWS; row++) {
      double sum = 0;
      for (int k = rowstr[row]; k < rowstr[row + 1]; k++) {
        sum += a[k] * from[colidx[k]];
      }
      to[row] = sum;
    }
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory().f64("a", a).i32("colidx", colidx).i32("rowstr", rowstr);
    memory.f64("x", x).f64("z", z).f64("p", p).f64("q", q).f64("r", r);
    return memory.arrays();
  }

  /** How much the eigenvalue changed last. */
  @Override
  public double residual() {
    return change;
  }
}
