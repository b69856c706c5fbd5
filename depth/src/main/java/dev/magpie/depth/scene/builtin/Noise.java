package dev.magpie.depth.scene.builtin;

/** Smooth pseudo-random fields: gradient noise on a lattice (Perlin 2002) and sums of it. */
final class Noise {
  private static final int[][] GRADIENTS = {
    {1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0},
    {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
    {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1}
  };

  private final long seed;

  Noise(long seed) {
    this.seed = seed;
  }

  /** Within -1 and 1, zero at whole coordinates. */
  double at(double x, double y, double z) {
    long i = (long) Math.floor(x);
    long j = (long) Math.floor(y);
    long k = (long) Math.floor(z);
    double u = x - i;
    double v = y - j;
    double w = z - k;
    double su = smooth(u);
    double sv = smooth(v);
    double sw = smooth(w);
    double lower =
        mix(
            sv,
            mix(su, corner(i, j, k, u, v, w), corner(i + 1, j, k, u - 1, v, w)),
            mix(su, corner(i, j + 1, k, u, v - 1, w), corner(i + 1, j + 1, k, u - 1, v - 1, w)));
    double upper =
        mix(
            sv,
            mix(su, corner(i, j, k + 1, u, v, w - 1), corner(i + 1, j, k + 1, u - 1, v, w - 1)),
            mix(
                su,
                corner(i, j + 1, k + 1, u, v - 1, w - 1),
                corner(i + 1, j + 1, k + 1, u - 1, v - 1, w - 1)));
    return mix(sw, lower, upper);
  }

  /** Octaves, each of twice the frequency and half the height of the one before. */
  double fractal(double x, double y, double z, int octaves) {
    double sum = 0;
    double height = 1;
    double scale = 1;
    for (int n = 0; n < octaves; n++) {
      sum += height * at(x * scale, y * scale, z * scale);
      height *= 0.5;
      scale *= 2;
    }
    return sum;
  }

  /** Sharp crests, as of mountains: 0 to about 2. */
  double ridges(double x, double y, int octaves) {
    double sum = 0;
    double height = 1;
    double scale = 1;
    double crest = 1;
    for (int n = 0; n < octaves; n++) {
      double value = 1 - Math.abs(at(x * scale, y * scale, n * 7.3));
      value *= value * crest;
      crest = Math.min(1, value * 1.6);
      sum += height * value;
      height *= 0.5;
      scale *= 2;
    }
    return sum;
  }

  private double corner(long i, long j, long k, double u, double v, double w) {
    long h = seed ^ i * 0x9e3779b97f4a7c15L ^ j * 0xc2b2ae3d27d4eb4fL ^ k * 0x165667b19e3779f9L;
    h = (h ^ h >>> 31) * 0xbf58476d1ce4e5b9L;
    int[] gradient = GRADIENTS[(int) Math.floorMod(h ^ h >>> 29, (long) GRADIENTS.length)];
    return gradient[0] * u + gradient[1] * v + gradient[2] * w;
  }

  private static double smooth(double t) {
    return t * t * t * (t * (t * 6 - 15) + 10);
  }

  private static double mix(double t, double a, double b) {
    return a + t * (b - a);
  }
}
