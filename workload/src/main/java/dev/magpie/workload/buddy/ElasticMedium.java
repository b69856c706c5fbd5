package dev.magpie.workload.buddy;

/**
 * What SEISMIC_CPML's 3D isotropic program is given: rock, a time step, a point force, and the
 * profiles of its absorbing layers. Lengths are in metres, times in seconds.
 */
final class ElasticMedium {
  private static final double SPACING = 10;
  private static final double STEP = 1.6e-3;
  private static final double P_SPEED = 3300;
  private static final double S_SPEED = P_SPEED / 1.732;
  private static final double DENSITY = 2800;
  private static final double FREQUENCY = 7;
  private static final double AMPLITUDE = 1e7;
  private static final double DELAY = 1.2 / FREQUENCY;
  private static final double REFLECTION = 1e-3;

  /** Degrees of the force, from x to y. */
  private static final double DIRECTION = 135;

  /** A layer's cells. */
  static final int LAYER = 10;

  /** What a difference of velocities along an axis adds to the stress along it. */
  static final double ALONG = DENSITY * P_SPEED * P_SPEED * STEP / SPACING;

  /** And to a shear stress. */
  static final double SHEAR = DENSITY * S_SPEED * S_SPEED * STEP / SPACING;

  /** And to the stress along other axes. */
  static final double ACROSS = ALONG - 2 * SHEAR;

  /** What a difference of stresses adds to a velocity. */
  static final double LIGHTNESS = STEP / (DENSITY * SPACING);

  private ElasticMedium() {}

  /** The cell in the middle, where the force is. */
  static int source(int[] size) {
    return size[0] / 2 + size[0] * (size[1] / 2 + size[1] * (size[2] / 2));
  }

  /** What the force adds to the velocity along x in a step. */
  static double pushX(int step) {
    return StrictMath.sin(StrictMath.toRadians(DIRECTION)) * push(step);
  }

  /** And along y. */
  static double pushY(int step) {
    return StrictMath.cos(StrictMath.toRadians(DIRECTION)) * push(step);
  }

  /** The derivative of a Gaussian. */
  private static double push(int step) {
    double square = Math.PI * Math.PI * FREQUENCY * FREQUENCY;
    double t = (step - 1) * STEP - DELAY;
    double force = -2 * AMPLITUDE * square * t * StrictMath.exp(-square * t * t);
    return force * STEP / DENSITY;
  }

  /**
   * Layers on both ends of an axis: decays, then gains, of its cells, then of places half a cell
   * further.
   */
  static double[] profile(int n) {
    double strongest = -3 * P_SPEED * StrictMath.log(REFLECTION) / (2 * LAYER * SPACING);
    double[] profile = new double[4 * n];
    for (int half = 0; half < 2; half++) {
      for (int i = 0; i < n; i++) {
        double place = i + 0.5 * half;
        double depth = Math.max(LAYER - place, place - (n - 1 - LAYER)) / LAYER;
        double damping = depth > 0 ? strongest * depth * depth : 0;
        double alpha = depth > 0 ? Math.max(0, Math.PI * FREQUENCY * (1 - depth)) : 0;
        double decay = StrictMath.exp(-(damping + alpha) * STEP);
        profile[2 * half * n + i] = decay;
        profile[(2 * half + 1) * n + i] =
            damping > 1e-6 ? damping * (decay - 1) / (damping + alpha) : 0;
      }
    }
    return profile;
  }
}
