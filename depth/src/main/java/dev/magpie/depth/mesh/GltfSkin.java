package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.MeshPrimitive;
import de.javagl.jgltf.impl.v2.Skin;
import dev.magpie.depth.mesh.GltfAccessors.Numbers;
import java.util.Arrays;
import java.util.Map;

/**
 * The joints that a mesh hangs on: each vertex moves with up to four for each set of attributes.
 */
final class GltfSkin {
  /** More than any program writes; each takes as much as vertices do. */
  private static final int MAX_SETS = 16;

  private final int[] joints;

  /** By joint, from the mesh's space to the joint's. */
  private final GltfTransform[] inverses;

  private GltfSkin(int[] joints, GltfTransform[] inverses) {
    this.joints = joints;
    this.inverses = inverses;
  }

  static GltfSkin of(GltfFile file, GltfAccessors accessors, GltfNodes nodes, int index) {
    Skin skin = file.element("skin", file.gltf().getSkins(), index);
    int[] joints = skin.getJoints().stream().mapToInt(Integer::intValue).toArray();
    for (int joint : joints) {
      if (!nodes.has(joint)) {
        throw file.bad(
            "skin %d has the joint %d, which is no node of the scene".formatted(index, joint));
      }
    }
    GltfTransform[] inverses = new GltfTransform[joints.length];
    Arrays.fill(inverses, GltfTransform.IDENTITY);
    if (skin.getInverseBindMatrices() != null) {
      float[] matrices =
          accessors.finite(
              skin.getInverseBindMatrices(), "MAT4", 16, Numbers.FLOATS, "inverse bind matrices");
      if (matrices.length < 16L * joints.length) {
        throw file.bad(
            "skin %d has %d inverse bind matrices for %d joints"
                .formatted(index, matrices.length / 16, joints.length));
      }
      for (int n = 0; n < joints.length; n++) {
        float[] last = {
          matrices[16 * n + 3], matrices[16 * n + 7], matrices[16 * n + 11], matrices[16 * n + 15]
        };
        if (!isAffine(last)) {
          throw file.bad(
              "skin %d: the inverse bind matrix of joint %d ends with the row %s, not 0, 0, 0, 1"
                  .formatted(index, n, Arrays.toString(last)));
        }
        inverses[n] = GltfTransform.ofColumns(matrices, 16 * n);
      }
    }
    return new GltfSkin(joints, inverses);
  }

  private static boolean isAffine(float[] row) {
    double off = Math.abs(row[0]) + Math.abs(row[1]) + Math.abs(row[2]) + Math.abs(row[3] - 1.0);
    return off < 1e-3;
  }

  int joints() {
    return joints.length;
  }

  /** Whether any joint is among these nodes. */
  boolean isAmong(boolean[] nodes) {
    return Arrays.stream(joints).anyMatch(joint -> nodes[joint]);
  }

  /** By joint, from the mesh's space to the scene. */
  GltfTransform[] maps(GltfTransform[] places) {
    GltfTransform[] maps = new GltfTransform[joints.length];
    Arrays.setAll(maps, n -> places[joints[n]].times(inverses[n]));
    return maps;
  }

  /**
   * The joints of a primitive's vertices.
   *
   * @param each so many for each vertex
   * @param joints by vertex, its joints
   * @param weights by vertex, their shares, which make one
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Bones(int each, int[] joints, float[] weights) {
    /** Moves positions, which are x, y and z of each vertex. */
    float[] apply(double[] positions, GltfTransform[] maps) {
      float[] moved = new float[positions.length];
      double[] rows = new double[12];
      for (int vertex = 0; vertex < positions.length / 3; vertex++) {
        Arrays.fill(rows, 0);
        for (int n = vertex * each; n < (vertex + 1) * each; n++) {
          if (weights[n] != 0) {
            maps[joints[n]].addTo(rows, weights[n]);
          }
        }
        int at = 3 * vertex;
        for (int row = 0; row < 3; row++) {
          int m = 4 * row;
          moved[at + row] =
              (float)
                  (rows[m] * positions[at]
                      + rows[m + 1] * positions[at + 1]
                      + rows[m + 2] * positions[at + 2]
                      + rows[m + 3]);
        }
      }
      return moved;
    }
  }

  /**
   * Reads the joints of a primitive.
   *
   * @param name what messages call it
   */
  Bones bones(
      GltfFile file, GltfAccessors accessors, String name, MeshPrimitive primitive, int vertices) {
    Map<String, Integer> attributes = primitive.getAttributes();
    int sets = 0;
    while (attributes.containsKey("JOINTS_" + sets)) {
      sets++;
    }
    if (sets == 0) {
      throw file.bad(name + " has a skin, but no JOINTS_0");
    }
    if (sets > MAX_SETS) {
      throw file.bad("%s has more than %d sets of joints".formatted(name, MAX_SETS));
    }
    int[] all = new int[Math.multiplyExact(4 * sets, vertices)];
    float[] weights = new float[all.length];
    for (int set = 0; set < sets; set++) {
      Integer hanging = attributes.get("JOINTS_" + set);
      Integer weighing = attributes.get("WEIGHTS_" + set);
      if (hanging == null || weighing == null) {
        throw file.bad("%s has JOINTS_%d, but no WEIGHTS_%d".formatted(name, set, set));
      }
      int[] of = accessors.joints(hanging);
      float[] by =
          accessors.finite(weighing, "VEC4", 4, Numbers.FLOATS_OR_UNSIGNED, "weights of joints");
      if (of.length != 4 * vertices || by.length != 4 * vertices) {
        throw file.bad(
            "%s has %d vertices, %d with joints and %d with weights"
                .formatted(name, vertices, of.length / 4, by.length / 4));
      }
      for (int n = 0; n < of.length; n++) {
        int at = n / 4 * 4 * sets + 4 * set + n % 4;
        all[at] = of[n];
        weights[at] = by[n];
        if (by[n] < 0) {
          throw file.bad("%s: vertex %d has a weight of %s".formatted(name, n / 4, by[n]));
        }
        if (by[n] > 0 && of[n] >= joints.length) {
          throw file.bad(
              "%s: vertex %d hangs on joint %d, but the skin has %d"
                  .formatted(name, n / 4, of[n], joints.length));
        }
      }
    }
    share(file, name, weights, 4 * sets);
    return new Bones(4 * sets, all, weights);
  }

  /** Makes the weights of each vertex one, as rounded ones may not be. */
  private static void share(GltfFile file, String name, float[] weights, int each) {
    for (int first = 0; first < weights.length; first += each) {
      double sum = 0;
      for (int n = first; n < first + each; n++) {
        sum += weights[n];
      }
      if (!(sum > 0)) {
        throw file.bad("%s: vertex %d hangs on no joint".formatted(name, first / each));
      }
      for (int n = first; n < first + each; n++) {
        weights[n] = (float) (weights[n] / sum);
      }
    }
  }
}
