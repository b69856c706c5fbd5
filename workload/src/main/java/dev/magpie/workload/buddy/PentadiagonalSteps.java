package dev.magpie.workload.buddy;

import java.util.function.IntConsumer;

/**
 * Steps of sound and entropy waves in plain Java: the equations of {@link ScalarLines}, what it
 * begins with, and what it should give. Components are entropy, three velocities and pressure, in
 * units in which density and the speed of sound are one; sides are of length one.
 */
final class PentadiagonalSteps {
  static final int COMPONENTS = 5;

  /** Layers of cells on each side that stay zero. */
  static final int MARGIN = 2;

  /** Of the fourth difference. */
  static final double EPSILON = 0.02;

  private static final int DIRECTIONS = 3;
  private static final int PRESSURE = 4;

  /** Sound goes this far in a step, in cells. */
  private static final double COURANT = 2;

  private final int n;
  private final int cells;
  private final int[] stride;

  PentadiagonalSteps(int n) {
    this.n = n;
    cells = n * n * n;
    stride = new int[] {1, n, n * n};
  }

  double dt() {
    return COURANT / (n - 1);
  }

  /** A step over twice the distance of cells. */
  double lambda() {
    return COURANT / 2;
  }

  /** A value for each cell of where it is, from 0 to 1 in each direction. */
  private interface Field {
    double at(double x, double y, double z);
  }

  private double[] sampled(int margin, Field field) {
    double[] values = new double[cells];
    for (int k = margin; k < n - margin; k++) {
      for (int j = margin; j < n - margin; j++) {
        for (int i = margin; i < n - margin; i++) {
          values[i + n * (j + n * k)] = field.at(i / (n - 1.0), j / (n - 1.0), k / (n - 1.0));
        }
      }
    }
    return values;
  }

  private static double sin(double x) {
    return StrictMath.sin(Math.PI * x);
  }

  private static double cos(double x) {
    return StrictMath.cos(Math.PI * x);
  }

  /** Vortices without divergence, along walls. */
  double[][] flow() {
    return new double[][] {
      sampled(0, (x, y, z) -> 0.4 * sin(x) * cos(y) * cos(z)),
      sampled(0, (x, y, z) -> -0.2 * cos(x) * sin(y) * cos(z)),
      sampled(0, (x, y, z) -> -0.2 * cos(x) * cos(y) * sin(z)),
    };
  }

  /** A pulse of pressure and one of entropy beside it. */
  double[][] start() {
    double[][] q = new double[COMPONENTS][cells];
    q[0] = sampled(MARGIN, (x, y, z) -> pulse(x - 0.3, y - 0.4, z - 0.5));
    q[PRESSURE] = sampled(MARGIN, (x, y, z) -> pulse(x - 0.6, y - 0.5, z - 0.4));
    return q;
  }

  private static double pulse(double x, double y, double z) {
    return StrictMath.exp(-40 * (x * x + y * y + z * z));
  }

  /** A smooth source of each component. */
  double[][] forcing() {
    double[][] q = new double[COMPONENTS][];
    for (int m = 0; m < COMPONENTS; m++) {
      int waves = m + 1;
      q[m] = sampled(MARGIN, (x, y, z) -> 0.1 * sin(waves * x) * sin(y) * sin(z));
    }
    return q;
  }

  /** All components after some steps. */
  double[][] after(int steps) {
    double[][] q = start();
    double[][] flow = flow();
    double[][] forcing = forcing();
    double[][] rhs = new double[COMPONENTS][cells];
    for (int step = 0; step < steps; step++) {
      each(cell -> explicit(cell, q, flow, forcing, rhs));
      for (int d = 0; d < DIRECTIONS; d++) {
        implicit(d, flow[d], rhs);
      }
      each(cell -> {
        for (int m = 0; m < COMPONENTS; m++) {
          q[m][cell] += rhs[m][cell];
        }
      });
    }
    return q;
  }

  private void each(IntConsumer update) {
    for (int k = MARGIN; k < n - MARGIN; k++) {
      for (int j = MARGIN; j < n - MARGIN; j++) {
        for (int i = MARGIN; i < n - MARGIN; i++) {
          update.accept(i + n * (j + n * k));
        }
      }
    }
  }

