package dev.magpie.depth;

import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Vector3;
import java.util.List;

/**
 * Whether meshes look as if z were up: files of scanners, terrains and construction programs have
 * it so, and nothing in them says it.
 *
 * @param axis y or z
 * @param reason for z, in words
 */
record UpGuess(UpAxis axis, String reason) {
  /** How much thinner than wide it is if it lies on the ground. */
  private static final double FLAT = 0.25;

  /** The lowest and the highest share of the extent, where a ground or a roof is. */
  private static final double SLAB = 0.02;

  /** How much more of the ground it must stand on along z than along y. */
  private static final double STANDS = 0.25;

  static UpGuess of(List<Mesh> meshes) {
    Bounds bounds = Bounds.of(meshes);
    Vector3 size = bounds.high().minus(bounds.low());
    if (size.z() < FLAT * Math.min(size.x(), size.y())) {
      return new UpGuess(UpAxis.Z, "the mesh is flat along z");
    }
    if (ground(meshes, bounds, 2) > ground(meshes, bounds, 1) + STANDS) {
      return new UpGuess(UpAxis.Z, "the mesh stands on its lowest z");
    }
    return new UpGuess(UpAxis.Y, "");
  }

  /** The share of the ground that triangles at the lower end of an axis cover, less the roof's. */
  private static double ground(List<Mesh> meshes, Bounds bounds, int axis) {
    double low = bounds.low(axis);
    double extent = bounds.high(axis) - low;
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    double all = (bounds.high(u) - bounds.low(u)) * (bounds.high(v) - bounds.low(v));
    double covered = 0;
    for (Mesh mesh : meshes) {
      float[] at = mesh.positions();
      int[] indices = mesh.indices();
      for (int n = 0; n < indices.length; n += 3) {
        int a = 3 * indices[n];
        int b = 3 * indices[n + 1];
        int c = 3 * indices[n + 2];
        double least = Math.min(at[a + axis], Math.min(at[b + axis], at[c + axis])) - low;
        double most = Math.max(at[a + axis], Math.max(at[b + axis], at[c + axis])) - low;
        int end = most <= SLAB * extent ? 1 : least >= (1 - SLAB) * extent ? -1 : 0;
        if (end != 0) {
          double du = (double) at[b + u] - at[a + u];
          double dv = (double) at[b + v] - at[a + v];
          double eu = (double) at[c + u] - at[a + u];
          double ev = (double) at[c + v] - at[a + v];
          covered += end * Math.abs(du * ev - dv * eu) / 2;
        }
      }
    }
    return all > 0 ? covered / all : 0;
  }
}
