package dev.magpie.workload.hpc;

import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;

/**
 * NPB SP: {@link NavierStokes} by scalar pentadiagonal systems, in the coordinates in which the
 * sound waves of an axis part. The memory is that of its port to OpenACC, which 356.sp and 357.csp
 * come from: on the device it has, beside the state, three factors, a diagonal and a right-hand
 * side of all lines of an axis, the same for each axis here as they are as large. Left out are
 * arrays of one line, with which the forcing is computed.
 */
final class ScalarPentadiagonal extends NavierStokes {
  private static final double BT = Math.sqrt(0.5);
  private static final int BAND = 5;

  /** Components that a factor solves, from and to. */
  private static final int[][] SOLVES = {{0, 3}, {3, 4}, {4, 5}};

  private final double[] speed;

  /** By band, plane, place along the axis, and place across, for u, u + c and u - c. */
  private final double[][] lhs;

  private final double[] rhon;
  private final double[] rhsX;
  private final int line;
  private final int bandLength;

  private ScalarPentadiagonal(Settings settings, boolean interleaved) {
    super(problem(settings), steps(settings), interleaved);
    speed = new double[cells];
    line = stride[1];
    bandLength = (n - 1) * line * line;
    lhs = new double[3][BAND * bandLength];
    rhon = new double[bandLength];
    rhsX = new double[COMPONENTS * bandLength];
    initialize();
  }

  private static Problem problem(Settings settings) {
    return switch (settings.word("class")) {
      case "S" -> new Problem(12, 1.5e-2);
      case "W" -> new Problem(36, 1.5e-3);
      case "A" -> new Problem(64, 1.5e-3);
      case "B" -> new Problem(102, 1e-3);
      default -> new Problem(162, 0.67e-3);
    };
  }

  /**
   * @param interleaved whether the components of a cell lie side by side
   */
  static SeriesProgram program(boolean interleaved) {
    return new SeriesProgram(
        interleaved ? "csp" : "sp",
        SeriesProgram.Kind.HPC,
        interleaved ? "357.csp" : "356.sp",
        interleaved
            ? "the same with a cell's components side by side"
            : "Navier-Stokes equations by pentadiagonal lines; a component after the other",
        "error of the density",
        parameters(100, 400),
        settings -> new ScalarPentadiagonal(settings, interleaved));
  }

  @Override
  void derive(int cell) {
    speed[cell] = Math.sqrt(C1 * C2 * rhoI[cell] * (u[at(4, cell)] - square[cell]));
  }

  @Override
  void step(int number) {
    computeRhs();
    each(this::toCharacteristicsOfX);
    for (int axis = 0; axis < 3; axis++) {
      solve(axis);
      each(axis == 0 ? this::fromX : axis == 1 ? this::fromY : this::toState);
    }
    add();
  }

  private interface Visitor {
    void visit(int cell);
  }

  private void each(Visitor visitor) {
    for (int z = 1; z < n - 1; z++) {
      for (int y = 1; y < n - 1; y++) {
        for (int cell = cell(1, y, z); cell < cell(n - 1, y, z); cell++) {
          visitor.visit(cell);
        }
      }
    }
  }

  private void set(int cell, double r0, double r1, double r2, double r3, double r4) {
    rhs[at(0, cell)] = r0;
    rhs[at(1, cell)] = r1;
    rhs[at(2, cell)] = r2;
    rhs[at(3, cell)] = r3;
    rhs[at(4, cell)] = r4;
  }

  private void toCharacteristicsOfX(int cell) {
    double inverse = rhoI[cell];
    double r0 = rhs[at(0, cell)];
    double r1 = rhs[at(1, cell)];
    double x = velocity[0][cell];
    double y = velocity[1][cell] * r0 - rhs[at(2, cell)];
    double z = velocity[2][cell] * r0 - rhs[at(3, cell)];
    double c = speed[cell];
    double sum =
        qs[cell] * r0
            - x * r1
            - velocity[1][cell] * rhs[at(2, cell)]
            - velocity[2][cell] * rhs[at(3, cell)]
            + rhs[at(4, cell)];
    double t1 = C2 / (c * c) * sum;
    double t2 = BT * inverse * (x * r0 - r1);
    double t3 = BT * inverse * c * t1;
    set(cell, r0 - t1, -inverse * z, inverse * y, -t2 + t3, t2 + t3);
  }

