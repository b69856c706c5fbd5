package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.Node;
import java.util.HashMap;
import java.util.Map;

/** Where an animation has the nodes at a time; nodes that it does not move are as the file says. */
final class GltfPose {
  /** What of a node an animation changes. */
  enum Property {
    TRANSLATION,
    ROTATION,
    SCALE,
    WEIGHTS
  }

  private final GltfNodes nodes;
  private final Map<Integer, Map<Property, double[]>> changed = new HashMap<>();

  GltfPose(GltfNodes nodes) {
    this.nodes = nodes;
  }

  void set(int node, Property property, double[] value) {
    changed.computeIfAbsent(node, _ -> new HashMap<>()).put(property, value);
  }

  /** A node's map to the one above. */
  GltfTransform local(int index) {
    Node node = nodes.get(index);
    Map<Property, double[]> values = changed.get(index);
    // A node with a matrix may have weights that change.
    if (values == null || node.getMatrix() != null) {
      return GltfTransform.of(node);
    }
    return GltfTransform.of(
        values.getOrDefault(Property.TRANSLATION, GltfTransform.translation(node)),
        values.getOrDefault(Property.ROTATION, GltfTransform.rotation(node)),
        values.getOrDefault(Property.SCALE, GltfTransform.scale(node)));
  }

  /** The weights of a node's morph targets. */
  double[] weights(int node, double[] otherwise) {
    return changed.getOrDefault(node, Map.of()).getOrDefault(Property.WEIGHTS, otherwise);
  }
}
