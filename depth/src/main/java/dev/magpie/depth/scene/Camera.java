package dev.magpie.depth.scene;

import dev.magpie.depth.scene.Projection.Orthographic;
import dev.magpie.depth.scene.Projection.Perspective;

/**
 * A view, in perspective or orthographic.
 *
 * @param eye where it is
 * @param at what it looks at
 * @param up which way is up on the screen
 * @param projection how it is laid on the screen
 * @param near distance of the near plane; of an orthographic view, it may lie behind the eye
 * @param far distance of the far plane; in perspective it may be infinite
 */
public record Camera(
    Vector3 eye, Vector3 at, Vector3 up, Projection projection, double near, double far) {
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
    switch (projection) {
      case Perspective(double fieldOfView) -> {
        if (!(fieldOfView > 0 && fieldOfView < 180)) {
          throw new NoViewException(
              "fieldOfView",
              "the field of view is %s degrees, not within 0 and 180".formatted(fieldOfView));
        }
        if (!(near > 0 && far > near && Double.isFinite(near))) {
          throw new NoViewException(
              "near",
              "near %s and far %s: near must be above 0 and far beyond near".formatted(near, far));
        }
      }
      case Orthographic(double height) -> {
        if (!(height > 0 && Double.isFinite(height))) {
          throw new NoViewException(
              "height", "an orthographic view is %s high, which is not above 0".formatted(height));
        }
        if (!(far > near && Double.isFinite(far - near))) {
          throw new NoViewException(
              "near",
              "near %s and far %s: far must be beyond near, and in an orthographic view not"
                      .formatted(near, far)
                  + " infinite");
        }
      }
    }
  }

  /**
   * A view in perspective.
   *
   * @param fieldOfView vertical, in degrees
   * @throws NoViewException if there is no such view
   */
  public Camera(Vector3 eye, Vector3 at, Vector3 up, double fieldOfView, double near, double far) {
    this(eye, at, up, new Perspective(fieldOfView), near, far);
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
    double[] matrix = new double[16];
    switch (projection) {
      case Perspective(double fieldOfView) -> {
        double scale = 1 / Math.tan(Math.toRadians(fieldOfView) / 2);
        double depth = depthScale();
        row(matrix, 0, right.times(scale / aspect));
        row(matrix, 4, upward.times(scale));
        row(matrix, 8, forward.times(depth));
        row(matrix, 12, forward);
        matrix[11] -= depth * near;
      }
      case Orthographic(double height) -> {
        row(matrix, 0, right.times(2 / (height * aspect)));
        row(matrix, 4, upward.times(2 / height));
        row(matrix, 8, forward.times(1 / (far - near)));
        matrix[11] -= near / (far - near);
        matrix[15] = 1;
      }
    }
    return matrix;
  }

  /** What a depth in perspective tends to beyond the far plane; 1 where that is infinite. */
  private double depthScale() {
    return Double.isInfinite(far) ? 1 : far / (far - near);
  }

  /**
   * How far along the line of sight a depth lies.
   *
   * @param depth 0 at the near plane and 1 at the far plane
   */
  public double distance(double depth) {
    return switch (projection) {
      case Perspective _ -> near / (1 - depth / depthScale());
      case Orthographic _ -> near + depth * (far - near);
    };
  }

  /** The camera at a share of the way to another. */
  Camera towards(Camera other, double share) {
    return new Camera(
        eye.plus(other.eye.minus(eye).times(share)),
        at.plus(other.at.minus(at).times(share)),
        up.plus(other.up.minus(up).times(share)),
        between(projection, other.projection, share),
        near + (other.near - near) * share,
        far == other.far ? far : far + (other.far - far) * share);
  }

  private static Projection between(Projection one, Projection other, double share) {
    if (one instanceof Perspective(double from) && other instanceof Perspective(double to)) {
      return new Perspective(from + (to - from) * share);
    }
    if (one instanceof Orthographic(double from) && other instanceof Orthographic(double to)) {
      return new Orthographic(from + (to - from) * share);
    }
    throw new NoViewException(
        "height", "there is no view between an orthographic one and one in perspective");
  }

  private void row(double[] matrix, int at, Vector3 direction) {
    matrix[at] = direction.x();
    matrix[at + 1] = direction.y();
    matrix[at + 2] = direction.z();
    matrix[at + 3] = -direction.dot(eye);
  }
}
