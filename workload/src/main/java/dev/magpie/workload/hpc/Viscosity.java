package dev.magpie.workload.hpc;

import dev.magpie.workload.series.Memory;
import java.util.Locale;

/**
 * LULESH's artificial viscosity: of an element's velocity gradient in its own three directions, as
 * far as it is steeper than its neighbours'.
 */
final class Viscosity {
  private static final double TINY = 1e-36;
  private static final double LINEAR = 0.5;
  private static final double QUADRATIC = 2.0 / 3;
  private static final Hexahedron.Direction[] DIRECTIONS = Hexahedron.Direction.values();

  /** By direction: how long an element is, and how its velocity changes along it. */
  private final double[][] delx;

  /** With places for the elements of neighbouring processes. */
  private final double[][] delv;

  private final Hexahedron element = new Hexahedron();
  private final Hexahedron speed = new Hexahedron();
  private final double[][] edge = new double[3][3];
  private final double[] phi = new double[3];

  Viscosity(SedovMesh mesh) {
    delx = new double[3][mesh.elements];
    delv = new double[3][mesh.elements + 6 * mesh.size * mesh.size];
  }

  void gradients(
      SedovMesh mesh, double[][] position, double[][] velocity, double[] volo, double[] vnew) {
    for (int e = 0; e < mesh.elements; e++) {
      element.gather(position, mesh.nodelist, e);
      speed.gather(velocity, mesh.nodelist, e);
      double volume = volo[e] * vnew[e];
      double norm = 1 / (volume + TINY);
      for (int d = 0; d < 3; d++) {
        for (int axis = 0; axis < 3; axis++) {
          edge[d][axis] = element.across(DIRECTIONS[d], axis);
        }
      }
      for (int d = 0; d < 3; d++) {
        double[] one = edge[(d + 1) % 3];
        double[] other = edge[(d + 2) % 3];
        double square = 0;
        double change = 0;
        for (int axis = 0; axis < 3; axis++) {
          int y = (axis + 1) % 3;
          int z = (axis + 2) % 3;
          double area = one[y] * other[z] - one[z] * other[y];
          square += area * area;
          change += area * norm * speed.across(DIRECTIONS[d], axis);
        }
        delx[d][e] = volume / Math.sqrt(square + TINY);
        delv[d][e] = change;
      }
    }
  }

  void limit(
      SedovMesh mesh,
      int[] region,
      double[] vdov,
      double[] mass,
      double[] volo,
      double[] vnew,
      IdealGas.Elements gas) {
    for (int e : region) {
      for (int d = 0; d < 3; d++) {
        phi[d] = limiter(mesh, d, e);
      }
      double linear = 0;
      double quadratic = 0;
      if (vdov[e] <= 0) {
        for (int d = 0; d < 3; d++) {
          double jump = Math.min(0, delv[d][e] * delx[d][e]);
          linear += jump * (1 - phi[d]);
          quadratic += jump * jump * (1 - phi[d] * phi[d]);
        }
        double density = mass[e] / (volo[e] * vnew[e]);
        linear *= -LINEAR * density;
        quadratic *= QUADRATIC * density;
      }
      gas.qq[e] = quadratic;
      gas.ql[e] = linear;
    }
  }

  private double limiter(SedovMesh mesh, int d, int e) {
    double own = delv[d][e];
    double norm = 1 / (own + TINY);
    int mask = mesh.elemBC[e];
    double before = (mask & SedovMesh.SYMMETRY[d]) != 0 ? own : delv[d][mesh.before[d][e]];
    double behind = (mask & SedovMesh.FREE[d]) != 0 ? 0 : delv[d][mesh.behind[d][e]];
    before *= norm;
    behind *= norm;
    double least = Math.min(0.5 * (before + behind), Math.min(2 * before, 2 * behind));
    return Math.clamp(least, 0.0, 1.0);
  }

  void addTo(Memory memory) {
    for (int d = 0; d < 3; d++) {
      String name = DIRECTIONS[d].name().toLowerCase(Locale.ROOT);
      memory.f64("delx_" + name, delx[d]).f64("delv_" + name, delv[d]);
    }
  }
}
