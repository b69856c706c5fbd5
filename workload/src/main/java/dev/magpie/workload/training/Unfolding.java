package dev.magpie.workload.training;

import java.util.Arrays;

/**
 * Images as matrices: a row for each channel and place of a filter, a column for each window. A
 * device whose convolutions unfold as they read has none.
 */
final class Unfolding {
  private static final int TILE = 16;

  private final Planes planes;

  Unfolding(Planes planes) {
    this.planes = planes;
  }

  /** Whether an image is its own matrix. */
  boolean trivial() {
    return planes.kernel() == 1 && planes.stride() == 1 && planes.pad() == 0;
  }

  /**
   * Unfolds some channels.
   *
   * @param at the first of them in {@code image}
   */
  void unfold(float[] image, int at, int channels, float[] matrix) {
    int windows = planes.out().plane();
    int kernel = planes.kernel();
    int row = 0;
    for (int c = 0; c < channels; c++) {
      int plane = at + c * planes.in().plane();
      for (int ky = 0; ky < kernel; ky++) {
        for (int kx = 0; kx < kernel; kx++, row++) {
          unfoldRow(image, plane, ky, kx, matrix, row * windows);
        }
      }
    }
  }

  private void unfoldRow(float[] image, int plane, int ky, int kx, float[] matrix, int to) {
    int width = planes.out().width();
    int first = firstInside(kx);
    int last = lastInside(kx);
    for (int y = 0; y < planes.out().height(); y++, to += width) {
      int iy = planes.start(y) + ky;
      if (iy < 0 || iy >= planes.in().height()) {
        Arrays.fill(matrix, to, to + width, 0);
        continue;
      }
      Arrays.fill(matrix, to, to + first, 0);
      Arrays.fill(matrix, to + last, to + width, 0);
      int from = plane + iy * planes.in().width() + kx - planes.pad();
      if (planes.stride() == 1) {
        System.arraycopy(image, from + first, matrix, to + first, last - first);
      } else {
        for (int x = first; x < last; x++) {
          matrix[to + x] = image[from + x * planes.stride()];
        }
      }
    }
  }

  /** The first window whose column {@code kx} is inside. */
  private int firstInside(int kx) {
    return Math.min(
        planes.out().width(), Math.ceilDiv(Math.max(0, planes.pad() - kx), planes.stride()));
  }

  /** One behind the last window whose column {@code kx} is inside. */
  private int lastInside(int kx) {
    int room = planes.in().width() + planes.pad() - kx;
    return Math.max(
        firstInside(kx),
        Math.min(planes.out().width(), Math.ceilDiv(Math.max(0, room), planes.stride())));
  }

  /** Adds a matrix's elements to those of the image that they were unfolded from. */
  void fold(float[] matrix, float[] image, int at, int channels) {
    int windows = planes.out().plane();
    int width = planes.out().width();
    int stride = planes.stride();
    int row = 0;
    for (int c = 0; c < channels; c++) {
      int plane = at + c * planes.in().plane();
      for (int ky = 0; ky < planes.kernel(); ky++) {
        for (int kx = 0; kx < planes.kernel(); kx++, row++) {
          int first = firstInside(kx);
          int last = lastInside(kx);
          for (int y = 0; y < planes.out().height(); y++) {
            int iy = planes.start(y) + ky;
            if (iy >= 0 && iy < planes.in().height()) {
              int to = plane + iy * planes.in().width() + kx - planes.pad();
              int from = row * windows + y * width;
              for (int x = first; x < last; x++) {
                image[to + x * stride] += matrix[from + x];
              }
            }
          }
        }
      }
    }
  }

  /** Turns a matrix's rows into columns. */
  static void transpose(float[] matrix, int at, int rows, int columns, float[] to) {
    for (int r0 = 0; r0 < rows; r0 += TILE) {
      int rEnd = Math.min(rows, r0 + TILE);
      for (int c0 = 0; c0 < columns; c0 += TILE) {
        int cEnd = Math.min(columns, c0 + TILE);
        for (int c = c0; c < cEnd; c++) {
          for (int r = r0; r < rEnd; r++) {
            to[c * rows + r] = matrix[at + r * columns + c];
          }
        }
      }
    }
  }
}
