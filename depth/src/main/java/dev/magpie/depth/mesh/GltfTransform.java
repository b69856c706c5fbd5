package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.Node;
import dev.magpie.depth.scene.Vector3;

/** An affine map of a glTF node. */
final class GltfTransform {
  static final GltfTransform IDENTITY =
      new GltfTransform(new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});

  /** Three rows of four. */
  private final double[] rows;

  private GltfTransform(double[] rows) {
    this.rows = rows;
  }

  /** What a node says: a matrix, or a translation, a rotation and a scale. */
  static GltfTransform of(Node node) {
    float[] m = node.getMatrix();
    return m != null ? ofColumns(m, 0) : of(translation(node), rotation(node), scale(node));
  }

  static double[] translation(Node node) {
    return orElse(node.getTranslation(), 0, 0, 0);
  }

  static double[] rotation(Node node) {
    return orElse(node.getRotation(), 0, 0, 0, 1);
  }

  static double[] scale(Node node) {
    return orElse(node.getScale(), 1, 1, 1);
  }

  /** The upper three rows of a matrix that is stored column by column. */
  static GltfTransform ofColumns(float[] m, int first) {
    double[] rows = new double[12];
    for (int n = 0; n < 12; n++) {
      rows[n] = m[first + n % 4 * 4 + n / 4];
    }
    return new GltfTransform(rows);
  }

  /** Scales, then turns by a quaternion, then moves. */
  static GltfTransform of(double[] t, double[] q, double[] s) {
    double x = q[0];
    double y = q[1];
    double z = q[2];
    double w = q[3];
    return new GltfTransform(
        new double[] {
          s[0] * (1 - 2 * (y * y + z * z)),
          s[1] * 2 * (x * y - w * z),
          s[2] * 2 * (x * z + w * y),
          t[0],
          s[0] * 2 * (x * y + w * z),
          s[1] * (1 - 2 * (x * x + z * z)),
          s[2] * 2 * (y * z - w * x),
          t[1],
          s[0] * 2 * (x * z - w * y),
          s[1] * 2 * (y * z + w * x),
          s[2] * (1 - 2 * (x * x + y * y)),
          t[2]
        });
  }

  @SuppressWarnings("NullAway")
  private static double[] orElse(float[] given, double... otherwise) {
    if (given == null) {
      return otherwise;
    }
    double[] all = new double[otherwise.length];
    for (int n = 0; n < Math.min(all.length, given.length); n++) {
      all[n] = given[n];
    }
    return all;
  }

  GltfTransform times(GltfTransform inner) {
    double[] product = new double[12];
    for (int n = 0; n < 12; n++) {
      int row = n / 4 * 4;
      double sum = n % 4 == 3 ? rows[row + 3] : 0;
      for (int k = 0; k < 3; k++) {
        sum += rows[row + k] * inner.rows[4 * k + n % 4];
      }
      product[n] = sum;
    }
    return new GltfTransform(product);
  }

  /** Whether it turns fronts into backs. */
  boolean mirrors() {
    double[] m = rows;
    return m[0] * (m[5] * m[10] - m[6] * m[9])
            - m[1] * (m[4] * m[10] - m[6] * m[8])
            + m[2] * (m[4] * m[9] - m[5] * m[8])
        < 0;
  }

  /** The places of these positions, each rounded once. */
  float[] apply(float[] positions) {
    float[] moved = new float[positions.length];
    for (int n = 0; n < positions.length; n += 3) {
      apply(positions[n], positions[n + 1], positions[n + 2], moved, n);
    }
    return moved;
  }

  /** The same of positions that are not rounded yet. */
  float[] apply(double[] positions) {
    float[] moved = new float[positions.length];
    for (int n = 0; n < positions.length; n += 3) {
      apply(positions[n], positions[n + 1], positions[n + 2], moved, n);
    }
    return moved;
  }

  private void apply(double x, double y, double z, float[] moved, int at) {
    for (int row = 0; row < 3; row++) {
      int m = 4 * row;
      moved[at + row] = (float) (rows[m] * x + rows[m + 1] * y + rows[m + 2] * z + rows[m + 3]);
    }
  }

  /** Adds a share of it to three rows of a sum. */
  void addTo(double[] sum, double share) {
    for (int n = 0; n < 12; n++) {
      sum[n] += share * rows[n];
    }
  }

  /** Where it moves the origin. */
  Vector3 origin() {
    return new Vector3(rows[3], rows[7], rows[11]);
  }

  /** Where an axis points: 0, 1 or 2. */
  Vector3 axis(int axis) {
    return new Vector3(rows[axis], rows[4 + axis], rows[8 + axis]);
  }
}
