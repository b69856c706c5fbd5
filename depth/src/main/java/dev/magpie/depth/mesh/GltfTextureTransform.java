package dev.magpie.depth.mesh;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How glTF's extension KHR_texture_transform moves texture coordinates: they are scaled, then
 * turned, then shifted.
 *
 * @param rotation in radians, counter-clockwise on an image whose v runs downwards; where the
 *     extension's text and its shader code differ, this is the text, and what viewers do
 * @param set of coordinates, in place of the one that the texture names
 */
record GltfTextureTransform(
    double offsetU,
    double offsetV,
    double rotation,
    double scaleU,
    double scaleV,
    Optional<Integer> set) {
  static final String EXTENSION = "KHR_texture_transform";

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if a value is none
   */
  static GltfTextureTransform of(Map<?, ?> values) {
    double[] offset = pair(values.get("offset"), "offset", 0);
    double[] scale = pair(values.get("scale"), "scale", 1);
    Optional<Integer> set = Optional.empty();
    Object named = values.get("texCoord");
    if (named != null) {
      double number = number(named, "texCoord");
      if (!(number >= 0 && number < 1 << 16) || number != Math.rint(number)) {
        throw new IllegalArgumentException("texCoord is a number from 0 on");
      }
      set = Optional.of((int) number);
    }
    double rotation =
        values.get("rotation") == null ? 0 : number(values.get("rotation"), "rotation");
    return new GltfTextureTransform(offset[0], offset[1], rotation, scale[0], scale[1], set);
  }

  private static double[] pair(@Nullable Object value, String name, double otherwise) {
    if (value == null) {
      return new double[] {otherwise, otherwise};
    }
    if (value instanceof List<?> list && list.size() == 2) {
      return new double[] {number(list.get(0), name), number(list.get(1), name)};
    }
    throw new IllegalArgumentException(name + " is two numbers");
  }

  private static double number(@Nullable Object value, String name) {
    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(name + " has what is no number");
  }

  /** Moves coordinates: u and v of each vertex. */
  float[] apply(float[] coordinates) {
    double cos = Math.cos(rotation);
    double sin = Math.sin(rotation);
    float[] moved = new float[coordinates.length];
    for (int n = 0; n < moved.length; n += 2) {
      double u = scaleU * coordinates[n];
      double v = scaleV * coordinates[n + 1];
      moved[n] = (float) (cos * u + sin * v + offsetU);
      moved[n + 1] = (float) (cos * v - sin * u + offsetV);
    }
    return moved;
  }
}
