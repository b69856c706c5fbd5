package dev.magpie.workload.buddy;

/** LULESH's equation of state, as {@code lulesh_material.cuh} has it. */
final class BlastGas {
  private static final double CUT = 1e-7;
  private static final double LEAST_ENERGY = -1e15;
  private static final double LEAST_VOLUME = 1e-9;
  private static final double MOST_VOLUME = 1e9;

  private BlastGas() {}

  /** Energy, pressure, viscosity and speed of sound of an element. */
  record State(double e, double p, double q, double sound) {}

  /** An element after half a step and corrections; its volume and by what that has changed. */
  static State advance(
      double old, double pq, double linear, double quadratic, double newV, double changed) {
    double v = newV < LEAST_VOLUME ? LEAST_VOLUME : newV > MOST_VOLUME ? MOST_VOLUME : newV;
    double compression = 1 / v - 1;
    double half = 1 / Math.fma(-0.5, changed, v) - 1;
    boolean expands = changed > 0;
    double e = Math.max(LEAST_ENERGY, Math.fma(-0.5 * changed, pq, old));
    double stiffness = 2.0 / 3.0 * (half + 1);
    double p = pressure(stiffness, e, v);
    double q = expands ? 0 : Math.fma(sound(e, 1 / (1 + half), stiffness, p), linear, quadratic);
    double halfPq = p + q;
    e = Math.fma(0.5 * changed, Math.fma(3, pq, -4 * halfPq), e);
    e = Math.max(LEAST_ENERGY, cut(e));
    stiffness = 2.0 / 3.0 * (compression + 1);
    p = pressure(stiffness, e, v);
    double corrected = expands ? 0 : Math.fma(sound(e, v, stiffness, p), linear, quadratic);
    e = Math.fma(-changed / 6, Math.fma(7, pq, Math.fma(-8, halfPq, p + corrected)), e);
    e = Math.max(LEAST_ENERGY, cut(e));
    p = pressure(stiffness, e, v);
    if (!expands) {
      q = cut(Math.fma(sound(e, v, stiffness, p), linear, quadratic));
    }
    return new State(e, p, q, sound(e, v, stiffness, p));
  }

  private static double cut(double value) {
    return Math.abs(value) < CUT ? 0 : value;
  }

  private static double pressure(double stiffness, double e, double v) {
    double p = cut(stiffness * e);
    return v >= MOST_VOLUME || p < 0 ? 0 : p;
  }

  private static double sound(double e, double v, double stiffness, double p) {
    double square = Math.fma(2.0 / 3.0, e, v * v * stiffness * p);
    return square <= .1111111e-36 ? .3333333e-18 : Math.sqrt(square);
  }
}
