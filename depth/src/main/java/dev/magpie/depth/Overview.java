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
    // The front is where one looks along y if z is up, as at grounds, and along -z if y is.
    Vector3 front = up.z() > 0 ? new Vector3(0.5, -1, 0.7) : new Vector3(0.5, 0.4, 1);
    Vector3 forward = front.normalized().times(-1);
    Vector3 right = forward.cross(up).normalized();
    Vector3 upward = right.cross(forward);
    double vertical = FILLED * Math.tan(Math.toRadians(FIELD_OF_VIEW) / 2);
    double horizontal = vertical * aspect;

    // The planes of the frame, pushed outwards until nothing is beyond them.
    Extreme left = new Extreme(horizontal);
    Extreme over = new Extreme(vertical);
    double nearest = 0;
    for (Mesh mesh : meshes) {
      float[] at = mesh.positions();
      for (int n = 0; n < at.length; n += 3) {
        Vector3 vertex = new Vector3(at[n], at[n + 1], at[n + 2]).minus(centre);
        double depth = vertex.dot(forward);
        left.add(vertex.dot(right), depth);
        over.add(vertex.dot(upward), depth);
        nearest = Math.min(nearest, depth);
      }
    }
    // A point has a size, too, which far from the origin must not vanish in rounding.
    double least = Math.max(1e-3, 1e-6 * centre.length());
    double radius = Math.max(bounds.radius(), least);
    double distance = Math.max(left.distance(), over.distance());
    distance = Math.max(distance, least - nearest);
    Vector3 target =
        centre
            .plus(right.times(left.balanced(meshes, centre, right, forward, distance)))
            .plus(upward.times(over.balanced(meshes, centre, upward, forward, distance)));
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
    /** What balances the picture in all but rounding. */
    private static final int PASSES = 3;

    private final double tangent;
    private double one = Double.NEGATIVE_INFINITY;
    private double other = Double.NEGATIVE_INFINITY;

    /**
     * @param tangent of the angle that is seen to either side
     */
    Extreme(double tangent) {
      this.tangent = tangent;
    }

    void add(double place, double depth) {
      one = Math.max(one, place - depth * tangent);
      other = Math.max(other, -place - depth * tangent);
    }

    private boolean isEmpty() {
      return one == Double.NEGATIVE_INFINITY;
    }

    /** The least from which all is within the angle. */
    double distance() {
      return isEmpty() ? 0 : (one + other) / 2 / tangent;
    }

    /** The place along the axis from which, at a distance, as much is free on both sides. */
    double balanced(
        List<Mesh> meshes, Vector3 centre, Vector3 axis, Vector3 forward, double distance) {
      double from = isEmpty() ? 0 : (one - other) / 2;
      for (int pass = 0; pass < PASSES && !isEmpty(); pass++) {
        from = balanced(meshes, centre, axis, forward, distance, from);
      }
      // All stays within the angle, whatever was rounded.
      double room = tangent * distance;
      return isEmpty() ? 0 : Math.clamp(from, one - room, Math.max(one - room, room - other));
    }

    private static double balanced(
        List<Mesh> meshes,
        Vector3 centre,
        Vector3 axis,
        Vector3 forward,
        double distance,
        double from) {
      double most = Double.NEGATIVE_INFINITY;
      double least = Double.POSITIVE_INFINITY;
      double mostAt = 0;
      double leastAt = 0;
      double mostAway = 1;
      double leastAway = 1;
      for (Mesh mesh : meshes) {
        float[] at = mesh.positions();
        for (int n = 0; n < at.length; n += 3) {
          Vector3 vertex = new Vector3(at[n], at[n + 1], at[n + 2]).minus(centre);
          double place = vertex.dot(axis);
          double away = vertex.dot(forward) + distance;
          double slope = (place - from) / away;
          if (slope > most) {
            most = slope;
            mostAt = place;
            mostAway = away;
          }
          if (slope < least) {
            least = slope;
            leastAt = place;
            leastAway = away;
          }
        }
      }
      return (mostAt * leastAway + leastAt * mostAway) / (mostAway + leastAway);
    }
  }
}
