package dev.magpie.workload.buddy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What {@link ElasticWaves} should give, in plain Java: fields and memory variables by name. */
final class ElasticSteps {
  static final String MEMORY = "memory_";

  private static final String AXES = "xyz";
  private static final List<String> VELOCITIES = List.of("vx", "vy", "vz");
  private static final List<String> STRESSES = List.of("xx", "yy", "zz", "xy", "xz", "yz");

  private final int[] size;
  private final int[] stride;
  private final Map<String, double[]> arrays = new LinkedHashMap<>();
  private final double[][] profiles = new double[3][];

  ElasticSteps(int[] size) {
    this.size = size;
    stride = new int[] {1, size[0], size[0] * size[1]};
    names().forEach(name -> arrays.put(name, new double[size[0] * size[1] * size[2]]));
    for (int axis = 0; axis < 3; axis++) {
      profiles[axis] = ElasticMedium.profile(size[axis]);
    }
  }

  /** Velocities, stresses, and a memory variable for each derivative. */
  static List<String> names() {
    Stream<String> stresses = STRESSES.stream().map("sigma"::concat);
    Stream<String> ofVelocities =
        VELOCITIES.stream().flatMap(v -> AXES.chars().mapToObj(x -> "d" + v + "_d" + (char) x));
    Stream<String> ofStresses =
        STRESSES.stream()
            .flatMap(s -> s.chars().distinct().mapToObj(x -> "dsigma" + s + "_d" + (char) x));
    return Stream.of(
            VELOCITIES.stream(),
            stresses,
            Stream.concat(ofVelocities, ofStresses).map(MEMORY::concat))
        .flatMap(names -> names)
        .toList();
  }

  /** What an array has now. */
  double[] array(String name) {
    double[] values = arrays.get(name);
    if (values == null) {
      throw new IllegalArgumentException("there is no array " + name);
    }
    return values;
  }

  /** A difference along an axis, to the cell before or after, as the layers have it. */
  private final class Derivative {
    private final double[] field;
    private final double[] memory;
    private final int axis;
    private final boolean forward;

    Derivative(String field, int axis, boolean forward) {
      this.field = array(field);
      this.memory = array(MEMORY + "d" + field + "_d" + AXES.charAt(axis));
      this.axis = axis;
      this.forward = forward;
    }

    boolean isAt(int... place) {
      return forward ? place[axis] < size[axis] - 1 : place[axis] > 0;
    }

    double at(int cell, int... place) {
      double difference =
          forward
              ? field[cell + stride[axis]] - field[cell]
              : field[cell] - field[cell - stride[axis]];
      int at = (forward ? 2 * size[axis] : 0) + place[axis];
      double[] profile = profiles[axis];
      memory[cell] = Math.fma(profile[at], memory[cell], profile[at + size[axis]] * difference);
      return difference + memory[cell];
    }
  }

  private Derivative before(String field, int axis) {
    return new Derivative(field, axis, false);
  }

  private Derivative after(String field, int axis) {
    return new Derivative(field, axis, true);
  }

  private interface Update {
    void at(int cell, double[] derivatives);
  }

  /** Updates the cells where all of some derivatives are. */
  private void each(List<Derivative> derivatives, Update update) {
    double[] values = new double[derivatives.size()];
    for (int k = 0; k < size[2]; k++) {
      for (int j = 0; j < size[1]; j++) {
        for (int i = 0; i < size[0]; i++) {
          int[] place = {i, j, k};
          if (derivatives.stream().allMatch(derivative -> derivative.isAt(place))) {
            int cell = i + size[0] * (j + size[1] * k);
            for (int d = 0; d < values.length; d++) {
              values[d] = derivatives.get(d).at(cell, place);
            }
            update.at(cell, values);
          }
        }
      }
    }
  }

  /** Steps from silence. */
  void run(int steps) {
    for (int step = 0; step < steps; step++) {
      normalStress();
      shearStress("sigmaxy", before("vy", 0), after("vx", 1));
      shearStress("sigmaxz", before("vz", 0), after("vx", 2));
      shearStress("sigmayz", after("vz", 1), after("vy", 2));
      velocity(
          "vx",
          ElasticMedium.pushX(step),
          before("sigmaxx", 0),
          before("sigmaxy", 1),
          before("sigmaxz", 2));
      velocity(
          "vy",
          ElasticMedium.pushY(step),
          after("sigmaxy", 0),
          after("sigmayy", 1),
          before("sigmayz", 2));
      velocity("vz", 0, after("sigmaxz", 0), before("sigmayz", 1), after("sigmazz", 2));
    }
  }

  private void normalStress() {
    double along = ElasticMedium.ALONG;
    double across = ElasticMedium.ACROSS;
    double[] xx = array("sigmaxx");
    double[] yy = array("sigmayy");
    double[] zz = array("sigmazz");
    each(
        List.of(after("vx", 0), before("vy", 1), before("vz", 2)),
        (cell, d) -> {
          xx[cell] = Math.fma(along, d[0], Math.fma(across, d[1] + d[2], xx[cell]));
          yy[cell] = Math.fma(along, d[1], Math.fma(across, d[0] + d[2], yy[cell]));
          zz[cell] = Math.fma(along, d[2], Math.fma(across, d[0] + d[1], zz[cell]));
        });
  }

  private void shearStress(String name, Derivative one, Derivative other) {
    double[] stress = array(name);
    each(
        List.of(one, other),
        (cell, d) -> stress[cell] = Math.fma(ElasticMedium.SHEAR, d[0] + d[1], stress[cell]));
  }

  private void velocity(String name, double push, Derivative... derivatives) {
    double[] v = array(name);
    int source = ElasticMedium.source(size);
    each(
        List.of(derivatives),
        (cell, d) -> {
          double pushed = cell == source ? v[cell] + push : v[cell];
          v[cell] = Math.fma(ElasticMedium.LIGHTNESS, d[0] + d[1] + d[2], pushed);
        });
  }
}
