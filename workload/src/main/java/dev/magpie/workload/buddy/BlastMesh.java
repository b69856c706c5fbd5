package dev.magpie.workload.buddy;

import static dev.magpie.workload.buddy.BlastElement.CORNERS;

/**
 * The mesh of a blast in a cube and what is known of its nodes and elements, after LULESH. What it
 * computes are the operations of {@code lulesh.cu}, one for one.
 */
final class BlastMesh {
  static final int FREE = -1;
  private static final double WIDTH = 1.125;

  /** LULESH's, for 45 elements along an edge. */
  private static final double ENERGY = 3.948746e7;

  private static final double TINY = 1e-36;

  final int edge;
  final int elements;
  final int count;

  /** [corner][element]. */
  final int[] nodes;

  /** Elements before and behind along xi, eta and zeta, itself at a mirror: [axis][2][element]. */
  final int[] neighbours;

  final int[] cornerStart;
  final int[] cornerList;

  final double[] position;
  final double[] velocity;
  final double[] acceleration;
  final double[] force;
  final double[] nodalMass;
  final double[] e;
  final double[] p;
  final double[] q;
  final double[] v;
  final double[] sound;
  final double[] volume;
  final double[] mass;

  private final double[] stressCorners;
  private final double[] hourglassCorners;
  private final double[] newV;
  private final double[] change;
  private final double[] size;
  private final double[] rate;
  private final double[] gradient;
  private final double[] length;
  private final double[] linear;
  private final double[] quadratic;
  private double courant = 1e20;
  private double hydro = 1e20;
  private double dt;

  /** A mesh at rest, with all energy in the element at the origin. */
  BlastMesh(int edgeElements) {
    edge = edgeElements + 1;
    elements = edgeElements * edgeElements * edgeElements;
    count = edge * edge * edge;
    nodes = new int[CORNERS * elements];
    neighbours = new int[6 * elements];
    position = new double[3 * count];
    velocity = new double[3 * count];
    acceleration = new double[3 * count];
    force = new double[3 * count];
    nodalMass = new double[count];
    e = new double[elements];
    p = new double[elements];
    q = new double[elements];
    v = new double[elements];
    sound = new double[elements];
    volume = new double[elements];
    mass = new double[elements];
    stressCorners = new double[3 * CORNERS * elements];
    hourglassCorners = new double[3 * CORNERS * elements];
    newV = new double[elements];
    change = new double[elements];
    size = new double[elements];
    rate = new double[elements];
    gradient = new double[3 * elements];
    length = new double[3 * elements];
    linear = new double[elements];
    quadratic = new double[elements];
    cornerStart = new int[count + 1];
    cornerList = new int[CORNERS * elements];
    connect(edgeElements);
    double[][] n = new double[3][CORNERS];
    for (int element = 0; element < elements; element++) {
      gather(position, element, n);
      volume[element] = BlastElement.volume(n);
      mass[element] = volume[element];
      v[element] = 1;
      for (int corner = 0; corner < CORNERS; corner++) {
        nodalMass[nodes[corner * elements + element]] += volume[element] / 8;
      }
    }
    double scale = edgeElements / 45.0;
    e[0] = ENERGY * scale * scale * scale;
    dt = 0.5 * StrictMath.cbrt(volume[0]) / Math.sqrt(2 * e[0]);
  }

  /** A copy of a mesh between two steps. */
  BlastMesh(BlastMesh other) {
    this(other.edge - 1);
    System.arraycopy(other.position, 0, position, 0, position.length);
    System.arraycopy(other.velocity, 0, velocity, 0, velocity.length);
    System.arraycopy(other.e, 0, e, 0, elements);
    System.arraycopy(other.p, 0, p, 0, elements);
    System.arraycopy(other.q, 0, q, 0, elements);
    System.arraycopy(other.v, 0, v, 0, elements);
    System.arraycopy(other.sound, 0, sound, 0, elements);
    dt = other.dt;
  }

  private void connect(int n) {
    int[] strides = {1, edge, edge * edge};
    int[] elementStrides = {1, n, n * n};
    for (int node = 0; node < count; node++) {
      for (int axis = 0; axis < 3; axis++) {
        position[axis * count + node] = WIDTH * (node / strides[axis] % edge) / n;
      }
    }
    int[] corners = {
      0, 1, edge + 1, edge, edge * edge, edge * edge + 1, edge * edge + edge + 1, edge * edge + edge
    };
    for (int element = 0; element < elements; element++) {
      int first = 0;
      for (int axis = 0; axis < 3; axis++) {
        int place = element / elementStrides[axis] % n;
        first += place * strides[axis];
        neighbours[2 * axis * elements + element] =
            place == 0 ? element : element - elementStrides[axis];
        neighbours[(2 * axis + 1) * elements + element] =
            place == n - 1 ? FREE : element + elementStrides[axis];
      }
      for (int corner = 0; corner < CORNERS; corner++) {
        nodes[corner * elements + element] = first + corners[corner];
        cornerStart[first + corners[corner] + 1]++;
      }
    }
    for (int node = 0; node < count; node++) {
      cornerStart[node + 1] += cornerStart[node];
    }
    int[] next = cornerStart.clone();
    for (int element = 0; element < elements; element++) {
      for (int corner = 0; corner < CORNERS; corner++) {
        int at = corner * elements + element;
        cornerList[next[nodes[at]]++] = at;
      }
    }
  }

