package dev.magpie.workload.buddy;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * NPB CG: inverse power iteration by conjugate gradients. The full size has the rows and elements
 * of class A, whose 22 MiB are 5.4 times the L2 of a P100, not more: every element takes three
 * lines of its own, and one iteration of larger matrices would take more than what a timed run can.
 */
final class ConjugateGradients implements CudaProgram.Run {
  private static final int THREADS = 256;

  /** What NPB publishes: a class's rows, elements of vectors and shift, and its eigenvalue. */
  private record Published(int rows, int nonzeros, int shift, double zeta) {
    static final List<Published> ALL =
        List.of(
            new Published(1400, 7, 10, 8.5971775078648),
            new Published(14_000, 11, 20, 17.130235054029));
    static final int ITERATIONS = 25;
    static final int SOLUTIONS = 15;
    static final double TOLERANCE = 1e-12;
  }

  private final int rows;
  private final int nonzeros;
  private final int shift;
  private final int iterations;
  private final int solutions;
  private final int blocks;
  private final SparseMatrix matrix;
  private double[] x = {};
  private double[] z = {};
  private double[] r = {};

  private ConjugateGradients(Settings settings) {
    rows = settings.whole("rows", 64, 1 << 20);
    nonzeros = settings.whole("nonzeros", 1, 15);
    shift = settings.whole("shift", 1, 1 << 10);
    iterations = settings.whole("iterations", 1, 1 << 10);
    solutions = settings.whole("solutions", 1, 1 << 10);
    blocks = Math.ceilDiv(rows, THREADS);
    matrix = SparseMatrix.random(rows, nonzeros, shift);
  }

  static CudaProgram program() {
    return new CudaProgram(
        "cg-cuda",
        "354.cg",
        "conjugate gradients on a random sparse matrix in compressed rows, NPB CG",
        "residual, solution and eigenvector bit for bit; what NPB publishes for its classes",
        new PtxResource(ConjugateGradients.class, "cg"),
        List.of(
            InputParameter.whole("rows", "rows of the matrix", 5400, 14_000, 14_000),
            InputParameter.whole("nonzeros", "elements of each random vector", 11),
            InputParameter.whole("shift", "subtracted from the diagonal", 20),
            InputParameter.whole("iterations", "of conjugate gradients in a solution", 1, 1, 25),
            InputParameter.whole("solutions", "of the inverse power iteration", 1, 1, 15)),
        ConjugateGradients::new);
  }

  @Override
  public void execute(Host host) {
    DeviceBuffer a = host.upload("a", Dtype.F64, matrix.value);
    DeviceBuffer column = host.upload("colidx", Dtype.I32, matrix.column);
    DeviceBuffer rowStart = host.upload("rowstr", Dtype.I32, matrix.rowStart);
    double[] ones = new double[rows];
    Arrays.fill(ones, 1);
    DeviceBuffer xs = host.upload("x", Dtype.F64, ones);
    DeviceBuffer zs = host.allocate("z", Dtype.F64, rows);
    DeviceBuffer p = host.allocate("p", Dtype.F64, rows);
    DeviceBuffer q = host.allocate("q", Dtype.F64, rows);
    DeviceBuffer rs = host.allocate("r", Dtype.F64, rows);
    DeviceBuffer partial = host.allocate("partial", Dtype.F64, blocks);
    DeviceBuffer rho = host.allocate("rho", Dtype.F64, 1);
    DeviceBuffer before = host.allocate("before", Dtype.F64, 1);
    DeviceBuffer product = host.allocate("product", Dtype.F64, 1);
    for (int solution = 0; solution < solutions; solution++) {
      host.launch("begin", blocks, THREADS, rows, xs, zs, rs, p);
      dot(host, rs, rs, partial, rho);
      for (int iteration = 0; iteration < iterations; iteration++) {
        host.launch("multiply", blocks, THREADS, rows, rowStart, a, column, p, q);
        dot(host, p, q, partial, product);
        host.launch("advance", blocks, THREADS, rows, rho, product, p, q, zs, rs);
        DeviceBuffer swapped = before;
        before = rho;
        rho = swapped;
        dot(host, rs, rs, partial, rho);
        host.launch("turn", blocks, THREADS, rows, rho, before, rs, p);
      }
      dot(host, zs, zs, partial, product);
      host.launch("normalise", blocks, THREADS, rows, product, zs, xs);
    }
    x = host.doubles(xs);
    z = host.doubles(zs);
    r = host.doubles(rs);
  }

  private void dot(
      Host host, DeviceBuffer one, DeviceBuffer other, DeviceBuffer partial, DeviceBuffer result) {
    host.launch("dot", blocks, THREADS, rows, one, other, partial);
    host.launch("total", 1, THREADS, blocks, partial, result);
  }

  @Override
  public void check() {
    double[] vector = new double[rows];
    Arrays.fill(vector, 1);
    double[] solved = new double[rows];
    double[] q = new double[rows];
    double[] residual = vector;
    double zeta = 0;
    for (int solution = 0; solution < solutions; solution++) {
      Arrays.fill(solved, 0);
      residual = vector.clone();
      double[] p = vector.clone();
      double rho = dot(residual, residual);
      for (int iteration = 0; iteration < iterations; iteration++) {
        multiply(p, q);
        double alpha = rho / dot(p, q);
        for (int row = 0; row < rows; row++) {
          solved[row] = Math.fma(alpha, p[row], solved[row]);
          residual[row] = Math.fma(-alpha, q[row], residual[row]);
        }
        double before = rho;
        rho = dot(residual, residual);
        double beta = rho / before;
        for (int row = 0; row < rows; row++) {
          p[row] = Math.fma(beta, p[row], residual[row]);
        }
      }
      zeta = shift + 1 / dot(vector, solved);
      double length = Math.sqrt(dot(solved, solved));
      for (int row = 0; row < rows; row++) {
        vector[row] = solved[row] / length;
      }
    }
    Results.same("r", residual, r);
    Results.same("z", solved, z);
    Results.same("x", vector, x);
    if (iterations == Published.ITERATIONS && solutions == Published.SOLUTIONS) {
      for (Published npb : Published.ALL) {
        if (npb.rows == rows && npb.nonzeros == nonzeros && npb.shift == shift) {
          Results.near("zeta", npb.zeta, zeta, Published.TOLERANCE);
        }
      }
    }
  }

  private void multiply(double[] p, double[] q) {
    for (int row = 0; row < rows; row++) {
      double sum = 0;
      for (int k = matrix.rowStart[row]; k < matrix.rowStart[row + 1]; k++) {
        sum = Math.fma(matrix.value[k], p[matrix.column[k]], sum);
      }
      q[row] = sum;
    }
  }

  /** In the order of the device: blocks by trees, then their sums. */
  private double dot(double[] one, double[] other) {
    double[] partial = new double[blocks];
    for (int block = 0; block < blocks; block++) {
      double[] sums = new double[THREADS];
      for (int i = 0; i < THREADS && block * THREADS + i < rows; i++) {
        sums[i] = one[block * THREADS + i] * other[block * THREADS + i];
      }
      partial[block] = tree(sums);
    }
    double[] sums = new double[THREADS];
    for (int block = 0; block < blocks; block++) {
      sums[block % THREADS] += partial[block];
    }
    return tree(sums);
  }

  private static double tree(double[] sums) {
    for (int distance = THREADS / 2; distance > 0; distance /= 2) {
      for (int i = 0; i < distance; i++) {
        sums[i] += sums[i + distance];
      }
    }
    return sums[0];
  }
}
