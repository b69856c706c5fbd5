package dev.magpie.workload.buddy;

/**
 * A cell's ideal gas, by density, momenta and energy: what flows, what diffuses, and how both
 * depend on it.
 */
final class GasCell {
  static final int COMPONENTS = 5;
  static final int ENERGY = 4;
  static final double GAMMA = 1.4;

  private final double[] u = new double[COMPONENTS];
  private final double[] v = new double[3];
  private final double lightness;
  private final double pressure;

  /** One of a plane of cells for each component. */
  GasCell(double[] planes, int cell) {
    for (int m = 0; m < COMPONENTS; m++) {
      u[m] = planes[m * (planes.length / COMPONENTS) + cell];
    }
    lightness = 1 / u[0];
    for (int d = 0; d < 3; d++) {
      v[d] = u[1 + d] * lightness;
    }
    double kinetic = Math.fma(u[3], v[2], Math.fma(u[2], v[1], u[1] * v[0]));
    pressure = (GAMMA - 1) * Math.fma(-0.5, kinetic, u[ENERGY]);
  }

  /** What of a component flows along a direction. */
  double flux(int m, int direction) {
    double carried = m == ENERGY ? u[ENERGY] + pressure : u[m];
    return m == 1 + direction ? Math.fma(carried, v[direction], pressure) : carried * v[direction];
  }

  /** What diffuses: density, velocities, energy by mass. */
  double diffusing(int m) {
    return m == 0 ? u[0] : u[m] * lightness;
  }

  /** How the flux of a component depends on another. */
  double fluxJacobian(int direction, int row, int column) {
    boolean normal = row == 1 + direction;
    boolean towards = column == 1 + direction;
    if (row == 0) {
      return towards ? 1 : 0;
    }
    double along = v[direction];
    double speeds = Math.fma(v[2], v[2], Math.fma(v[1], v[1], v[0] * v[0]));
    double pushed = 0.5 * (GAMMA - 1) * speeds;
    if (row == ENERGY) {
      return energyJacobian(along, pushed, towards, column);
    }
    double across = v[row - 1];
    if (column == 0) {
      return normal ? Math.fma(-across, along, pushed) : -across * along;
    }
    if (column == ENERGY) {
      return normal ? GAMMA - 1 : 0;
    }
    double carried = (row == column ? along : 0) + (towards ? across : 0);
    return normal ? Math.fma(-(GAMMA - 1), v[column - 1], carried) : carried;
  }

  private double energyJacobian(double along, double pushed, boolean towards, int column) {
    double enthalpy = (u[ENERGY] + pressure) * lightness;
    if (column == 0) {
      return along * (pushed - enthalpy);
    }
    if (column == ENERGY) {
      return GAMMA * along;
    }
    double work = (GAMMA - 1) * v[column - 1];
    return towards ? Math.fma(-work, along, enthalpy) : -work * along;
  }

  /** How what diffuses of a component depends on another. */
  double diffusionJacobian(int row, int column) {
    if (row == 0) {
      return column == 0 ? 1 : 0;
    }
    if (column == 0) {
      return -(u[row] * lightness) * lightness;
    }
    return row == column ? lightness : 0;
  }
}
