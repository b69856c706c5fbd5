package dev.magpie.depth.mesh;

import static dev.magpie.depth.mesh.GltfFile.orEmpty;

import de.javagl.jgltf.impl.v2.Mesh;
import de.javagl.jgltf.impl.v2.MeshPrimitive;
import de.javagl.jgltf.impl.v2.Node;
import dev.magpie.depth.mesh.GltfAccessors.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The morph targets of a glTF file's meshes, and their weights where nothing changes them. */
final class GltfMorphs {
  private final GltfFile file;
  private final GltfAccessors accessors;
  private final GltfNodes nodes;
  private final Map<Integer, float[]> changes = new HashMap<>();

  GltfMorphs(GltfFile file, GltfAccessors accessors, GltfNodes nodes) {
    this.file = file;
    this.accessors = accessors;
    this.nodes = nodes;
  }

  /** How many the mesh of a node has; all of its primitives have as many. */
  int targets(int node) {
    Integer index = nodes.get(node).getMesh();
    if (index == null) {
      throw file.bad("node %d has no mesh whose weights could change".formatted(node));
    }
    List<MeshPrimitive> primitives =
        file.element("mesh", file.gltf().getMeshes(), index).getPrimitives();
    List<Integer> counts =
        primitives.stream().map(each -> orEmpty(each.getTargets()).size()).distinct().toList();
    if (counts.size() > 1) {
      throw file.bad(
          "mesh %d: its primitives have %d and %d morph targets, not as many each"
              .formatted(index, counts.get(0), counts.get(1)));
    }
    return counts.isEmpty() ? 0 : counts.getFirst();
  }

  /** A node's weights, or else its mesh's, or else none. */
  double[] weights(int index) {
    Node node = nodes.get(index);
    Mesh mesh = file.element("mesh", file.gltf().getMeshes(), node.getMesh());
    List<Float> given = node.getWeights() != null ? node.getWeights() : mesh.getWeights();
    int targets = targets(index);
    if (given == null) {
      return new double[targets];
    }
    double[] weights = given.stream().mapToDouble(Float::doubleValue).toArray();
    if (weights.length != targets) {
      throw file.bad(
          "node %d: there are %d weights for the %d morph targets of mesh %d"
              .formatted(index, weights.length, targets, node.getMesh()));
    }
    for (double weight : weights) {
      if (!Double.isFinite(weight)) {
        throw file.bad("node %d has a weight of %s, which is not finite".formatted(index, weight));
      }
    }
    return weights;
  }

  /**
   * By target, what it adds to each position; nothing where it leaves positions alone.
   *
   * @param name what messages call the primitive
   * @param coordinates of its positions
   */
  List<float[]> changes(String name, MeshPrimitive primitive, int coordinates) {
    List<float[]> all = new ArrayList<>();
    for (Map<String, Integer> target : orEmpty(primitive.getTargets())) {
      Integer index = target.get("POSITION");
      float[] change =
          index == null
              ? new float[0]
              : changes.computeIfAbsent(
                  index, n -> accessors.finite(n, "VEC3", 3, Numbers.FLOATS, "morph targets"));
      if (change.length != 0 && change.length != coordinates) {
        throw file.bad(
            "%s: morph target %d is of %d vertices, and there are %d"
                .formatted(name, all.size(), change.length / 3, coordinates / 3));
      }
      all.add(change);
    }
    return all;
  }

  /** The positions with shares of all changes. */
  static double[] apply(float[] positions, List<float[]> changes, double[] weights) {
    double[] morphed =
        IntStream.range(0, positions.length).mapToDouble(n -> positions[n]).toArray();
    for (int target = 0; target < changes.size(); target++) {
      float[] change = changes.get(target);
      double weight = weights[target];
      if (weight != 0) {
        for (int n = 0; n < change.length; n++) {
          morphed[n] += weight * change[n];
        }
      }
    }
    return morphed;
  }
}