  private void fromX(int cell) {
    double t1 = BT * rhs[at(2, cell)];
    double t2 = 0.5 * (rhs[at(3, cell)] + rhs[at(4, cell)]);
    double difference = BT * (rhs[at(3, cell)] - rhs[at(4, cell)]);
    set(cell, -rhs[at(1, cell)], rhs[at(0, cell)], difference, -t1 + t2, t1 + t2);
  }

  private void fromY(int cell) {
    double t1 = BT * rhs[at(0, cell)];
    double t2 = 0.5 * (rhs[at(3, cell)] + rhs[at(4, cell)]);
    double difference = BT * (rhs[at(3, cell)] - rhs[at(4, cell)]);
    set(cell, difference, -rhs[at(2, cell)], rhs[at(1, cell)], -t1 + t2, t1 + t2);
  }

  private void toState(int cell) {
    double x = velocity[0][cell];
    double y = velocity[1][cell];
    double z = velocity[2][cell];
    double c = speed[cell];
    double r0 = rhs[at(0, cell)];
    double r1 = rhs[at(1, cell)];
    double r3 = rhs[at(3, cell)];
    double r4 = rhs[at(4, cell)];
    double density = u[at(0, cell)];
    double t1 = BT * density / c * (r3 + r4);
    double t2 = rhs[at(2, cell)] + t1;
    double t3 = BT * density * (r3 - r4);
    set(
        cell,
        t2,
        -density * r1 + x * t2,
        density * r0 + y * t2,
        z * t2 + t3,
        density * (-x * r1 + y * r0) + qs[cell] * t2 + 2.5 * c * c * t1 + z * t3);
  }

  /** Where a right-hand side has a plane's numbers. */
  private record Plane(int start, int along, int across, int perComponent) {}

  private void solve(int axis) {
    int across = axis == 0 ? stride[1] : stride[0];
    int over = axis == 2 ? stride[1] : stride[2];
    for (int p = 1; p < n - 1; p++) {
      int start = p * over;
      factors(axis, start, across, p * line * line);
      int from = start * perCell();
      Plane place = new Plane(from, stride[axis] * perCell(), across * perCell(), perComponent());
      if (axis > 0) {
        solve(rhs, place, p * line * line);
      } else {
        Plane turned = new Plane(p * line * line, line, 1, bandLength);
        copy(rhs, place, rhsX, turned);
        solve(rhsX, turned, p * line * line);
        copy(rhsX, turned, rhs, place);
      }
    }
  }

  private void copy(double[] from, Plane source, double[] to, Plane target) {
    for (int m = 0; m < COMPONENTS; m++) {
      for (int q = 0; q < n; q++) {
        int in = m * source.perComponent + source.start + q * source.along;
        int out = m * target.perComponent + target.start + q * target.along;
        for (int r = 1; r < n - 1; r++) {
          to[out + r * target.across] = from[in + r * source.across];
        }
      }
    }
  }

