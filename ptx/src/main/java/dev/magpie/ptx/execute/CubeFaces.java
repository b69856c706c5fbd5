package dev.magpie.ptx.execute;

/** Finds the face of a cube that a direction meets, and where. */
final class CubeFaces {
  private CubeFaces() {}

  /**
   * Turns a lane's direction, and what changes it, into coordinates of a face. Of axes that are
   * equally long z counts as the longest, then y.
   *
   * @return the face
   */
  static int project(TextureFootprints f) {
    double x = Math.abs(f.at[0]);
    double y = Math.abs(f.at[1]);
    double z = Math.abs(f.at[2]);
    int major = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    boolean isNegative = f.at[major] < 0;
    int face = 2 * major + (isNegative ? 1 : 0);
    turn(f.at, face);
    turn(f.alongX, face);
    turn(f.alongY, face);
    slope(f.at, f.alongX);
    slope(f.at, f.alongY);
    double length = f.at[2];
    f.at[0] = (f.at[0] / length + 1) / 2;
    f.at[1] = (f.at[1] / length + 1) / 2;
    return face;
  }

  /** Makes s, t and the length along the major axis of a direction. */
  private static void turn(double[] v, int face) {
    double x = v[0];
    double y = v[1];
    double z = v[2];
    switch (face) {
      case 0 -> set(v, -z, -y, x);
      case 1 -> set(v, z, -y, -x);
      case 2 -> set(v, x, z, y);
      case 3 -> set(v, x, -z, -y);
      case 4 -> set(v, x, -y, z);
      default -> set(v, -x, -y, -z);
    }
  }

  private static void set(double[] v, double s, double t, double length) {
    v[0] = s;
    v[1] = t;
    v[2] = length;
  }

  /** What half of each quotient changes by. */
  private static void slope(double[] at, double[] along) {
    for (int i = 0; i < 2; i++) {
      along[i] = (along[i] * at[2] - at[i] * along[2]) / (2 * at[2] * at[2]);
    }
  }
}
