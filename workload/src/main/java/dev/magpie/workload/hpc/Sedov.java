package dev.magpie.workload.hpc;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A blast from the corner of an octant (Sedov) on a mesh that moves with the gas, as LULESH 2.0
 * computes it: "Hydrodynamics Challenge Problem", LLNL-TR-490254. Nodes have positions, velocities,
 * accelerations and forces, elements thermodynamics; the mesh is unstructured. Temporaries are
 * those of its threaded code, each in a place of its own, and those of the equation of state as
 * large as the largest region. Left out are what processes exchange and a repeated equation of
 * state in some regions, which is there for imbalance alone.
 */
final class Sedov extends SteppedRun {
  private static final double STOP = 1e-2;
  private static final double ENERGY_OF_45 = 3.948746e+7;
  private static final double HOURGLASS = 3;
  private static final double LEAST_SPEED = 1e-7;
  private static final double VOLUME_CUT = 1e-10;
  private static final double EXTREME_VOLUME = 1e9;
  private static final double COURANT = 64.0 * 2 * 2;
  private static final double MOST_STRAIN = 0.1;

  /** Hourglass modes, by node. */
  private static final double[][] MODES = {
    {1, 1, -1, -1, -1, -1, 1, 1},
    {1, -1, -1, 1, -1, 1, 1, -1},
    {1, -1, 1, -1, 1, -1, 1, -1},
    {-1, 1, -1, 1, 1, -1, 1, -1}
  };

  private static final String[] AXES = {"x", "y", "z"};

  private final SedovMesh mesh;
  private final double[][] position;
  private final double[][] velocity;
  private final double[][] acceleration;
  private final double[][] force;
  private final double[] nodalMass;
  private final IdealGas.Elements gas;
  private final double[] v;
  private final double[] volo;
  private final double[] vnew;
  private final double[] vdov;
  private final double[] arealg;
  private final double[] elemMass;

  private final double[][] stress;
  private final double[] determ;
  private final double[][] cornerForce;
  private final double[][] volumeDerivative;
  private final double[][] cornerPosition;
  private final double[][] strain;
  private final double[] vnewc;
  private final Viscosity viscosity;
  private final IdealGas state;

  private final Hexahedron element = new Hexahedron();
  private final Hexahedron speed = new Hexahedron();
  private final double[][] mode = new double[MODES.length][Hexahedron.NODES];
  private double dt;
  private double time;
  private int cycles;

  private Sedov(Settings settings) {
    super(settings.whole("steps", SeriesProgram.SNAPSHOTS, 1 << 20));
    mesh = new SedovMesh(settings.whole("size", 2, 150));
    int elements = mesh.elements;
    int corners = Hexahedron.NODES * elements;
    position = mesh.positions();
    velocity = new double[3][mesh.nodes];
    acceleration = new double[3][mesh.nodes];
    force = new double[3][mesh.nodes];
    nodalMass = new double[mesh.nodes];
    gas = new IdealGas.Elements(elements);
    v = new double[elements];
    volo = new double[elements];
    vnew = new double[elements];
    vdov = new double[elements];
    arealg = new double[elements];
    elemMass = new double[elements];
    stress = new double[3][elements];
    determ = new double[elements];
    cornerForce = new double[3][corners];
    volumeDerivative = new double[3][corners];
    cornerPosition = new double[3][corners];
    strain = new double[3][elements];
    vnewc = new double[elements];
    viscosity = new Viscosity(mesh);
    state = new IdealGas(mesh.largestRegion());
    Arrays.fill(v, 1);
    for (int e = 0; e < elements; e++) {
      element.gather(position, mesh.nodelist, e);
      volo[e] = element.volume();
      elemMass[e] = volo[e];
      for (int corner = Hexahedron.NODES * e; corner < Hexahedron.NODES * (e + 1); corner++) {
        nodalMass[mesh.nodelist[corner]] += volo[e] / Hexahedron.NODES;
      }
    }
    double scale = mesh.size / 45.0;
    gas.e[0] = ENERGY_OF_45 * scale * scale * scale;
    dt = 0.5 * StrictMath.cbrt(volo[0]) / Math.sqrt(2 * gas.e[0]);
  }

  static SeriesProgram program() {
    return new SeriesProgram(
        "sedov",
        SeriesProgram.Kind.HPC,
        "FF_LULESH",
        "a blast from a corner on a mesh that moves with the gas",
        "largest difference of energies that symmetry makes equal",
        List.of(
            InputParameter.whole("size", "elements of an edge", 16, 30, 45),
            InputParameter.whole(
                "steps", "time steps, unless the blast is done before", 434, 932, 1477)),
        Sedov::new);
  }

