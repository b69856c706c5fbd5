package dev.magpie.depth;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.Vector3;

/**
 * How a scene puts a mesh in its place.
 *
 * @param scale applied first
 * @param rotate degrees about x, then y, then z
 * @param translate applied last
 */
record MeshTransform(double scale, Vector3 rotate, Vector3 translate) {
  /**
   * The mesh in its place.
   *
   * @throws IllegalArgumentException if that is beyond all numbers
   */
  Mesh apply(Mesh mesh) {
    float[] positions = mesh.positions();
    float[] moved = new float[positions.length];
    for (int n = 0; n < positions.length; n += 3) {
      Vector3 at = place(new Vector3(positions[n], positions[n + 1], positions[n + 2]));
      moved[n] = (float) at.x();
      moved[n + 1] = (float) at.y();
      moved[n + 2] = (float) at.z();
    }
    // Mirrored triangles would show their backs.
    return (scale < 0 ? mesh.turned() : mesh).moved(moved);
  }

  /**
   * A camera in its place. What it sees is as far away as before, in the mesh's measures.
   *
   * @throws SceneException if there is no such view
   */
  Camera apply(Camera camera) {
    double size = Math.abs(scale);
    try {
      return new Camera(
          place(camera.eye()),
          place(camera.at()),
          turn(camera.up().times(Math.signum(scale))),
          camera.projection() instanceof Projection.Orthographic(double height)
              ? new Projection.Orthographic(height * size)
              : camera.projection(),
          camera.near() * size,
          camera.far() * size);
    } catch (IllegalArgumentException e) {
      throw new SceneException(String.valueOf(e.getMessage()), e);
    }
  }

  private Vector3 place(Vector3 at) {
    return turn(at.times(scale)).plus(translate);
  }

  private Vector3 turn(Vector3 at) {
    Vector3 now = at;
    double cx = cos(rotate.x());
    double sx = sin(rotate.x());
    now = new Vector3(now.x(), cx * now.y() - sx * now.z(), sx * now.y() + cx * now.z());
    double cy = cos(rotate.y());
    double sy = sin(rotate.y());
    now = new Vector3(cy * now.x() + sy * now.z(), now.y(), cy * now.z() - sy * now.x());
    double cz = cos(rotate.z());
    double sz = sin(rotate.z());
    return new Vector3(cz * now.x() - sz * now.y(), sz * now.x() + cz * now.y(), now.z());
  }

  private static double cos(double degrees) {
    return StrictMath.cos(Math.toRadians(degrees));
  }

  private static double sin(double degrees) {
    return StrictMath.sin(Math.toRadians(degrees));
  }
}