  private void gather(double[] field, int element, double[][] n) {
    for (int corner = 0; corner < CORNERS; corner++) {
      int node = nodes[corner * elements + element];
      for (int axis = 0; axis < 3; axis++) {
        n[axis][corner] = field[axis * count + node];
      }
    }
  }

  double dt() {
    return dt;
  }

  /** The next time step, of what elements allow; as LULESH's, without an end. */
  static double nextStep(double old, double courant, double hydro) {
    double least = hydro < courant / 2 ? hydro * 2 / 3 : courant / 2;
    double ratio = least / old;
    return ratio < 1 ? least : ratio < 1.1 ? old : ratio > 1.2 ? old * 1.2 : least;
  }

  void step() {
    forces();
    advance();
    kinematics();
    gradients();
    viscosity();
    material();
    constraints();
    dt = nextStep(dt, courant, hydro);
  }

  private void forces() {
    double[][] n = new double[3][CORNERS];
    for (int element = 0; element < elements; element++) {
      gather(position, element, n);
      double[][] normals = BlastElement.cornerNormals(n);
      double pushes = p[element] + q[element];
      for (int i = 0; i < 3 * CORNERS; i++) {
        stressCorners[i * elements + element] = pushes * normals[i % CORNERS][i / CORNERS];
      }
      hourglass(element, n);
    }
    sumCorners(stressCorners, false);
    sumCorners(hourglassCorners, true);
  }

  private static final double[][] GAMMA = {
    {1, 1, -1, -1, -1, -1, 1, 1},
    {1, -1, -1, 1, -1, 1, 1, -1},
    {1, -1, 1, -1, 1, -1, 1, -1},
    {-1, 1, -1, 1, 1, -1, 1, -1}
  };

  private void hourglass(int element, double[][] n) {
    double[][] derivatives = BlastElement.volumeDerivatives(n);
    double now = volume[element] * v[element];
    double inverse = 1 / now;
    double[][] modes = new double[4][CORNERS];
    double[] h = new double[3];
    for (int mode = 0; mode < 4; mode++) {
      for (int axis = 0; axis < 3; axis++) {
        h[axis] = 0;
        for (int corner = 0; corner < CORNERS; corner++) {
          double place = n[axis][corner];
          h[axis] = GAMMA[mode][corner] > 0 ? h[axis] + place : h[axis] - place;
        }
      }
      for (int corner = 0; corner < CORNERS; corner++) {
        modes[mode][corner] =
            Math.fma(-inverse, BlastElement.dot(derivatives[corner], h), GAMMA[mode][corner]);
      }
    }
    double coefficient = -3.0 * 0.01 * sound[element] * mass[element] / BlastElement.cubeRoot(now);
    double[][] speed = new double[3][CORNERS];
    gather(velocity, element, speed);
    double[] along = new double[4];
    for (int axis = 0; axis < 3; axis++) {
      for (int mode = 0; mode < 4; mode++) {
        along[mode] = 0;
        for (int corner = 0; corner < CORNERS; corner++) {
          along[mode] = Math.fma(modes[mode][corner], speed[axis][corner], along[mode]);
        }
      }
      for (int corner = 0; corner < CORNERS; corner++) {
        double sum = 0;
        for (int mode = 0; mode < 4; mode++) {
          sum = Math.fma(modes[mode][corner], along[mode], sum);
        }
        hourglassCorners[(axis * CORNERS + corner) * elements + element] = coefficient * sum;
      }
    }
  }

  private void sumCorners(double[] corners, boolean onto) {
    for (int node = 0; node < count; node++) {
      for (int axis = 0; axis < 3; axis++) {
        double sum = 0;
        for (int i = cornerStart[node]; i < cornerStart[node + 1]; i++) {
          sum += corners[axis * CORNERS * elements + cornerList[i]];
        }
        force[axis * count + node] = onto ? force[axis * count + node] + sum : sum;
      }
    }
  }

  private void advance() {
    int[] strides = {1, edge, edge * edge};
    for (int node = 0; node < count; node++) {
      for (int axis = 0; axis < 3; axis++) {
        int i = axis * count + node;
        double a = node / strides[axis] % edge == 0 ? 0 : force[i] / nodalMass[node];
        double speed = Math.fma(a, dt, velocity[i]);
        speed = Math.abs(speed) < 1e-7 ? 0 : speed;
        acceleration[i] = a;
        velocity[i] = speed;
        position[i] = Math.fma(speed, dt, position[i]);
      }
    }
  }

