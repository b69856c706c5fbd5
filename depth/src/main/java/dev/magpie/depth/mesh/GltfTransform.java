package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.Node;
import java.util.Arrays;

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
    if (m != null) {
      double[] rows = new double[12];
      for (int n = 0; n < 12; n++) {
        rows[n] = m[n % 4 * 4 + n / 4];
      }
      return new GltfTransform(rows);
    }
    float[] t = orElse(node.getTranslation(), 0, 0, 0);
    float[] q = orElse(node.getRotation(), 0, 0, 0, 1);
    float[] s = orElse(node.getScale(), 1, 1, 1);
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
  private static float[] orElse(float[] given, float... otherwise) {
    return given == null ? otherwise : Arrays.copyOf(given, otherwise.length);
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

  /** The places of these positions. */
  float[] apply(float[] positions) {
    float[] moved = new float[positions.length];
    for (int n = 0; n < positions.length; n++) {
      int row = n % 3 * 4;
      int at = n - n % 3;
      moved[n] =
          (float)
              (rows[row] * positions[at]
                  + rows[row + 1] * positions[at + 1]
                  + rows[row + 2] * positions[at + 2]
                  + rows[row + 3]);
    }
    return moved;
  }
}
