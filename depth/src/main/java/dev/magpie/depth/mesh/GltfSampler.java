package dev.magpie.depth.mesh;

import java.util.Arrays;

/**
 * Values between keys, as glTF's appendix on interpolation has them; before the first key the
 * first's, and behind the last the last's.
 */
final class GltfSampler {
  /** How values go from one key to the next. */
  enum Interpolation {
    STEP,
    /** Of rotations, along the shorter arc. */
    LINEAR,
    /** By Hermite splines; each key has a tangent before its value and one behind it. */
    CUBICSPLINE
  }

  /** Quaternions nearer to each other than this cosine are on a line as good as on an arc. */
  private static final double NEARLY_ONE = 1 - 1e-10;

  private final float[] times;
  private final float[] values;
  private final int width;
  private final Interpolation interpolation;
  private final boolean rotations;

  /**
   * Takes the arrays.
   *
   * @param times of keys, each after the one before; at least one
   * @param values of keys, one behind another, with their tangents
   * @param width numbers of a value
   * @param rotations whether values are quaternions
   */
  GltfSampler(
      float[] times, float[] values, int width, Interpolation interpolation, boolean rotations) {
    this.times = times;
    this.values = values;
    this.width = width;
    this.interpolation = interpolation;
    this.rotations = rotations;
  }

  double start() {
    return times[0];
  }

  double end() {
    return times[times.length - 1];
  }

  double[] at(double time) {
    int next = firstAfter(time);
    if (next == 0 || next == times.length || interpolation == Interpolation.STEP) {
      double[] value = value(Math.max(0, next - 1));
      return rotations ? normalized(value) : value;
    }
    double step = (double) times[next] - times[next - 1];
    double share = (time - times[next - 1]) / step;
    double[] from = value(next - 1);
    double[] to = value(next);
    if (interpolation == Interpolation.LINEAR) {
      return rotations
          ? arc(normalized(from), normalized(to), share)
          : sum(from, 1 - share, to, share);
    }
    double squared = share * share;
    double cubed = squared * share;
    double[] ends = sum(from, 2 * cubed - 3 * squared + 1, to, 3 * squared - 2 * cubed);
    double[] tangents =
        sum(part(next - 1, 2), cubed - 2 * squared + share, part(next, 0), cubed - squared);
    double[] value = sum(ends, 1, tangents, step);
    return rotations ? normalized(value) : value;
  }

  private int firstAfter(double time) {
    int low = 0;
    int high = times.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] > time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private double[] value(int key) {
    return part(key, interpolation == Interpolation.CUBICSPLINE ? 1 : 0);
  }

  /** One of the parts of a key: with splines, a tangent, the value and another tangent. */
  private double[] part(int key, int part) {
    int parts = interpolation == Interpolation.CUBICSPLINE ? 3 : 1;
    double[] some = new double[width];
    for (int n = 0; n < width; n++) {
      some[n] = values[(key * parts + part) * width + n];
    }
    return some;
  }

  private static double[] sum(double[] one, double ofOne, double[] other, double ofOther) {
    double[] sum = new double[one.length];
    Arrays.setAll(sum, n -> ofOne * one[n] + ofOther * other[n]);
    return sum;
  }

  /** The rotation of a quaternion, or none where a spline passes zero. */
  private static double[] normalized(double[] quaternion) {
    double length = Math.sqrt(dot(quaternion, quaternion));
    return length > 0 ? sum(quaternion, 1 / length, quaternion, 0) : new double[] {0, 0, 0, 1};
  }

  private static double[] arc(double[] from, double[] to, double share) {
    double cosine = dot(from, to);
    double sign = cosine < 0 ? -1 : 1;
    if (sign * cosine > NEARLY_ONE) {
      return normalized(sum(from, 1 - share, to, sign * share));
    }
    double angle = Math.acos(sign * cosine);
    double sine = Math.sin(angle);
    return sum(
        from, Math.sin(angle * (1 - share)) / sine, to, sign * Math.sin(angle * share) / sine);
  }

  private static double dot(double[] one, double[] other) {
    double dot = 0;
    for (int n = 0; n < one.length; n++) {
      dot += one[n] * other[n];
    }
    return dot;
  }
}
