package dev.magpie.depth.scene;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is drawn, in which order, and from where.
 *
 * @param name how reports call it
 * @param moving its meshes, drawn one after another, each triangle by triangle
 * @param path the views that the camera passes, evenly in time; at least one
 * @param movingCamera in place of the path, of which the first view is its first then
 * @param framesPerSecond how far apart in time frames are; 0 if they are spread over the time that
 *     all takes that moves
 * @param tessellation the longest edge in pixels that is not halved, or {@link #UNTESSELLATED}
 * @param faceCulling which triangles are not drawn
 */
public record Scene(
    String name,
    Moving<List<Mesh>> moving,
    List<Camera> path,
    Optional<Moving<Camera>> movingCamera,
    double framesPerSecond,
    double tessellation,
    FaceCulling faceCulling) {
  /** Triangles are drawn as they are. */
  public static final double UNTESSELLATED = Double.POSITIVE_INFINITY;

  /** The least that a user may ask for: finer, and a scene is drawn for hours to no end. */
  public static final double MIN_TESSELLATION = 1;

  /** Moments that stand for all in views that show the whole of something. */
  private static final int POSES = 8;

  /**
   * Takes the lists.
   *
   * @throws IllegalArgumentException if there is no view, or no such number of frames a second
   */
  public Scene {
    path = List.copyOf(path);
    if (path.isEmpty()) {
      throw new IllegalArgumentException(name + ": has no camera");
    }
    if (!(framesPerSecond >= 0 && Double.isFinite(framesPerSecond))) {
      throw new IllegalArgumentException(
          "%s frames a second are no number above 0".formatted(framesPerSecond));
    }
  }

  /**
   * A scene in which nothing moves but a camera.
   *
   * @throws IllegalArgumentException if there is no view
   */
  public Scene(
      String name,
      List<Mesh> meshes,
      List<Camera> path,
      double tessellation,
      FaceCulling faceCulling) {
    this(
        name,
        Moving.still(List.copyOf(meshes)),
        path,
        Optional.empty(),
        0,
        tessellation,
        faceCulling);
  }

  /** The meshes of the first frame. */
  public List<Mesh> meshes() {
    return moving.at(0);
  }

  /**
   * The meshes of a frame.
   *
   * @param frame 0 to {@code frames - 1}
   * @throws SceneException if they are moved beyond all numbers
   */
  public List<Mesh> meshes(int frame, int frames) {
    return moving.at(time(frame, frames));
  }

  /** The meshes at some moments, one behind another: all that is seen of them, or nearly so. */
  public List<Mesh> poses() {
    return poses(moving);
  }

  /** The same of meshes that are no scene yet. */
  public static List<Mesh> poses(Moving<List<Mesh>> meshes) {
    List<Mesh> poses = new ArrayList<>(meshes.at(0));
    for (int n = 1; n < POSES && meshes.seconds() > 0; n++) {
      poses.addAll(meshes.at(n * meshes.seconds() / POSES));
    }
    return poses;
  }

  /** How long it takes until all that moves begins anew; 0 if nothing moves but along the path. */
  public double seconds() {
    return Math.max(moving.seconds(), movingCamera.map(Moving::seconds).orElse(0.0));
  }

  /** How many seconds after the first frame another one is. */
  public double time(int frame, int frames) {
    return framesPerSecond > 0 ? frame / framesPerSecond : frame * seconds() / frames;
  }

  /** Triangles in all meshes, before tessellation. */
  public long triangles() {
    return meshes().stream().mapToLong(Mesh::triangles).sum();
  }

  /**
   * The view of a frame: the first frame has the first view of the path, the last frame the last,
   * and those between are interpolated linearly. A camera that moves in time is where it is then.
   *
   * @param frame 0 to {@code frames - 1}
   * @throws IllegalArgumentException if the interpolated camera sees nothing
   */
  public Camera camera(int frame, int frames) {
    if (movingCamera.isPresent()) {
      return movingCamera.get().at(time(frame, frames));
    }
    double at = frames < 2 ? 0 : (double) frame * (path.size() - 1) / (frames - 1);
    int from = Math.min((int) at, path.size() - 1);
    int to = Math.min(from + 1, path.size() - 1);
    return at == from ? path.get(from) : path.get(from).towards(path.get(to), at - from);
  }

  /** The same from one view only. */
  public Scene withCamera(Camera camera) {
    return withCamera(Moving.still(camera));
  }

  /** The same seen by a camera that may move. */
  public Scene withCamera(Moving<Camera> camera) {
    return new Scene(
        name,
        moving,
        List.of(camera.at(0)),
        camera.seconds() > 0 ? Optional.of(camera) : Optional.empty(),
        framesPerSecond,
        tessellation,
        faceCulling);
  }

  /** The same with frames so far apart. */
  public Scene withFramesPerSecond(double frames) {
    return new Scene(name, moving, path, movingCamera, frames, tessellation, faceCulling);
  }

  /** The same with another edge length. */
  public Scene withTessellation(double pixels) {
    return new Scene(name, moving, path, movingCamera, framesPerSecond, pixels, faceCulling);
  }

  /** The same with other faces culled. */
  public Scene withFaceCulling(FaceCulling other) {
    return new Scene(name, moving, path, movingCamera, framesPerSecond, tessellation, other);
  }
}
