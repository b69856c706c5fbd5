package dev.magpie.workload.buddy;

import java.util.SplittableRandom;

/**
 * The fields of a large-eddy simulation in columns, [i][j][k], with three layers of ghost columns.
 * What it computes are the operations of {@code palm.cu}, one for one.
 */
final class ConvectionFields {
  static final int LEVELS = 64;
  static final int GHOSTS = 3;
  private static final double WIDTH = 50;
  private static final double BUOYANCY = 9.81 / 300;
  private static final double RELAXATION = 1.2 / 6;
  private static final double OUTFLOW = -1 / (60 * WIDTH);

  /** Kelvins a second in the lowest cells. */
  static final double HEATING = 0.1 / WIDTH;

  /** Kelvins a level. */
  private static final double STRATIFICATION = 0.003 * WIDTH;

  private static final int J = LEVELS;

  final int side;
  private final int stepI;
  final double[] u;
  final double[] v;
  final double[] w;
  final double[] pt;
  final double[] e;
  final double[] nextU;
  final double[] nextV;
  final double[] nextW;
  final double[] nextPt;
  final double[] nextE;
  final double[] memoryU;
  final double[] memoryV;
  final double[] memoryW;
  final double[] memoryPt;
  final double[] memoryE;
  final double[] km;
  final double[] kh;
  final double[] source;
  final double[] p;
  final double[] d;
  final double[] reference = new double[LEVELS];

  /** Wind and gusts over the lower half, which is as warm everywhere; calm and stable air above. */
  ConvectionFields(int side, long seed) {
    this.side = side;
    stepI = (side + 2 * GHOSTS) * LEVELS;
    int size = (side + 2 * GHOSTS) * stepI;
    double[][] arrays = new double[20][size];
    int next = 0;
    u = arrays[next++];
    v = arrays[next++];
    w = arrays[next++];
    pt = arrays[next++];
    e = arrays[next++];
    nextU = arrays[next++];
    nextV = arrays[next++];
    nextW = arrays[next++];
    nextPt = arrays[next++];
    nextE = arrays[next++];
    memoryU = arrays[next++];
    memoryV = arrays[next++];
    memoryW = arrays[next++];
    memoryPt = arrays[next++];
    memoryE = arrays[next++];
    km = arrays[next++];
    kh = arrays[next++];
    source = arrays[next++];
    p = arrays[next++];
    d = arrays[next];
    for (int k = 0; k < LEVELS; k++) {
      reference[k] = 300 + Math.max(0, k - LEVELS / 2) * STRATIFICATION;
    }
    SplittableRandom random = new SplittableRandom(seed);
    interior((cell, k) -> {
      boolean mixed = k < LEVELS / 2;
      u[cell] = 5 + (mixed ? random.nextDouble() - 0.5 : 0);
      v[cell] = mixed ? random.nextDouble() - 0.5 : 0;
      w[cell] = mixed ? random.nextDouble() - 0.5 : 0;
      pt[cell] = reference[k] + (mixed ? 0.2 * (random.nextDouble() - 0.5) : 0);
      e[cell] = mixed ? 0.1 + 0.1 * random.nextDouble() : 1e-6;
    });
    for (double[] field : new double[][] {u, v, pt, e}) {
      levelOff(field);
      exchange(field, GHOSTS);
    }
    exchange(w, GHOSTS);
  }

  /** What visits the cells between ground and lid, ghosts not counted. */
  private interface Visitor {
    void visit(int cell, int k);
  }