  /** Fills the bands of a plane's lines. */
  private void factors(int axis, int start, int across, int first) {
    int along = stride[axis];
    double[] v = velocity[axis];
    double one = dt / (h * h);
    double two = dt / (2 * h);
    double dissipation = dt * DISSIPATION;
    for (int q = 0; q < n; q++) {
      for (int r = 1; r < n - 1; r++) {
        double viscosity = C3C4 * rhoI[start + q * along + r * across];
        double most = D[axis] + Math.max(CON43 * viscosity, C1C5 * viscosity);
        rhon[first + q * line + r] = Math.max(most, Math.max(D[axis] + viscosity, D[axis]));
      }
    }
    for (int q = 0; q < n; q++) {
      boolean end = q == 0 || q == n - 1;
      for (int r = 1; r < n - 1; r++) {
        int t = first + q * line + r;
        if (end) {
          for (double[] factor : lhs) {
            band(factor, t, 0, 0, 1, 0, 0);
          }
          continue;
        }
        int cell = start + q * along + r * across;
        double a0 = q > 2 ? dissipation : 0;
        double a1 = -two * v[cell - along] - one * rhon[t - line];
        a1 -= q > 1 ? 4 * dissipation : 0;
        double a2 = 1 + 2 * one * rhon[t] + (q == 1 || q == n - 2 ? 5 : 6) * dissipation;
        double a3 = two * v[cell + along] - one * rhon[t + line];
        a3 -= q < n - 2 ? 4 * dissipation : 0;
        double a4 = q < n - 3 ? dissipation : 0;
        double down = two * speed[cell - along];
        double up = two * speed[cell + along];
        band(lhs[0], t, a0, a1, a2, a3, a4);
        band(lhs[1], t, a0, a1 - down, a2, a3 + up, a4);
        band(lhs[2], t, a0, a1 + down, a2, a3 - up, a4);
      }
    }
  }

  private void band(double[] factor, int t, double a0, double a1, double a2, double a3, double a4) {
    factor[t] = a0;
    factor[bandLength + t] = a1;
    factor[2 * bandLength + t] = a2;
    factor[3 * bandLength + t] = a3;
    factor[4 * bandLength + t] = a4;
  }

  /** Gaussian elimination of all lines of a plane at once, without pivots. */
  private void solve(double[] b, Plane place, int first) {
    for (int f = 0; f < 3; f++) {
      for (int q = 0; q < n; q++) {
        for (int r = 1; r < n - 1; r++) {
          eliminate(lhs[f], first + q * line + r, SOLVES[f], b, place, q, r);
        }
      }
      for (int q = n - 2; q >= 0; q--) {
        for (int r = 1; r < n - 1; r++) {
          int t = first + q * line + r;
          for (int m = SOLVES[f][0]; m < SOLVES[f][1]; m++) {
            int i = m * place.perComponent + place.start + q * place.along + r * place.across;
            double sum = lhs[f][3 * bandLength + t] * b[i + place.along];
            if (q < n - 2) {
              sum += lhs[f][4 * bandLength + t] * b[i + 2 * place.along];
            }
            b[i] -= sum;
          }
        }
      }
    }
  }

  private void eliminate(
      double[] a, int t, int[] components, double[] b, Plane place, int q, int r) {
    int t1 = t + line;
    int t2 = t1 + line;
    double factor = 1 / a[2 * bandLength + t];
    double a3 = factor * a[3 * bandLength + t];
    double a4 = factor * a[4 * bandLength + t];
    if (q < n - 1) {
      a[3 * bandLength + t] = a3;
      a[4 * bandLength + t] = a4;
      a[2 * bandLength + t1] -= a[bandLength + t1] * a3;
      a[3 * bandLength + t1] -= a[bandLength + t1] * a4;
    }
    if (q < n - 2) {
      a[bandLength + t2] -= a[t2] * a3;
      a[2 * bandLength + t2] -= a[t2] * a4;
    }
    for (int m = components[0]; m < components[1]; m++) {
      int i = m * place.perComponent + place.start + q * place.along + r * place.across;
      double value = factor * b[i];
      b[i] = value;
      if (q < n - 1) {
        b[i + place.along] -= a[bandLength + t1] * value;
      }
      if (q < n - 2) {
        b[i + 2 * place.along] -= a[t2] * value;
      }
    }
  }

  @Override
  public Map<String, Object> arrays() {
    return shared()
        .f64("speed", speed)
        .f64("lhs", lhs[0])
        .f64("lhsp", lhs[1])
        .f64("lhsm", lhs[2])
        .f64("rhon", rhon)
        .f64("rhs_x", rhsX)
        .arrays();
  }
}
