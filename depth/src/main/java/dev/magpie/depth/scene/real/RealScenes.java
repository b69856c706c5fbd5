package dev.magpie.depth.scene.real;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The real scenes that ship, drawn in the order in which their files have the triangles. Sources
 * and licences are in NOTICE.
 */
public final class RealScenes {
  /** One scene, in a file of its name. */
  private record Shipped(String name, Camera camera, double tessellation) {}

  private static final List<Shipped> ALL =
      List.of(
          new Shipped(
              "ship",
              new Camera(new Vector3(9, 6, 10), new Vector3(1, 8, 0), Vector3.UP, 60, 0.25, 100),
              Scene.UNTESSELLATED),
          new Shipped(
              "arena",
              new Camera(
                  new Vector3(225.75, 183.73, 121),
                  new Vector3(-77, 218, 70),
                  Vector3.UP,
                  65,
                  2,
                  3000),
              23));

  private RealScenes() {}

  /** All names. */
  public static List<String> names() {
    return ALL.stream().map(Shipped::name).toList();
  }

  /**
   * Reads a scene.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static Scene read(String name) {
    Shipped scene =
        ALL.stream()
            .filter(each -> each.name.equals(name))
            .findFirst()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "there is no real scene '%s'; there are %s"
                        .formatted(name, String.join(", ", names()))));
    return new Scene(
        name, List.of(mesh(name)), List.of(scene.camera), scene.tessellation, FaceCulling.NONE);
  }

  private static Mesh mesh(String name) {
    try (InputStream file = RealScenes.class.getResourceAsStream(name + ".mesh")) {
      if (file == null) {
        throw new IllegalStateException("the program lacks the scene " + name);
      }
      return CompactMesh.read(name, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
