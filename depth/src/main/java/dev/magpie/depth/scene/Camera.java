package dev.magpie.depth.scene;

/**
 * A perspective view.
 *
 * @param eye where it is
 * @param at what it looks at
 * @param up which way is up on the screen
 * @param fieldOfView vertical, in degrees
 * @param near distance of the near plane
 * @param far distance of the far plane
 */
public record Camera(
    Vector3 eye, Vector3 at, Vector3 up, double fieldOfView, double near, double far) {
  /** There is no such view. */
  public static final class NoViewException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String component;

    private NoViewException(String component, String message) {
      super(message);
      this.component = component;
    }

    /** The component that is wrong, or one of those that do not go together. */
    public String component() {
      return component;
    }
  }

  /**
   * Checks that there is a view.
   *
   * @throws NoViewException if not
   */
  public Camera {
    double side = at.minus(eye).normalized().cross(up.normalized()).length();
    if (!(side > 1e-9)) {
      throw new NoViewException(
          "eye",
          "a camera at %s cannot look at %s with %s up: the three must not lie on a line"
              .formatted(eye, at, up));
    }
    if (!(fieldOfView > 0 && fieldOfView < 180)) {
      throw new NoViewException(
          "fieldOfView",
          "the field of view is %s degrees, not within 0 and 180".formatted(fieldOfView));
    }
    if (!(near > 0 && far > near && Double.isFinite(far))) {
      throw new NoViewException(
          "near",
          "near %s and far %s: near must be above 0 and far beyond near".formatted(near, far));
    }
  }

  /**
   * The matrix, row by row, that takes a position to clip space, where what is seen has {@code -w
   * <= x, y <= w} and {@code 0 <= z <= w}, y upwards.
   *
   * @param aspect width over height of the frame
   */
  public double[] clipMatrix(double aspect) {
    Vector3 forward = at.minus(eye).normalized();
    Vector3 right = forward.cross(up.normalized()).normalized();
    Vector3 upward = right.cross(forward);
    double scale = 1 / Math.tan(Math.toRadians(fieldOfView) / 2);
    double depth = far / (far - near);
    double[] matrix = new double[16];
    row(matrix, 0, right.times(scale / aspect));
    row(matrix, 4, upward.times(scale));
    row(matrix, 8, forward.times(depth));
    row(matrix, 12, forward);
    matrix[11] -= depth * near;
    return matrix;
  }

  /** The camera at a share of the way to another. */
  Camera towards(Camera other, double share) {
    return new Camera(
        eye.plus(other.eye.minus(eye).times(share)),
        at.plus(other.at.minus(at).times(share)),
        up.plus(other.up.minus(up).times(share)),
        fieldOfView + (other.fieldOfView - fieldOfView) * share,
        near + (other.near - near) * share,
        far + (other.far - far) * share);
  }

  private void row(double[] matrix, int at, Vector3 direction) {
    matrix[at] = direction.x();
    matrix[at + 1] = direction.y();
    matrix[at + 2] = direction.z();
    matrix[at + 3] = -direction.dot(eye);
  }
}
