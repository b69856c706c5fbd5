package dev.magpie.workload.hpc;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.Map;

/**
 * What NPB SP and BT have in common: the compressible Navier-Stokes equations in a cube, driven to
 * a known polynomial solution by implicit sweeps along x, y and z ("The NAS Parallel Benchmarks",
 * NAS technical report RNR-94-007, section 3). Five components a cell: density, three momenta,
 * energy.
 */
abstract class NavierStokes extends SteppedRun {
  static final int COMPONENTS = 5;
  static final double C1 = 1.4;
  static final double C2 = 0.4;
  static final double C3C4 = 0.1;
  static final double C1C5 = C1 * 1.4;
  static final double C1345 = C1C5 * C3C4;
  static final double CON43 = 4.0 / 3;

  /** Diffusion by axis, and of the fourth-order dissipation. */
  static final double[] D = {0.75, 0.75, 1};

  static final double DISSIPATION = 0.25;

  private static final double[][] SOLUTION = {
    {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
    {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
    {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
  };

  final int n;
  final double dt;
  final double h;

  /** Of x, y and z: rows are one cell longer than an even grid. */
  final int[] stride;

  final int cells;
  final double[] u;
  final double[] rhs;
  final double[] forcing;
  final double[][] velocity;
  final double[] rhoI;
  final double[] qs;
  final double[] square;

  private final int perCell;
  private final int perComponent;

  /**
   * A problem of NPB.
   *
   * @param n cells of an edge
   * @param dt time step
   */
  record Problem(int n, double dt) {}

  /**
   * @param interleaved whether the components of a cell lie side by side
   */
  NavierStokes(Problem problem, int steps, boolean interleaved) {
    super(steps);
    n = problem.n;
    dt = problem.dt;
    h = 1.0 / (n - 1);
    int row = n / 2 * 2 + 1;
    stride = new int[] {1, row, row * row};
    cells = n * stride[2];
    perCell = interleaved ? COMPONENTS : 1;
    perComponent = interleaved ? 1 : cells;
    u = new double[COMPONENTS * cells];
    rhs = new double[COMPONENTS * cells];
    forcing = new double[COMPONENTS * cells];
    velocity = new double[3][cells];
    rhoI = new double[cells];
    qs = new double[cells];
    square = new double[cells];
  }

  /** Parameters of all such programs. */
  static List<InputParameter> parameters(int quick, int full) {
    return List.of(
        new InputParameter(
            "class", "problem class of NPB", "W", "A", "C", List.of("S", "W", "A", "B", "C")),
        InputParameter.whole("steps", "time steps", quick, full, full));
  }

  static int steps(Settings settings) {
    return settings.whole("steps", SeriesProgram.SNAPSHOTS, 1 << 20);
  }

  /** Forcing that the exact solution balances, then the state between the exact faces. */
  final void initialize() {
    fillExact();
    derive();
    differences();
    for (int i = 0; i < rhs.length; i++) {
      forcing[i] = 0 - rhs[i];
    }
    interpolate();
  }

  final int at(int component, int cell) {
    return component * perComponent + cell * perCell;
  }

  final int perCell() {
    return perCell;
  }

  final int perComponent() {
    return perComponent;
  }

  final int cell(int x, int y, int z) {
    return x + y * stride[1] + z * stride[2];
  }

  static double exact(int component, double x, double y, double z) {
    double[] c = SOLUTION[component];
    return c[0]
        + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10])))
        + y * (c[2] + y * (c[5] + y * (c[8] + y * c[11])))
        + z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
  }

  private void fillExact() {
    for (int z = 0; z < n; z++) {
      for (int y = 0; y < n; y++) {
        for (int x = 0; x < n; x++) {
          for (int m = 0; m < COMPONENTS; m++) {
            u[at(m, cell(x, y, z))] = exact(m, x * h, y * h, z * h);
          }
        }
      }
    }
  }

  /** Transfinite interpolation between the faces, whose values stay exact. */
  private void interpolate() {
    for (int z = 1; z < n - 1; z++) {
      for (int y = 1; y < n - 1; y++) {
        for (int x = 1; x < n - 1; x++) {
          for (int m = 0; m < COMPONENTS; m++) {
            double px = x * h * exact(m, 1, y * h, z * h) + (1 - x * h) * exact(m, 0, y * h, z * h);
            double py = y * h * exact(m, x * h, 1, z * h) + (1 - y * h) * exact(m, x * h, 0, z * h);
            double pz = z * h * exact(m, x * h, y * h, 1) + (1 - z * h) * exact(m, x * h, y * h, 0);
            u[at(m, cell(x, y, z))] = px + py + pz - px * py - px * pz - py * pz + px * py * pz;
          }
        }
      }
    }
  }

  /** What is kept for each cell beside the state. */
  private void derive() {
    for (int z = 0; z < n; z++) {
      for (int y = 0; y < n; y++) {
        for (int cell = cell(0, y, z); cell < cell(n, y, z); cell++) {
          double inverse = 1 / u[at(0, cell)];
          rhoI[cell] = inverse;
          double sum = 0;
          for (int axis = 0; axis < 3; axis++) {
            double momentum = u[at(axis + 1, cell)];
            velocity[axis][cell] = momentum * inverse;
            sum += momentum * momentum;
          }
          square[cell] = 0.5 * sum * inverse;
          qs[cell] = square[cell] * inverse;
          derive(cell);
        }
      }
    }
  }

  /** What else a program keeps for a cell. */
  void derive(int cell) {}

  /** The right-hand side of a step. */
  final void computeRhs() {
    derive();
    System.arraycopy(forcing, 0, rhs, 0, rhs.length);
    differences();
    for (int m = 0; m < COMPONENTS; m++) {
      for (int z = 1; z < n - 1; z++) {
        for (int y = 1; y < n - 1; y++) {
          for (int x = 1; x < n - 1; x++) {
            rhs[at(m, cell(x, y, z))] *= dt;
          }
        }
      }
    }
  }

  private void differences() {
    for (int axis = 0; axis < 3; axis++) {
      for (int z = 1; z < n - 1; z++) {
        for (int y = 1; y < n - 1; y++) {
          for (int x = 1; x < n - 1; x++) {
            int cell = cell(x, y, z);
            fluxes(axis, cell);
            dissipate(stride[axis] * perCell, axis == 0 ? x : axis == 1 ? y : z, cell);
          }
        }
      }
    }
  }

  private void fluxes(int axis, int cell) {
    int up = cell + stride[axis];
    int down = cell - stride[axis];
    double diffusion = D[axis] / (h * h);
    double half = 1 / (2 * h);
    double viscosity = C3C4 / (h * h);
    double[] v = velocity[axis];
    double energyUp = u[at(4, up)];
    double energy = u[at(4, cell)];
    double energyDown = u[at(4, down)];
    rhs[at(0, cell)] +=
        diffusion * (u[at(0, up)] - 2 * u[at(0, cell)] + u[at(0, down)])
            - half * (u[at(axis + 1, up)] - u[at(axis + 1, down)]);
    for (int other = 0; other < 3; other++) {
      double[] w = velocity[other];
      double mUp = u[at(other + 1, up)];
      double mDown = u[at(other + 1, down)];
      double convected = mUp * v[up] - mDown * v[down];
      double sheared = viscosity * (w[up] - 2 * w[cell] + w[down]);
      if (other == axis) {
        convected += (energyUp - square[up] - energyDown + square[down]) * C2;
        sheared *= CON43;
      }
      rhs[at(other + 1, cell)] +=
          diffusion * (mUp - 2 * u[at(other + 1, cell)] + mDown) + sheared - half * convected;
    }
    rhs[at(4, cell)] +=
        diffusion * (energyUp - 2 * energy + energyDown)
            + viscosity * (1 - C1C5) * (qs[up] - 2 * qs[cell] + qs[down])
            + viscosity / 6 * (v[up] * v[up] - 2 * v[cell] * v[cell] + v[down] * v[down])
            + viscosity
                * C1C5
                * (energyUp * rhoI[up] - 2 * energy * rhoI[cell] + energyDown * rhoI[down])
            - half
                * ((C1 * energyUp - C2 * square[up]) * v[up]
                    - (C1 * energyDown - C2 * square[down]) * v[down]);
  }

  /** Of fourth order, and one-sided beside the faces. */
  private void dissipate(int step, int place, int cell) {
    for (int m = 0; m < COMPONENTS; m++) {
      int i = at(m, cell);
      double sum = (place == 1 || place == n - 2 ? 5 : 6) * u[i];
      if (place > 1) {
        sum -= 4 * u[i - step];
      }
      if (place > 2) {
        sum += u[i - 2 * step];
      }
      if (place < n - 2) {
        sum -= 4 * u[i + step];
      }
      if (place < n - 3) {
        sum += u[i + 2 * step];
      }
      rhs[i] -= DISSIPATION * sum;
    }
  }

  /** Adds the solved right-hand side to the state. */
  final void add() {
    for (int m = 0; m < COMPONENTS; m++) {
      for (int z = 1; z < n - 1; z++) {
        for (int y = 1; y < n - 1; y++) {
          for (int x = 1; x < n - 1; x++) {
            int i = at(m, cell(x, y, z));
            u[i] += rhs[i];
          }
        }
      }
    }
  }

  /** Root mean squares of the error, by component, as NPB verifies. */
  final double[] errors() {
    double[] sum = new double[COMPONENTS];
    for (int z = 0; z < n; z++) {
      for (int y = 0; y < n; y++) {
        for (int x = 0; x < n; x++) {
          for (int m = 0; m < COMPONENTS; m++) {
            double error = u[at(m, cell(x, y, z))] - exact(m, x * h, y * h, z * h);
            sum[m] += error * error;
          }
        }
      }
    }
    return roots(sum);
  }

  /**
   * Root mean squares of the right-hand side, by component, as NPB verifies. Computes it anew, and
   * so the memory is another after it.
   */
  final double[] residuals() {
    computeRhs();
    double[] sum = new double[COMPONENTS];
    for (int m = 0; m < COMPONENTS; m++) {
      for (int z = 1; z < n - 1; z++) {
        for (int y = 1; y < n - 1; y++) {
          for (int x = 1; x < n - 1; x++) {
            double value = rhs[at(m, cell(x, y, z))] / dt;
            sum[m] += value * value;
          }
        }
      }
    }
    return roots(sum);
  }

  private double[] roots(double[] sums) {
    double[] roots = new double[COMPONENTS];
    for (int m = 0; m < COMPONENTS; m++) {
      roots[m] = Math.sqrt(sums[m] / Math.pow(n - 2, 3));
    }
    return roots;
  }

  /** The memory that both programs keep. */
  final Memory shared() {
    Memory memory = new Memory().f64("u", u).f64("rhs", rhs).f64("forcing", forcing);
    memory.f64("us", velocity[0]).f64("vs", velocity[1]).f64("ws", velocity[2]);
    return memory.f64("rho_i", rhoI).f64("qs", qs).f64("square", square);
  }

  /** The error of the density. */
  @Override
  public final double residual() {
    return errors()[0];
  }

  @Override
  public abstract Map<String, Object> arrays();
}
