package dev.magpie.depth.scene;

import java.util.List;

/**
 * What is drawn, in which order, and from where.
 *
 * @param name how reports call it
 * @param meshes drawn one after another, each triangle by triangle
 * @param path the views that the camera passes, evenly in time; at least one
 * @param tessellation the longest edge in pixels that is not halved, or {@link #UNTESSELLATED}
 * @param faceCulling which triangles are not drawn
 */
public record Scene(
    String name,
    List<Mesh> meshes,
    List<Camera> path,
    double tessellation,
    FaceCulling faceCulling) {
  /** Triangles are drawn as they are. */
  public static final double UNTESSELLATED = Double.POSITIVE_INFINITY;

  /** The least that a user may ask for: finer, and a scene is drawn for hours to no end. */
  public static final double MIN_TESSELLATION = 1;

  /**
   * Takes the lists.
   *
   * @throws IllegalArgumentException if there is no view
   */
  public Scene {
    meshes = List.copyOf(meshes);
    path = List.copyOf(path);
    if (path.isEmpty()) {
      throw new IllegalArgumentException(name + ": has no camera");
    }
  }

  /** Triangles in all meshes, before tessellation. */
  public long triangles() {
    return meshes.stream().mapToLong(Mesh::triangles).sum();
  }

  /**
   * The view of a frame: the first frame has the first view of the path, the last frame the last,
   * and those between are interpolated linearly.
   *
   * @param frame 0 to {@code frames - 1}
   * @throws IllegalArgumentException if the interpolated camera sees nothing
   */
  public Camera camera(int frame, int frames) {
    double at = frames < 2 ? 0 : (double) frame * (path.size() - 1) / (frames - 1);
    int from = Math.min((int) at, path.size() - 1);
    int to = Math.min(from + 1, path.size() - 1);
    return at == from ? path.get(from) : path.get(from).towards(path.get(to), at - from);
  }

  /** The same from one view only. */
  public Scene withCamera(Camera camera) {
    return new Scene(name, meshes, List.of(camera), tessellation, faceCulling);
  }

  /** The same with another edge length. */
  public Scene withTessellation(double pixels) {
    return new Scene(name, meshes, path, pixels, faceCulling);
  }

  /** The same with other faces culled. */
  public Scene withFaceCulling(FaceCulling other) {
    return new Scene(name, meshes, path, tessellation, other);
  }
}
