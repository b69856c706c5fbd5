package dev.magpie.depth;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Vector3;
import java.util.List;

/**
 * The view that meshes without a camera get: from the front and a little above, filling the frame.
 */
final class Overview {
  private static final double FIELD_OF_VIEW = 45;

  /** The share of the frame's width or height that is filled. */
  private static final double FILLED = 0.94;

  private Overview() {}

  /**
   * The nearest view in which all vertices are within the frame.
   *
   * @param up which way is up
   * @param aspect width over height of the frame
   */
  static Camera of(List<Mesh> meshes, Vector3 up, double aspect) {
    Bounds bounds = Bounds.of(meshes);
    Vector3 centre = bounds.centre();
    // The front is where one looks along y if z is up, and along -z if y is.
    Vector3 front = up.z() > 0 ? new Vector3(0.5, -1, 0.4) : new Vector3(0.5, 0.4, 1);
    Vector3 forward = front.normalized().times(-1);
    Vector3 right = forward.cross(up).normalized();
    Vector3 upward = right.cross(forward);
    double vertical = FILLED * Math.tan(Math.toRadians(FIELD_OF_VIEW) / 2);
    double horizontal = vertical * aspect;

    // The planes of the frame, pushed outwards until nothing is beyond them.
    Extreme left = new Extreme();
    Extreme over = new Extreme();
    double nearest = 0;
    for (Mesh mesh : meshes) {
      float[] at = mesh.positions();
      for (int n = 0; n < at.length; n += 3) {
        Vector3 vertex = new Vector3(at[n], at[n + 1], at[n + 2]).minus(centre);
        double depth = vertex.dot(forward);
        left.add(vertex.dot(right), depth * horizontal);
        over.add(vertex.dot(upward), depth * vertical);
        nearest = Math.min(nearest, depth);
      }
    }
    // A point has a size, too, which far from the origin must not vanish in rounding.
    double least = Math.max(1e-3, 1e-6 * centre.length());
    double radius = Math.max(bounds.radius(), least);
    double distance = Math.max(left.width() / horizontal, over.width() / vertical);
    distance = Math.max(distance, least - nearest);
    Vector3 target = centre.plus(right.times(left.middle())).plus(upward.times(over.middle()));
    return new Camera(
        target.minus(forward.times(distance)),
        target,
        up,
        FIELD_OF_VIEW,
        Math.max((distance + nearest) / 4, distance / 200),
        distance + 2 * radius);
  }

  /** How far vertices reach to both sides of an axis of the frame, as seen from the centre. */
  private static final class Extreme {
    private double one;
    private double other;
    private boolean any;

    void add(double place, double allowed) {
      one = any ? Math.max(one, place - allowed) : place - allowed;
      other = any ? Math.max(other, -place - allowed) : -place - allowed;
      any = true;
    }

    double width() {
      return (one + other) / 2;
    }

    double middle() {
      return (one - other) / 2;
    }
  }
}