  @Override
  void step(int number) {
    if (time >= STOP) {
      return;
    }
    advanceTime(number);
    forces();
    move();
    kinematics();
    viscosity.gradients(mesh, position, velocity, volo, vnew);
    for (int[] region : mesh.regElemlist) {
      viscosity.limit(mesh, region, vdov, elemMass, volo, vnew, gas);
    }
    for (int e = 0; e < mesh.elements; e++) {
      vnewc[e] = Math.clamp(vnew[e], 1 / EXTREME_VOLUME, EXTREME_VOLUME);
    }
    for (int[] region : mesh.regElemlist) {
      state.evaluate(gas, vnewc, region);
    }
    for (int e = 0; e < mesh.elements; e++) {
      v[e] = Math.abs(vnew[e] - 1) < VOLUME_CUT ? 1 : vnew[e];
    }
    cycles++;
  }

  /** The time step that sound, viscosity and strain allow, which grows by a fifth at most. */
  private void advanceTime(int number) {
    double left = STOP - time;
    if (number > 0) {
      double allowed = allowed();
      double ratio = allowed / dt;
      if (ratio >= 1) {
        allowed = ratio < 1.1 ? dt : Math.min(allowed, dt * 1.2);
      }
      dt = Math.min(allowed, STOP);
    }
    // The last step shall not be tiny.
    if (left > dt && left < 4 * dt / 3) {
      left = 2 * dt / 3;
    }
    dt = Math.min(dt, left);
    time += dt;
  }

  private double allowed() {
    double courant = 1e20;
    double hydro = 1e20;
    for (int[] region : mesh.regElemlist) {
      for (int e : region) {
        if (vdov[e] != 0) {
          double square = gas.ss[e] * gas.ss[e];
          if (vdov[e] < 0) {
            square += COURANT * arealg[e] * arealg[e] * vdov[e] * vdov[e];
          }
          courant = Math.min(courant, arealg[e] / Math.sqrt(square));
          hydro = Math.min(hydro, MOST_STRAIN / (Math.abs(vdov[e]) + 1e-20));
        }
      }
    }
    double allowed = courant < 1e20 ? courant / 2 : 1e20;
    return hydro < allowed ? hydro * 2 / 3 : allowed;
  }

  private void forces() {
    for (int e = 0; e < mesh.elements; e++) {
      for (double[] component : stress) {
        component[e] = -gas.p[e] - gas.q[e];
      }
    }
    for (int e = 0; e < mesh.elements; e++) {
      element.gather(position, mesh.nodelist, e);
      determ[e] = element.shapeDerivatives();
      element.nodeNormals();
      for (int axis = 0; axis < 3; axis++) {
        for (int node = 0; node < Hexahedron.NODES; node++) {
          cornerForce[axis][Hexahedron.NODES * e + node] =
              -(stress[axis][e] * element.result[axis][node]);
        }
      }
    }
    for (double[] component : force) {
      Arrays.fill(component, 0);
    }
    sumCorners();
    for (int e = 0; e < mesh.elements; e++) {
      element.gather(position, mesh.nodelist, e);
      element.volumeDerivatives();
      for (int axis = 0; axis < 3; axis++) {
        for (int node = 0; node < Hexahedron.NODES; node++) {
          int corner = Hexahedron.NODES * e + node;
          volumeDerivative[axis][corner] = element.result[axis][node];
          cornerPosition[axis][corner] = element.at[axis][node];
        }
      }
      determ[e] = volo[e] * v[e];
    }
    for (int e = 0; e < mesh.elements; e++) {
      resistHourglass(e);
    }
    sumCorners();
  }

  private void sumCorners() {
    for (int node = 0; node < mesh.nodes; node++) {
      double x = 0;
      double y = 0;
      double z = 0;
      for (int i = mesh.nodeElemStart[node]; i < mesh.nodeElemStart[node + 1]; i++) {
        int corner = mesh.nodeElemCornerList[i];
        x += cornerForce[0][corner];
        y += cornerForce[1][corner];
        z += cornerForce[2][corner];
      }
      force[0][node] += x;
      force[1][node] += y;
      force[2][node] += z;
    }
  }

