package dev.magpie.workload.hpc;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * NPB CG: the least eigenvalue of a random sparse matrix by inverse power iteration with conjugate
 * gradients. The memory is what its port to OpenACC, which 354.cg comes from, has on the device:
 * the matrix in as many elements as could be needed before duplicates were merged, and five
 * vectors. Left out is what the host makes the matrix with.
 */
final class ConjugateGradient extends SteppedRun {
  private static final double CONDITION = 0.1;
  private static final int ITERATIONS = 25;

  private final int n;
  private final double shift;
  private final double[] a;
  private final int[] colidx;
  private final int[] rowstr;
  private final double[] x;
  private final double[] z;
  private final double[] p;
  private final double[] q;
  private final double[] r;
  private double zeta;
  private double change = 1;

  /** A class of NPB. */
  private record Problem(int rows, int nonzero, double shift) {}

  private ConjugateGradient(Settings settings) {
    super(settings.whole("steps", SeriesProgram.SNAPSHOTS, 1 << 20));
    Problem problem = problem(settings);
    n = problem.rows;
    shift = problem.shift;
    int most = (problem.nonzero + 1) * (problem.nonzero + 1) * n;
    a = new double[most];
    colidx = new int[most];
    rowstr = new int[n + 1];
    x = new double[n + 2];
    z = new double[n + 2];
    p = new double[n + 2];
    q = new double[n + 2];
    r = new double[n + 2];
    make(problem.nonzero);
    Arrays.fill(x, 0, n + 1, 1);
  }

  private static Problem problem(Settings settings) {
    return switch (settings.word("class")) {
      case "S" -> new Problem(1400, 7, 10);
      case "W" -> new Problem(7000, 8, 12);
      case "A" -> new Problem(14_000, 11, 20);
      case "B" -> new Problem(75_000, 13, 60);
      default -> new Problem(150_000, 15, 110);
    };
  }

  static SeriesProgram program() {
    return new SeriesProgram(
        "cg",
        SeriesProgram.Kind.HPC,
        "354.cg",
        "conjugate gradients on a random sparse matrix",
        "by how much the eigenvalue changed last",
        List.of(
            new InputParameter(
                "class", "problem class of NPB", "W", "A", "C", List.of("S", "W", "A", "B", "C")),
            InputParameter.whole("steps", "power iterations", 15, 15, 75)),
        ConjugateGradient::new);
  }

  /** The sum of outer products of sparse random vectors of falling weight, with a diagonal. */
  private void make(int nonzero) {
    Lcg random = new Lcg(314_159_265);
    random.next();
    int[][] places = new int[n][];
    double[][] values = new double[n][];
    for (int i = 0; i < n; i++) {
      vector(random, nonzero, i, places, values);
    }
    for (int[] place : places) {
      for (int row : place) {
        rowstr[row + 1] += place.length;
      }
    }
    for (int row = 0; row < n; row++) {
      rowstr[row + 1] += rowstr[row];
    }
    Arrays.fill(colidx, 0, rowstr[n], -1);
    int[] length = new int[n];
    double weight = 1;
    double ratio = StrictMath.pow(CONDITION, 1.0 / n);
    for (int i = 0; i < n; i++) {
      for (int one = 0; one < places[i].length; one++) {
        int row = places[i][one];
        for (int other = 0; other < places[i].length; other++) {
          int column = places[i][other];
          double value = values[i][other] * (weight * values[i][one]);
          if (row == i && column == i) {
            value = value + CONDITION - shift;
          }
          length[row] += add(row, length[row], column, value);
        }
      }
      weight *= ratio;
    }
    merge(length);
  }

  /** Draws a vector of some elements at different places, and sets the i-th to a half. */
  private void vector(Lcg random, int nonzero, int i, int[][] places, double[][] values) {
    int range = 1;
    do {
      range *= 2;
    } while (range < n);
    int[] place = new int[nonzero + 1];
    double[] value = new double[nonzero + 1];
    int size = 0;
    while (size < nonzero) {
      double element = random.next();
      int at = (int) (range * random.next());
      if (at < n && indexOf(place, size, at) < 0) {
        place[size] = at;
        value[size++] = element;
      }
    }
    int own = indexOf(place, size, i);
    if (own < 0) {
      own = size++;
      place[own] = i;
    }
    value[own] = 0.5;
    places[i] = Arrays.copyOf(place, size);
    values[i] = Arrays.copyOf(value, size);
  }

  private static int indexOf(int[] places, int size, int place) {
    for (int i = 0; i < size; i++) {
      if (places[i] == place) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Adds to an element of a row, which is kept in the order of its columns.
   *
   * @param length elements that the row has
   * @return how many more it has then
   */
  private int add(int row, int length, int column, double value) {
    int start = rowstr[row];
    int found = Arrays.binarySearch(colidx, start, start + length, column);
    if (found >= 0) {
      a[found] += value;
      return 0;
    }
    int at = -found - 1;
    int after = start + length - at;
    System.arraycopy(a, at, a, at + 1, after);
    System.arraycopy(colidx, at, colidx, at + 1, after);
    a[at] = value;
    colidx[at] = column;
    return 1;
  }

  /** Closes the gaps that merged duplicates leave; what lies behind the last row stays. */
  private void merge(int[] length) {
    int next = 0;
    for (int row = 0; row < n; row++) {
      int start = rowstr[row];
      System.arraycopy(a, start, a, next, length[row]);
      System.arraycopy(colidx, start, colidx, next, length[row]);
      rowstr[row] = next;
      next += length[row];
    }
    rowstr[n] = next;
  }

  @Override
  void step(int number) {
    solve();
    double norm = 1 / Math.sqrt(dot(z, z));
    double before = zeta;
    zeta = shift + 1 / dot(x, z);
    change = Math.abs(zeta - before);
    for (int i = 0; i < n; i++) {
      x[i] = norm * z[i];
    }
  }

  private void solve() {
    Arrays.fill(q, 0, n + 1, 0);
    Arrays.fill(z, 0, n + 1, 0);
    System.arraycopy(x, 0, r, 0, n + 1);
    System.arraycopy(x, 0, p, 0, n + 1);
    double rho = dot(r, r);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      multiply(p, q);
      double alpha = rho / dot(p, q);
      for (int i = 0; i < n; i++) {
        z[i] += alpha * p[i];
        r[i] -= alpha * q[i];
      }
      double before = rho;
      rho = dot(r, r);
      double beta = rho / before;
      for (int i = 0; i < n; i++) {
        p[i] = r[i] + beta * p[i];
      }
    }
    // NPB computes the residual with it, and so r holds the product afterwards.
    multiply(z, r);
  }

  private void multiply(double[] from, double[] to) {
    for (int row = 0; row < n; row++) {
      double sum = 0;
      for (int k = rowstr[row]; k < rowstr[row + 1]; k++) {
        sum += a[k] * from[colidx[k]];
      }
      to[row] = sum;
    }
  }

  private double dot(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  /** The eigenvalue, as NPB verifies it. */
  double zeta() {
    return zeta;
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
