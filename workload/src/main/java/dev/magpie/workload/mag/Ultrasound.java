package dev.magpie.workload.mag;

import java.util.SplittableRandom;

/**
 * A made-up ultrasound video of a beating heart, in grey levels from 0 to 255: bright walls between
 * two ellipses that pulse, everything grained by speckle that moves with the tissue.
 */
final class Ultrasound {
  private static final double BEAT_FRAMES = 12;
  private static final double BEAT = 0.08;
  private static final int SPECKLE_SIDE = 512;

  private final int rows;
  private final int columns;
  private final float[] speckle;

  Ultrasound(int rows, int columns, long seed) {
    this.rows = rows;
    this.columns = columns;
    this.speckle = speckle(new SplittableRandom(seed));
  }

  /** Rayleigh-distributed brightness, smoothed over neighbours. */
  private static float[] speckle(SplittableRandom random) {
    int n = SPECKLE_SIDE;
    float[] fine = new float[n * n];
    for (int i = 0; i < fine.length; i++) {
      fine[i] = (float) Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    }
    float[] smooth = new float[n * n];
    for (int i = 0; i < n * n; i++) {
      int right = i - i % n + (i + 1) % n;
      int below = (i + n) % (n * n);
      int diagonal = (right + n) % (n * n);
      smooth[i] = (fine[i] + fine[right] + fine[below] + fine[diagonal]) / 4;
    }
    return smooth;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /** How far the wall has moved outwards in a frame. */
  private static double stretch(int frame) {
    return 1 - BEAT * (1 - StrictMath.cos(2 * Math.PI * frame / BEAT_FRAMES)) / 2;
  }

  /** A frame, column by column. */
  float[] frame(int number) {
    float[] pixels = new float[rows * columns];
    double stretch = stretch(number);
    for (int column = 0; column < columns; column++) {
      for (int row = 0; row < rows; row++) {
        // Where the tissue in this pixel was in the first frame.
        double y = (row - rows / 2.0) / stretch;
        double x = (column - columns / 2.0) / stretch;
        double radius = Math.sqrt(square(y / (0.30 * rows)) + square(x / (0.30 * columns)));
        double brightness = radius < 0.75 ? 25 : radius < 1.05 ? 110 : 55;
        double grain = speckleAt(y + rows, x + columns);
        pixels[column * rows + row] = (float) Math.min(255, Math.floor(brightness * grain));
      }
    }
    return pixels;
  }

  private static double square(double value) {
    return value * value;
  }

  /** Between the four grains around a place. */
  private float speckleAt(double y, double x) {
    int row = (int) Math.floor(y);
    int column = (int) Math.floor(x);
    double down = y - row;
    double right = x - column;
    double above = grain(row, column) * (1 - right) + grain(row, column + 1) * right;
    double below = grain(row + 1, column) * (1 - right) + grain(row + 1, column + 1) * right;
    return (float) (above * (1 - down) + below * down);
  }

  private float grain(int row, int column) {
    int y = Math.floorMod(row, SPECKLE_SIDE);
    int x = Math.floorMod(column, SPECKLE_SIDE);
    return speckle[y * SPECKLE_SIDE + x];
  }

  /** Rows of points in the first frame: two fifths on the inner wall, the others on the outer. */
  int[] pointRows(int points) {
    int[] result = new int[points];
    for (int i = 0; i < points; i++) {
      result[i] =
          (int) Math.round(rows / 2.0 + wall(i, points) * rows * StrictMath.sin(angle(i, points)));
    }
    return result;
  }

  int[] pointColumns(int points) {
    int[] result = new int[points];
    for (int i = 0; i < points; i++) {
      result[i] =
          (int)
              Math.round(
                  columns / 2.0 + wall(i, points) * columns * StrictMath.cos(angle(i, points)));
    }
    return result;
  }

  private static int inner(int points) {
    return 2 * points / 5;
  }

  private static double wall(int point, int points) {
    return 0.30 * (point < inner(points) ? 0.75 : 1.05);
  }

  private static double angle(int point, int points) {
    int inner = inner(points);
    return point < inner
        ? 2 * Math.PI * point / inner
        : 2 * Math.PI * (point - inner) / (points - inner);
  }
}