  private void interior(Visitor visitor) {
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < side; j++) {
        for (int k = 1; k < LEVELS - 1; k++) {
          visitor.visit(at(i, j, k), k);
        }
      }
    }
  }

  private int at(int i, int j, int k) {
    return (i + GHOSTS) * stepI + (j + GHOSTS) * J + k;
  }

  /** Factors of differences between six values in a row. */
  private record Order(
      double inner,
      double middle,
      double outer,
      double leanInner,
      double leanMiddle,
      double leanOuter) {
    static final Order FIFTH = new Order(37, -8, 1, 10, -5, 1);
    static final Order THIRD = new Order(35, -5, 0, 15, -5, 0);
    static final Order SECOND = new Order(30, 0, 0, 0, 0, 0);

    static Order above(int k) {
      return k < 1 || k > LEVELS - 3 ? SECOND : k < 2 || k > LEVELS - 4 ? THIRD : FIFTH;
    }
  }

  /** 60 times the flux from the third of six values, which are a step apart, to the fourth. */
  private static double flux(
      Order order, double wind, double diffusivity, double[] x, int third, int step) {
    double a = x[third - 2 * step];
    double b = x[third - step];
    double c = x[third];
    double d = x[third + step];
    double e = x[third + 2 * step];
    double f = x[third + 3 * step];
    double central =
        Math.fma(order.inner, c + d, Math.fma(order.middle, b + e, order.outer * (a + f)));
    double lean =
        Math.fma(
            order.leanInner, d - c, Math.fma(order.leanMiddle, e - b, order.leanOuter * (f - a)));
    return Math.fma(
        -30 / WIDTH, diffusivity * (d - c), Math.fma(wind, central, -(Math.abs(wind) * lean)));
  }

  /** How much of a tendency counts, and of the one that is remembered; and what to remember. */
  record Stage(double now, double then, double keepNow, double keepThen) {}

  /** What else than advection and diffusion changes a field. */
  private interface Tendency {
    double of(int cell, int k, double out);
  }

  /** A field and where it is: -1 in cells, or halfway between two of an axis. */
  private void change(
      double[] field,
      int own,
      double[] diffusivity,
      double[] next,
      double[] memory,
      Stage stage,
      Tendency tendency) {
    int half = own == 0 ? -stepI : own == 1 ? -J : own == 2 ? 1 : 0;
    double[][] winds = {u, v, w};
    int[] steps = {stepI, J, 1};
    interior((cell, k) -> {
      if (own == 2 && k > LEVELS - 3) {
        return;
      }
      double[] sums = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        int step = steps[axis];
        // Faces of u and v are before a cell, those of w above it.
        int low = axis == 2 ? cell - step : cell;
        sums[axis] =
            face(field, own, half, winds[axis], diffusivity, axis, step, low + step, k)
                - face(field, own, half, winds[axis], diffusivity, axis, step, low, k - 1);
      }
      double changes = tendency.of(cell, k, sums[0] + sums[1] + sums[2]);
      double remembered = memory[cell];
      next[cell] = Math.fma(stage.now, changes, Math.fma(stage.then, remembered, field[cell]));
      memory[cell] = Math.fma(stage.keepNow, changes, stage.keepThen * remembered);
    });
  }

  private static double face(
      double[] field,
      int own,
      int half,
      double[] through,
      double[] diffusivity,
      int axis,
      int step,
      int cell,
      int level) {
    double wind;
    if (own < 0) {
      wind = through[cell];
    } else if (own == 2) {
      wind = 0.5 * (through[cell] + through[cell + half]);
    } else {
      wind = 0.5 * (through[cell + half] + through[cell]);
    }
    int third = axis == 2 ? cell : cell - step;
    double k2;
    if (own == axis) {
      k2 = 2 * diffusivity[axis == 2 ? cell + 1 : cell - step];
    } else {
      int behind = own == 0 || own == 1 ? half : 0;
      int ahead = own == 2 ? half : 0;
      k2 = diffusivity[third + behind] + diffusivity[third + step + ahead];
    }
    return flux(axis == 2 ? Order.above(level) : Order.FIFTH, wind, k2, field, third, step);
  }

  void move(Stage stage) {
    change(u, 0, km, nextU, memoryU, stage, (_, _, out) -> OUTFLOW * out);
    change(v, 1, km, nextV, memoryV, stage, (_, _, out) -> OUTFLOW * out);
    change(
        w,
        2,
        km,
        nextW,
        memoryW,
        stage,
        (cell, k, out) ->
            Math.fma(
                OUTFLOW,
                out,
                0.5 * BUOYANCY * (pt[cell] - reference[k] + (pt[cell + 1] - reference[k + 1]))));
    change(
        pt,
        -1,
        kh,
        nextPt,
        memoryPt,
        stage,
        (_, k, out) -> Math.fma(OUTFLOW, out, k == 1 ? HEATING : 0));
    change(
        e, -1, km, nextE, memoryE, stage, (cell, _, out) -> Math.fma(OUTFLOW, out, source[cell]));
  }

  private static double slope(double[] wind, int c, int beside, int step) {
    return wind[c + step] - wind[c - step] + (wind[c + step + beside] - wind[c - step + beside]);
  }

  void diffusivities() {
    interior((c, _) -> {
      double du = u[c + stepI] - u[c];
      double dv = v[c + J] - v[c];
      double dw = w[c] - w[c - 1];
      double uv = slope(u, c, stepI, J) + slope(v, c, J, stepI);
      double uw = slope(u, c, stepI, 1) + slope(w, c, -1, stepI);
      double vw = slope(v, c, J, 1) + slope(w, c, -1, J);
      double along = Math.fma(du, du, Math.fma(dv, dv, dw * dw));
      double across = Math.fma(uv, uv, Math.fma(uw, uw, vw * vw));
      double shear = Math.fma(2, along, 0.0625 * across) * (1 / (WIDTH * WIDTH));
      double stability = 0.5 * BUOYANCY / WIDTH * (pt[c + 1] - pt[c - 1]);
      double root = Math.sqrt(e[c] > 0 ? e[c] : 0);
      double length = WIDTH;
      if (stability > 0) {
        double least = 0.76 * root / Math.sqrt(stability);
        length = least < length ? least : length;
      }
      double momentum = 0.1 * length * root;
      double heat = Math.fma(2 / WIDTH, length, 1) * momentum;
      double dissipation =
          length > 0 ? Math.fma(0.74 / WIDTH, length, 0.19) * (e[c] * root) / length : 0;
      km[c] = momentum;
      kh[c] = heat;
      source[c] = Math.fma(momentum, shear, -Math.fma(heat, stability, dissipation));
    });
  }

  void levelOff(double[] field) {
    for (int i = 0; i < side; i++) {
      for (int j = 0; j < side; j++) {
        field[at(i, j, 0)] = field[at(i, j, 1)];
        field[at(i, j, LEVELS - 1)] = field[at(i, j, LEVELS - 2)];
      }
    }
  }

  void exchange(double[] field, int depth) {
    for (int i = -depth; i < side + depth; i++) {
      for (int j = -depth; j < side + depth; j++) {
        if (i < 0 || i >= side || j < 0 || j >= side) {
          int from = at(Math.floorMod(i, side), Math.floorMod(j, side), 0);
          System.arraycopy(field, from, field, at(i, j, 0), LEVELS);
        }
      }
    }
  }

  void divergence() {
    interior((c, _) ->
        d[c] =
            WIDTH
                * (nextU[c + stepI]
                    - nextU[c]
                    + (nextV[c + J] - nextV[c])
                    + (nextW[c] - nextW[c - 1])));
  }

  void relax(int colour) {
    interior((c, k) -> {
      if (((c / stepI + c / J % (stepI / J) + k) & 1) == colour) {
        double here = p[c];
        double below = k == 1 ? here : p[c - 1];
        double above = k == LEVELS - 2 ? here : p[c + 1];
        double sum = p[c - stepI] + p[c + stepI] + (p[c - J] + p[c + J]) + (below + above);
        p[c] = Math.fma(RELAXATION, Math.fma(-6, here, sum) - d[c], here);
      }
    });
  }

  void correct() {
    interior((c, k) -> {
      double here = p[c];
      nextU[c] = Math.fma(-1 / WIDTH, here - p[c - stepI], nextU[c]);
      nextV[c] = Math.fma(-1 / WIDTH, here - p[c - J], nextV[c]);
      if (k < LEVELS - 2) {
        nextW[c] = Math.fma(-1 / WIDTH, p[c + 1] - here, nextW[c]);
      }
    });
  }

  /** What was new is the state. */
  void accept() {
    double[][] states = {u, v, w, pt, e};
    double[][] news = {nextU, nextV, nextW, nextPt, nextE};
    for (int i = 0; i < states.length; i++) {
      double[] state = states[i];
      for (int c = 0; c < state.length; c++) {
        double swapped = state[c];
        state[c] = news[i][c];
        news[i][c] = swapped;
      }
    }
  }

  /** The sum of a field between ground and lid. */
  double sum(double[] field) {
    double[] sum = {0};
    interior((cell, _) -> sum[0] += field[cell]);
    return sum[0];
  }

  /** The sum of the squares of the divergences that were last computed. */
  double squareDivergence() {
    double[] sum = {0};
    interior((cell, _) -> sum[0] += d[cell] * d[cell]);
    return sum[0];
  }
}