  /** Forces against motions that leave the volume as it is (Flanagan and Belytschko). */
  private void resistHourglass(int e) {
    int first = Hexahedron.NODES * e;
    for (int m = 0; m < MODES.length; m++) {
      double[] amount = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        for (int node = 0; node < Hexahedron.NODES; node++) {
          amount[axis] += cornerPosition[axis][first + node] * MODES[m][node];
        }
      }
      for (int node = 0; node < Hexahedron.NODES; node++) {
        double sum = 0;
        for (int axis = 0; axis < 3; axis++) {
          sum += volumeDerivative[axis][first + node] * amount[axis];
        }
        mode[m][node] = MODES[m][node] - sum / determ[e];
      }
    }
    double factor = -HOURGLASS * 0.01 * gas.ss[e] * elemMass[e] / StrictMath.cbrt(determ[e]);
    speed.gather(velocity, mesh.nodelist, e);
    for (int axis = 0; axis < 3; axis++) {
      double[] across = speed.at[axis];
      double[] sums = new double[MODES.length];
      for (int m = 0; m < MODES.length; m++) {
        for (int node = 0; node < Hexahedron.NODES; node++) {
          sums[m] += mode[m][node] * across[node];
        }
      }
      for (int node = 0; node < Hexahedron.NODES; node++) {
        double sum = 0;
        for (int m = 0; m < MODES.length; m++) {
          sum += mode[m][node] * sums[m];
        }
        cornerForce[axis][first + node] = factor * sum;
      }
    }
  }

  private void move() {
    for (int axis = 0; axis < 3; axis++) {
      for (int node = 0; node < mesh.nodes; node++) {
        acceleration[axis][node] = force[axis][node] / nodalMass[node];
      }
      for (int node : mesh.symmetric[axis]) {
        acceleration[axis][node] = 0;
      }
      for (int node = 0; node < mesh.nodes; node++) {
        double now = velocity[axis][node] + acceleration[axis][node] * dt;
        velocity[axis][node] = Math.abs(now) < LEAST_SPEED ? 0 : now;
      }
      for (int node = 0; node < mesh.nodes; node++) {
        position[axis][node] += velocity[axis][node] * dt;
      }
    }
  }

  private void kinematics() {
    for (int e = 0; e < mesh.elements; e++) {
      element.gather(position, mesh.nodelist, e);
      double volume = element.volume();
      vnew[e] = volume / volo[e];
      gas.delv[e] = vnew[e] - v[e];
      arealg[e] = element.length(volume);
      speed.gather(velocity, mesh.nodelist, e);
      for (int axis = 0; axis < 3; axis++) {
        for (int node = 0; node < Hexahedron.NODES; node++) {
          element.at[axis][node] -= 0.5 * dt * speed.at[axis][node];
        }
      }
      double inverse = 1 / element.shapeDerivatives();
      for (int axis = 0; axis < 3; axis++) {
        double[] b = element.result[axis];
        double[] u = speed.at[axis];
        strain[axis][e] =
            inverse
                * (b[0] * (u[0] - u[6])
                    + b[1] * (u[1] - u[7])
                    + b[2] * (u[2] - u[4])
                    + b[3] * (u[3] - u[5]));
      }
    }
    for (int e = 0; e < mesh.elements; e++) {
      vdov[e] = strain[0][e] + strain[1][e] + strain[2][e];
      for (double[] component : strain) {
        component[e] -= vdov[e] / 3;
      }
    }
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory();
    for (int axis = 0; axis < 3; axis++) {
      String name = AXES[axis];
      memory.f64(name, position[axis]).f64(name + "d", velocity[axis]);
      memory.f64(name + "dd", acceleration[axis]).f64("f" + name, force[axis]);
    }
    memory.f64("nodalMass", nodalMass).f64("e", gas.e).f64("p", gas.p).f64("q", gas.q);
    memory.f64("ql", gas.ql).f64("qq", gas.qq).f64("v", v).f64("volo", volo).f64("vnew", vnew);
    memory.f64("delv", gas.delv).f64("vdov", vdov).f64("arealg", arealg).f64("ss", gas.ss);
    memory.f64("elemMass", elemMass);
    mesh.addTo(memory);
    for (int axis = 0; axis < 3; axis++) {
      String name = AXES[axis];
      memory.f64("sig" + name + name, stress[axis]).f64("f" + name + "_elem", cornerForce[axis]);
      memory.f64("dvd" + name, volumeDerivative[axis]).f64(name + "8n", cornerPosition[axis]);
      memory.f64("d" + name + name, strain[axis]);
    }
    memory.f64("determ", determ).f64("vnewc", vnewc);
    viscosity.addTo(memory);
    state.addTo(memory);
    return memory.arrays();
  }

  /** The energy where the blast began, as LULESH prints it. */
  double originEnergy() {
    return gas.e[0];
  }

  /** Steps until the blast was done, or so far. */
  int cycles() {
    return cycles;
  }

  /** How far energies of the lowest plane are from being symmetric. */
  @Override
  public double residual() {
    double most = 0;
    for (int y = 0; y < mesh.size; y++) {
      for (int x = 0; x < y; x++) {
        most = Math.max(most, Math.abs(gas.e[y * mesh.size + x] - gas.e[x * mesh.size + y]));
      }
    }
    return most;
  }
}
