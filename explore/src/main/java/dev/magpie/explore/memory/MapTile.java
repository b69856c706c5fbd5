package dev.magpie.explore.memory;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A square of the picture of an allocation, a byte a pixel: 0 where there is no block, else from 1,
 * nothing, to 255, all of it. Blocks stand in rows, and a pixel of level n is the mean of 2^n by
 * 2^n of them, of a few that stand for all where they are many. Which ones depends on their place
 * alone, so that a picture is the same each time, and not on a grid, which would show patterns that
 * are none.
 *
 * @param rowBlocks blocks in a row of the whole picture
 * @param blocks in all rows
 */
record MapTile(long rowBlocks, long blocks, int level, long column, long row) {
  /** Pixels on each side. */
  static final int SIDE = 128;

  /** The blocks that a pixel is the mean of. */
  private static final int SAMPLES = 4;

  /** What is drawn of blocks. */
  interface Shade {
    /**
     * Of some blocks, from 0 to 1 each.
     *
     * @param numbers of the blocks; the first ones, as many as there are shades, count
     */
    void of(long[] numbers, float[] shades);
  }

  byte[] draw(Shade shade) {
    byte[] pixels = new byte[SIDE * SIDE];
    for (int y = 0; y < SIDE; y++) {
      if (level == 0) {
        drawEach(shade, pixels, y);
      } else {
        drawMeans(shade, pixels, y);
      }
    }
    return pixels;
  }

  private void drawEach(Shade shade, byte[] pixels, int y) {
    long first = (row * SIDE + y) * rowBlocks + column * SIDE;
    long there = Math.min(Math.min(SIDE, rowBlocks - column * SIDE), blocks - first);
    if (there <= 0) {
      return;
    }
    long[] numbers = new long[(int) there];
    Arrays.setAll(numbers, x -> first + x);
    float[] shades = new float[numbers.length];
    shade.of(numbers, shades);
    for (int x = 0; x < shades.length; x++) {
      pixels[y * SIDE + x] = pixel(shades[x]);
    }
  }

  private void drawMeans(Shade shade, byte[] pixels, int y) {
    long side = 1L << level;
    long[] numbers = new long[SIDE * SAMPLES];
    int[] ends = new int[SIDE];
    int count = 0;
    for (int x = 0; x < SIDE; x++) {
      long left = (column * SIDE + x) * side;
      long top = (row * SIDE + y) * side;
      SplittableRandom random = new SplittableRandom(31 * top + left);
      for (int sample = 0; sample < SAMPLES; sample++) {
        // One in each quarter.
        long half = side / 2;
        long u = left + (sample & 1) * half + random.nextLong(half);
        long v = top + (sample >> 1) * half + random.nextLong(half);
        long block = v * rowBlocks + u;
        if (u < rowBlocks && block < blocks) {
          numbers[count++] = block;
        }
      }
      ends[x] = count;
    }
    float[] shades = new float[count];
    shade.of(numbers, shades);
    int from = 0;
    for (int x = 0; x < SIDE; x++) {
      float sum = 0;
      for (int i = from; i < ends[x]; i++) {
        sum += shades[i];
      }
      if (ends[x] > from) {
        pixels[y * SIDE + x] = pixel(sum / (ends[x] - from));
      }
      from = ends[x];
    }
  }

  private static byte pixel(float shade) {
    return (byte) (1 + Math.round(254 * shade));
  }
}