  private void explicit(
      int cell, double[][] q, double[][] flow, double[][] forcing, double[][] rhs) {
    double lambda = lambda();
    for (int m = 0; m < COMPONENTS; m++) {
      double advected =
          Math.fma(
              flow[2][cell],
              difference(q[m], cell, 2),
              Math.fma(
                  flow[1][cell],
                  difference(q[m], cell, 1),
                  flow[0][cell] * difference(q[m], cell, 0)));
      double damped =
          dissipation(q[m], cell, 0) + dissipation(q[m], cell, 1) + dissipation(q[m], cell, 2);
      rhs[m][cell] =
          Math.fma(-EPSILON, damped, Math.fma(-lambda, advected, dt() * forcing[m][cell]));
    }
    for (int d = 0; d < DIRECTIONS; d++) {
      rhs[1 + d][cell] = Math.fma(-lambda, difference(q[PRESSURE], cell, d), rhs[1 + d][cell]);
    }
    double divergence =
        difference(q[1], cell, 0) + difference(q[2], cell, 1) + difference(q[3], cell, 2);
    rhs[PRESSURE][cell] = Math.fma(-lambda, divergence, rhs[PRESSURE][cell]);
  }

  private double difference(double[] q, int cell, int direction) {
    return q[cell + stride[direction]] - q[cell - stride[direction]];
  }

  private double dissipation(double[] q, int cell, int direction) {
    int one = stride[direction];
    double near = q[cell + one] + q[cell - one];
    double far = q[cell + 2 * one] + q[cell - 2 * one];
    return Math.fma(-4, near, Math.fma(6, q[cell], far));
  }

  /**
   * Solves along all lines of a direction, for waves that go out, come in or move with the flow.
   */
  private void implicit(int direction, double[] speed, double[][] rhs) {
    double[] normal = rhs[1 + direction];
    double[] pressure = rhs[PRESSURE];
    each(cell -> {
      double outgoing = normal[cell] + pressure[cell];
      double incoming = normal[cell] - pressure[cell];
      normal[cell] = outgoing;
      pressure[cell] = incoming;
    });
    int across = stride[(direction + 1) % DIRECTIONS];
    int other = stride[(direction + 2) % DIRECTIONS];
    for (int a = MARGIN; a < n - MARGIN; a++) {
      for (int b = MARGIN; b < n - MARGIN; b++) {
        int first = a * across + b * other;
        for (int m = 0; m < COMPONENTS; m++) {
          int sound = m == 1 + direction ? 1 : m == PRESSURE ? -1 : 0;
          line(first, stride[direction], sound, speed, rhs[m]);
        }
      }
    }
    each(cell -> {
      double outgoing = normal[cell];
      double incoming = pressure[cell];
      normal[cell] = 0.5 * (outgoing + incoming);
      pressure[cell] = 0.5 * (outgoing - incoming);
    });
  }

  /** A pentadiagonal system, whose lines' first and last two unknowns are zero. */
  private void line(int first, int stride, int sound, double[] speed, double[] r) {
    double lambda = lambda();
    double[] near = new double[n];
    double[] far = new double[n];
    for (int t = MARGIN; t < n - MARGIN; t++) {
      int cell = first + t * stride;
      double sigma = speed[cell] + sound;
      double below = Math.fma(-EPSILON, near[t - 2], Math.fma(-lambda, sigma, -4 * EPSILON));
      double diagonal = Math.fma(-EPSILON, far[t - 2], Math.fma(6, EPSILON, 1));
      diagonal = Math.fma(-below, near[t - 1], diagonal);
      double above = Math.fma(-below, far[t - 1], Math.fma(lambda, sigma, -4 * EPSILON));
      double inverse = 1 / diagonal;
      near[t] = above * inverse;
      far[t] = EPSILON * inverse;
      r[cell] =
          Math.fma(-below, r[cell - stride], Math.fma(-EPSILON, r[cell - 2 * stride], r[cell]))
              * inverse;
    }
    for (int t = n - MARGIN - 1; t >= MARGIN; t--) {
      int cell = first + t * stride;
      r[cell] =
          Math.fma(-far[t], r[cell + 2 * stride], Math.fma(-near[t], r[cell + stride], r[cell]));
    }
  }
}