  private void kinematics() {
    double[][] n = new double[3][CORNERS];
    double[][] speed = new double[3][CORNERS];
    double[][] b = new double[3][4];
    double[] slope = new double[3];
    for (int element = 0; element < elements; element++) {
      gather(position, element, n);
      gather(velocity, element, speed);
      double now = BlastElement.volume(n);
      double relative = now / volume[element];
      newV[element] = relative;
      change[element] = relative - v[element];
      size[element] = BlastElement.characteristicLength(n, now);
      for (int axis = 0; axis < 3; axis++) {
        for (int corner = 0; corner < CORNERS; corner++) {
          n[axis][corner] = Math.fma(-0.5 * dt, speed[axis][corner], n[axis][corner]);
        }
      }
      double inverse = 1 / BlastElement.shapeDerivatives(n, b);
      for (int axis = 0; axis < 3; axis++) {
        double[] s = speed[axis];
        double two = Math.fma(b[axis][1], s[1] - s[7], b[axis][0] * (s[0] - s[6]));
        slope[axis] = Math.fma(b[axis][3], s[3] - s[5], Math.fma(b[axis][2], s[2] - s[4], two));
      }
      rate[element] = inverse * (slope[0] + slope[1] + slope[2]);
    }
  }

  private static final int[][] SIDES = {
    {1, 2, 6, 5, 0, 3, 7, 4}, {3, 2, 6, 7, 0, 1, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3}
  };

  private static double[] across(double[][] n, int[] c) {
    double[] difference = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      double[] a = n[axis];
      difference[axis] =
          0.25
              * (a[c[0]]
                  + a[c[1]]
                  + (a[c[2]] + a[c[3]])
                  - (a[c[4]] + a[c[5]] + (a[c[6]] + a[c[7]])));
    }
    return difference;
  }

  private void gradients() {
    double[][] n = new double[3][CORNERS];
    double[][] speed = new double[3][CORNERS];
    double[][] edges = new double[3][];
    for (int element = 0; element < elements; element++) {
      gather(position, element, n);
      gather(velocity, element, speed);
      double now = volume[element] * newV[element];
      double inverse = 1 / Math.fma(volume[element], newV[element], TINY);
      for (int axis = 0; axis < 3; axis++) {
        edges[axis] = across(n, SIDES[axis]);
      }
      for (int axis = 0; axis < 3; axis++) {
        double[] area = BlastElement.cross(edges[(axis + 1) % 3], edges[(axis + 2) % 3]);
        double[] faster = across(speed, SIDES[axis]);
        length[axis * elements + element] = now / Math.sqrt(BlastElement.dot(area, area) + TINY);
        gradient[axis * elements + element] = inverse * BlastElement.dot(area, faster);
      }
    }
  }

  private double limiter(int axis, int element) {
    int before = neighbours[2 * axis * elements + element];
    int behind = neighbours[(2 * axis + 1) * elements + element];
    int first = axis * elements;
    double norm = 1 / (gradient[first + element] + TINY);
    double minus = before == FREE ? 0 : gradient[first + before] * norm;
    double plus = behind == FREE ? 0 : gradient[first + behind] * norm;
    double phi = 0.5 * (minus + plus);
    phi = 2 * minus < phi ? 2 * minus : phi;
    phi = 2 * plus < phi ? 2 * plus : phi;
    phi = phi < 0 ? 0 : phi;
    return phi > 1 ? 1 : phi;
  }

  private void viscosity() {
    for (int element = 0; element < elements; element++) {
      double l = 0;
      double s = 0;
      for (int axis = 0; axis < 3; axis++) {
        double phi = limiter(axis, element);
        double closing = gradient[axis * elements + element] * length[axis * elements + element];
        closing = closing > 0 ? 0 : closing;
        l = Math.fma(closing, 1 - phi, l);
        s = Math.fma(closing * closing, Math.fma(-phi, phi, 1), s);
      }
      double density = mass[element] / (volume[element] * newV[element]);
      boolean expands = rate[element] > 0;
      linear[element] = expands ? 0 : -0.5 * density * l;
      quadratic[element] = expands ? 0 : 2.0 / 3.0 * density * s;
    }
  }

  private void material() {
    for (int element = 0; element < elements; element++) {
      BlastGas.State state =
          BlastGas.advance(
              e[element],
              p[element] + q[element],
              linear[element],
              quadratic[element],
              newV[element],
              change[element]);
      e[element] = state.e();
      p[element] = state.p();
      q[element] = state.q();
      sound[element] = state.sound();
      v[element] = Math.abs(newV[element] - 1) < 1e-10 ? 1 : newV[element];
    }
  }

  private void constraints() {
    courant = 1e20;
    hydro = 1e20;
    for (int element = 0; element < elements; element++) {
      if (rate[element] != 0) {
        double square = sound[element] * sound[element];
        double closing = size[element] * rate[element];
        square = rate[element] < 0 ? Math.fma(256 * closing, closing, square) : square;
        courant = Math.min(courant, size[element] / Math.sqrt(square));
        hydro = Math.min(hydro, 0.1 / (Math.abs(rate[element]) + 1e-20));
      }
    }
  }

  /** Inner energy and that of motion. */
  double energy() {
    double sum = 0;
    for (int element = 0; element < elements; element++) {
      sum += mass[element] * e[element];
    }
    for (int i = 0; i < 3 * count; i++) {
      sum += 0.5 * nodalMass[i % count] * velocity[i] * velocity[i];
    }
    return sum;
  }
}
