package dev.magpie.depth;

import dev.magpie.depth.mesh.MeshFiles;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.Vector3;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import dev.magpie.depth.scene.real.RealScenes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * Opens scenes by what users call them: {@code builtin:hall}, {@code real:ship}, a scene file or a
 * mesh file.
 */
public final class Scenes {
  private static final String BUILT_IN = "builtin:";
  private static final String REAL = "real:";

  private Scenes() {}

  /**
   * Opens a scene.
   *
   * @param name {@code builtin:NAME}, {@code real:NAME}, or a file that ends in .toml or .json, or
   *     a mesh, which is then seen as a whole
   * @throws SceneException if there is none of the name, or it is broken
   * @throws IOException if a file cannot be read
   */
  public static Scene open(String name) throws IOException {
    try {
      if (name.startsWith(BUILT_IN)) {
        return BuiltInScenes.make(name.substring(BUILT_IN.length()));
      }
      if (name.startsWith(REAL)) {
        return RealScenes.read(name.substring(REAL.length()));
      }
    } catch (IllegalArgumentException e) {
      throw new SceneException(String.valueOf(e.getMessage()), e);
    }
    if (name.isEmpty()) {
      throw new SceneException("the name of the scene is empty");
    }
    Path file = path(name);
    if (Files.isDirectory(file)) {
      throw new SceneException(name + ": is a directory, not a scene");
    }
    if (!Files.exists(file)) {
      throw new SceneException(name + ": there is no such file" + meant(name));
    }
    if (!Files.isRegularFile(file)) {
      throw new SceneException(name + ": is no regular file");
    }
    if (SceneFile.isScene(file)) {
      return SceneFile.read(file);
    }
    if (!MeshFiles.isMesh(file)) {
      throw new SceneException(
          "%s: is no scene: names of scenes end in .toml or .json, those of meshes in %s"
              .formatted(name, String.join(", ", MeshFiles.suffixes())));
    }
    List<Mesh> meshes = MeshFiles.read(file);
    return new Scene(
        name, meshes, List.of(overview(meshes)), Scene.UNTESSELLATED, FaceCulling.NONE);
  }

  /** What a scene is called in full, if only its prefix lacks. */
  private static String meant(String name) {
    if (BuiltInScenes.names().contains(name)) {
      return "; the built-in scene is called " + BUILT_IN + name;
    }
    return RealScenes.names().contains(name) ? "; the real scene is called " + REAL + name : "";
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new SceneException("%s: is no file name: %s".formatted(name, e.getReason()), e);
    }
  }

  /** A view, from the front and a little above, of the sphere around all vertices. */
  static Camera overview(List<Mesh> meshes) {
    double[] lowest = {0, 0, 0};
    double[] highest = {0, 0, 0};
    boolean any = false;
    for (Mesh mesh : meshes) {
      float[] positions = mesh.positions();
      for (int n = 0; n < positions.length; n++) {
        lowest[n % 3] = any || n >= 3 ? Math.min(lowest[n % 3], positions[n]) : positions[n];
        highest[n % 3] = any || n >= 3 ? Math.max(highest[n % 3], positions[n]) : positions[n];
      }
      any |= positions.length > 0;
    }
    Vector3 low = new Vector3(lowest[0], lowest[1], lowest[2]);
    Vector3 high = new Vector3(highest[0], highest[1], highest[2]);
    Vector3 centre = low.plus(high).times(0.5);
    // A point has a sphere, too, which far from the origin must not vanish in rounding.
    double least = Math.max(1e-3, 1e-6 * centre.length());
    double radius = Math.max(high.minus(low).length() / 2, least);
    double fieldOfView = 45;
    double distance = 1.05 * radius / Math.sin(Math.toRadians(fieldOfView / 2));
    Vector3 from = new Vector3(0.5, 0.4, 1).normalized();
    return new Camera(
        centre.plus(from.times(distance)),
        centre,
        new Vector3(0, 1, 0),
        fieldOfView,
        distance / 50,
        distance + 2 * radius);
  }
}
