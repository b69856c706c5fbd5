package dev.magpie.depth.scene;

import java.util.Locale;

/** A point or a direction. */
public record Vector3(double x, double y, double z) {
  /** The direction of y. */
  public static final Vector3 UP = new Vector3(0, 1, 0);

  /** This and another. */
  public Vector3 plus(Vector3 other) {
    return new Vector3(x + other.x, y + other.y, z + other.z);
  }

  /** From another to this. */
  public Vector3 minus(Vector3 other) {
    return new Vector3(x - other.x, y - other.y, z - other.z);
  }

  /** This, so many times as long. */
  public Vector3 times(double factor) {
    return new Vector3(x * factor, y * factor, z * factor);
  }

  /** The scalar product. */
  public double dot(Vector3 other) {
    return x * other.x + y * other.y + z * other.z;
  }

  /** The vector product. */
  public Vector3 cross(Vector3 other) {
    return new Vector3(
        y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
  }

  /** The length. */
  public double length() {
    return Math.sqrt(dot(this));
  }

  /** The direction, of length one; not a number if this has no length. */
  public Vector3 normalized() {
    return times(1 / length());
  }

  /** As {@code x,y,z}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s,%s,%s", plain(x), plain(y), plain(z));
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
