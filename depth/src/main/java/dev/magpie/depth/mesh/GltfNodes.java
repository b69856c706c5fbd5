package dev.magpie.depth.mesh;

import static dev.magpie.depth.mesh.GltfFile.orEmpty;

import de.javagl.jgltf.impl.v2.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The nodes of a glTF file's default scene, each below at most one other. */
final class GltfNodes {
  private static final int NONE = -1;

  /** A node to visit, and the one above it. */
  private record Visit(int node, @Nullable Visit above) {
    boolean isBelow(int other) {
      for (Visit visit = above; visit != null; visit = visit.above) {
        if (visit.node == other) {
          return true;
        }
      }
      return false;
    }
  }

  private final GltfFile file;
  private final List<Node> nodes;

  /** In the order of drawing: each behind the one that it is below. */
  private final List<Integer> order = new ArrayList<>();

  private final int[] parents;
  private final boolean[] seen;

  GltfNodes(GltfFile file) {
    this.file = file;
    nodes = orEmpty(file.gltf().getNodes());
    parents = new int[nodes.size()];
    seen = new boolean[nodes.size()];
    Arrays.fill(parents, NONE);
    Deque<Visit> open = new ArrayDeque<>();
    roots().reversed().forEach(root -> open.push(new Visit(root, null)));
    while (!open.isEmpty()) {
      Visit visit = open.pop();
      int index = visit.node();
      Node node = file.element("node", nodes, index);
      if (seen[index]) {
        throw file.bad(
            "node %d %s"
                .formatted(
                    index, visit.isBelow(index) ? "is its own descendant" : "has two parents"));
      }
      check(index, node);
      seen[index] = true;
      parents[index] = visit.above() == null ? NONE : visit.above().node();
      order.add(index);
      orEmpty(node.getChildren()).reversed().forEach(child -> open.push(new Visit(child, visit)));
    }
  }

  /**
   * What glTF forbids of a node's place, so that it is not drawn elsewhere than it was meant to.
   */
  private void check(int index, Node node) {
    float[] m = node.getMatrix();
    if (m != null) {
      if (node.getTranslation() != null || node.getRotation() != null || node.getScale() != null) {
        throw file.bad(
            "node %d has a matrix, and a translation, rotation or scale besides".formatted(index));
      }
      if (m.length == 16 && (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)) {
        throw file.bad(
            "the matrix of node %d is not affine: its last row is %s %s %s %s, not 0 0 0 1"
                .formatted(index, m[3], m[7], m[11], m[15]));
      }
    }
    double[] turn = GltfTransform.rotation(node);
    if (Arrays.stream(turn).allMatch(each -> each == 0)) {
      throw file.bad("the rotation of node %d is no quaternion: all of it is 0".formatted(index));
    }
  }

  /** The nodes of the default scene, or else all that are no child. */
  private List<Integer> roots() {
    if (!orEmpty(file.gltf().getScenes()).isEmpty()) {
      int scene = file.gltf().getScene() == null ? 0 : file.gltf().getScene();
      return orEmpty(file.element("scene", file.gltf().getScenes(), scene).getNodes());
    }
    Set<Integer> children = new HashSet<>();
    nodes.forEach(node -> children.addAll(orEmpty(node.getChildren())));
    List<Integer> roots =
        IntStream.range(0, nodes.size()).filter(node -> !children.contains(node)).boxed().toList();
    if (roots.isEmpty() && !children.isEmpty()) {
      throw file.bad("there is no scene, and every node is its own descendant or another's");
    }
    return roots;
  }

  /** All in the order of drawing. */
  List<Integer> order() {
    return order;
  }

  Node get(int index) {
    return nodes.get(index);
  }

  /** How many the file has. */
  int count() {
    return nodes.size();
  }

  /** Whether a node is in the scene. */
  boolean has(int index) {
    return index >= 0 && index < seen.length && seen[index];
  }

  /** Those that these, or any above them, are among. */
  boolean[] below(boolean[] these) {
    boolean[] below = these.clone();
    for (int index : order) {
      below[index] |= parents[index] != NONE && below[parents[index]];
    }
    return below;
  }

  /** By node, the map to the scene in a pose; of those that are not in the scene, none. */
  @SuppressWarnings("NullAway")
  GltfTransform[] places(GltfPose pose) {
    GltfTransform[] places = new GltfTransform[nodes.size()];
    for (int index : order) {
      GltfTransform parent =
          parents[index] == NONE ? GltfTransform.IDENTITY : places[parents[index]];
      places[index] = parent.times(pose.local(index));
    }
    return places;
  }
}
