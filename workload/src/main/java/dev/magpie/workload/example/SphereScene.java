package dev.magpie.workload.example;

import dev.magpie.snapshot.Tensor;

/** Spheres on a checkered floor, cast ray by ray: a depth buffer and a colour buffer. */
final class SphereScene {
  private static final int WIDTH = 160;
  private static final int HEIGHT = 120;
  private static final double NEAR = 1;
  private static final double FAR = 60;

  /** Centre and radius. */
  private static final double[][] SPHERES = {
    {-2.2, 0.0, 8, 1.0}, {0.3, 0.4, 10, 1.4}, {2.6, -0.3, 7, 0.7}, {1.2, -0.6, 5, 0.4}
  };

  private static final double FLOOR = -1;

  private final float[] depth = new float[WIDTH * HEIGHT];
  private final byte[] color = new byte[4 * WIDTH * HEIGHT];

  SphereScene() {
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        cast(x, y, (x - WIDTH / 2 + 0.5) / HEIGHT, (HEIGHT / 2 - y - 0.5) / HEIGHT);
      }
    }
  }

  /** Follows the ray (dx, dy, 1) from the origin; {@code z} is where it ends. */
  private void cast(int x, int y, double dx, double dy) {
    double z = FAR;
    double light = 0;
    int base = 0;
    if (dy < 0 && FLOOR / dy < z) {
      z = FLOOR / dy;
      long checks = (long) Math.floor(z * dx) + (long) Math.floor(z);
      base = checks % 2 == 0 ? 200 : 60;
      light = 1 - z / FAR;
    }
    for (int i = 0; i < SPHERES.length; i++) {
      double hit = hit(SPHERES[i], dx, dy);
      if (hit < z) {
        z = hit;
        double[] sphere = SPHERES[i];
        double towardsLight =
            0.5 * (z * dx - sphere[0]) + 0.7 * (z * dy - sphere[1]) - 0.5 * (z - sphere[2]);
        light = 0.15 + 0.85 * Math.max(0, towardsLight / sphere[3]);
        base = 110 + 40 * i;
      }
    }
    int pixel = y * WIDTH + x;
    depth[pixel] = (float) (FAR / (FAR - NEAR) * (1 - NEAR / z));
    int shade = (int) Math.min(255, base * light);
    color[4 * pixel] = (byte) shade;
    color[4 * pixel + 1] = (byte) (shade * 3 / 4);
    color[4 * pixel + 2] = (byte) (base == 0 ? 90 : shade / 2);
    color[4 * pixel + 3] = (byte) 255;
  }

  private static double hit(double[] sphere, double dx, double dy) {
    double a = dx * dx + dy * dy + 1;
    double b = dx * sphere[0] + dy * sphere[1] + sphere[2];
    double c =
        sphere[0] * sphere[0]
            + sphere[1] * sphere[1]
            + sphere[2] * sphere[2]
            - sphere[3] * sphere[3];
    double discriminant = b * b - a * c;
    return discriminant < 0 ? FAR : (b - Math.sqrt(discriminant)) / a;
  }

  /** Depth from 0 (near) to 1 (far and background), as a graphics pipeline stores it. */
  Tensor depth() {
    return Values.f32(depth, HEIGHT, WIDTH);
  }

  /** Red, green, blue and opacity. */
  Tensor color() {
    return Values.u8(color, HEIGHT, WIDTH, 4);
  }
}
