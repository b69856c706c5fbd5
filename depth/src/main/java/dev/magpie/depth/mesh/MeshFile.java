package dev.magpie.depth.mesh;

import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.NamedCamera;
import java.util.List;

/**
 * What a mesh file has.
 *
 * @param meshes in the order of drawing
 * @param cameras none in formats without
 */
public record MeshFile(Moving<List<Mesh>> meshes, List<NamedCamera> cameras) {
  /** Takes the list. */
  public MeshFile {
    cameras = List.copyOf(cameras);
  }
}
