package dev.magpie.depth;

import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Vector3;
import java.util.List;

/** The box around all vertices; around the origin alone where there is none. */
record Bounds(Vector3 low, Vector3 high) {
  static Bounds of(List<Mesh> meshes) {
    double[] low = {0, 0, 0};
    double[] high = {0, 0, 0};
    boolean any = false;
    for (Mesh mesh : meshes) {
      float[] positions = mesh.positions();
      for (int n = 0; n < positions.length; n++) {
        low[n % 3] = any || n >= 3 ? Math.min(low[n % 3], positions[n]) : positions[n];
        high[n % 3] = any || n >= 3 ? Math.max(high[n % 3], positions[n]) : positions[n];
      }
      any |= positions.length > 0;
    }
    return new Bounds(new Vector3(low[0], low[1], low[2]), new Vector3(high[0], high[1], high[2]));
  }

  Vector3 centre() {
    return low.plus(high).times(0.5);
  }

  /** Half of its diagonal. */
  double radius() {
    return high.minus(low).length() / 2;
  }

  double low(int axis) {
    return component(low, axis);
  }

  double high(int axis) {
    return component(high, axis);
  }

  private static double component(Vector3 vector, int axis) {
    return axis == 0 ? vector.x() : axis == 1 ? vector.y() : vector.z();
  }
}
