package dev.magpie.depth.mesh;

import dev.magpie.depth.mesh.GltfSkin.Bones;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.SceneException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A primitive of a node's mesh, and all that moves its vertices. */
final class GltfPart {
  private final int node;

  /** As the file has it. */
  private final Mesh mesh;

  private final List<float[]> changes;
  private final double[] weights;
  private final @Nullable GltfSkin skin;
  private final @Nullable Bones bones;

  /** The same with each triangle turned, from when it is first asked for. */
  private @Nullable Mesh turned;

  /**
   * Takes the arrays.
   *
   * @param mesh in the space of the node
   * @param changes of positions, by morph target
   * @param weights of morph targets where nothing changes them
   * @param skin null if the node places it
   * @param bones with a skin
   */
  GltfPart(
      int node,
      Mesh mesh,
      List<float[]> changes,
      double[] weights,
      @Nullable GltfSkin skin,
      @Nullable Bones bones) {
    this.node = node;
    this.mesh = mesh;
    this.changes = changes;
    this.weights = weights;
    this.skin = skin;
    this.bones = bones;
  }

  /**
   * It in a pose.
   *
   * @param places of nodes
   */
  Mesh at(GltfPose pose, GltfTransform[] places) {
    try {
      if (skin != null && bones != null) {
        // A skin's mesh is where its joints are, whatever its node says.
        GltfTransform[] maps = skin.maps(places);
        double[] morphed = GltfMorphs.apply(mesh.positions(), changes, pose.weights(node, weights));
        return fronts(maps[0].mirrors()).moved(bones.apply(morphed, maps));
      }
      GltfTransform place = places[node];
      Mesh facing = fronts(place.mirrors());
      if (changes.isEmpty()) {
        return facing.moved(place.apply(mesh.positions()));
      }
      return facing.moved(
          place.apply(GltfMorphs.apply(mesh.positions(), changes, pose.weights(node, weights))));
    } catch (IllegalArgumentException e) {
      throw new SceneException(String.valueOf(e.getMessage()), e);
    }
  }

  /** A mirrored triangle would show its back. */
  private Mesh fronts(boolean mirrored) {
    if (!mirrored) {
      return mesh;
    }
    Mesh other = turned == null ? mesh.turned() : turned;
    turned = other;
    return other;
  }
}
