package dev.magpie.lab.data;

import dev.magpie.depth.Scenes;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.real.RealScenes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A scene that no program has made: one that ships, or one of the user's.
 *
 * @param name what rows call it
 * @param scene what is drawn; none if it cannot be read
 * @param sha256 digest of its meshes, its view and how it is drawn; empty if unreadable
 * @param problem why it cannot be read; empty if it can
 */
public record RealScene(String name, Optional<Scene> scene, String sha256, String problem) {
  /** The scenes that ship, and then those that the user named. */
  public static List<RealScene> all(List<String> named) {
    return Stream.concat(RealScenes.names().stream().map(name -> "real:" + name), named.stream())
        .distinct()
        .map(RealScene::open)
        .toList();
  }

  private static RealScene open(String name) {
    try {
      Scene read = Scenes.open(name);
      if (read.meshes().stream().allMatch(mesh -> mesh.indices().length == 0)) {
        return failed(name, name + ": has no triangles");
      }
      Scene scene =
          new Scene(
              name,
              read.meshes(),
              List.of(read.camera(0, 1)),
              read.tessellation(),
              read.faceCulling());
      return new RealScene(name, Optional.of(scene), digest(scene), "");
    } catch (SceneException e) {
      return failed(name, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return failed(name, e.toString());
    }
  }

  /** One of which there is nothing but the reason. */
  public static RealScene failed(String name, String problem) {
    return new RealScene(name, Optional.empty(), "", problem);
  }

  private static String digest(Scene scene) {
    Camera camera = scene.camera(0, 1);
    Sha256 digest = new Sha256().add(camera).add(scene.tessellation()).add(scene.faceCulling());
    for (Mesh mesh : scene.meshes()) {
      ByteBuffer positions = ByteBuffer.allocate(mesh.positions().length * Float.BYTES);
      positions.asFloatBuffer().put(mesh.positions());
      ByteBuffer indices = ByteBuffer.allocate(mesh.indices().length * Integer.BYTES);
      indices.asIntBuffer().put(mesh.indices());
      digest.add(positions.array()).add(indices.array());
    }
    return digest.hex();
  }

  /** Bytes of its meshes. */
  public long bytes() {
    return scene.stream()
        .flatMap(each -> each.meshes().stream())
        .mapToLong(mesh -> 4L * (mesh.positions().length + mesh.indices().length))
        .sum();
  }

  /** The row's name; for a scene that could not be read, with the reason. */
  public String label() {
    return problem.isEmpty() ? name : name + " (failed: " + problem + ")";
  }
}
