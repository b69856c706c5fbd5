package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Samples filled one at a time, against lines that are continued sample by sample. */
class ExtrapolationTest {
  @Test
  void samplesAreThoseOfLinesContinuedSampleBySample() {
    Random random = new Random(5);
    for (TileShape shape :
        List.of(
            TileShape.DEFAULT,
            TileShape.of(4, 4, 16, TileShape.Lines.QUADRANTS),
            TileShape.of(16, 4, 64, TileShape.Lines.STRIPS),
            TileShape.of(64, 1, 64, TileShape.Lines.QUADRANTS),
            TileShape.of(1, 8, 8, TileShape.Lines.QUADRANTS))) {
      for (int trial = 0; trial < 3000; trial++) {
        int bound = trial % 2 == 0 ? PlaneEquation.CLEAR_DEPTH + 1 : 1 << 10;
        int[] depths = random.ints(shape.samples(), 0, bound).toArray();
        long valid = sparse(random);
        valid = (trial % 3 == 0 ? valid & random.nextLong() : valid) & shape.mask();
        valid |= 1L << random.nextInt(shape.samples());
        long needed = sparse(random) & shape.mask();
        int[] expected = continued(depths.clone(), valid, shape.width(), shape.height());
        int[] filled = depths.clone();
        Extrapolation.fill(
            filled, valid, needed, shape.width(), shape.height(), PlaneEquation.CLEAR_DEPTH);
        for (int s = 0; s < filled.length; s++) {
          if (((valid >>> s) & 1) != 0) {
            assertThat(filled[s]).isEqualTo(depths[s]);
          } else if (((needed >>> s) & 1) != 0) {
            assertThat(filled[s]).as("%s, sample %d", shape, s).isEqualTo(expected[s]);
          }
        }
      }
    }
  }

  private static long sparse(Random random) {
    long often = random.nextLong();
    return often & random.nextLong();
  }

  /** Rows to the right, to the left, then columns down and up. */
  private static int[] continued(int[] depths, long valid, int width, int height) {
    boolean[] rows = new boolean[height];
    for (int y = 0; y < height; y++) {
      boolean[] row = new boolean[width];
      for (int x = 0; x < width; x++) {
        row[x] = ((valid >>> (y * width + x)) & 1) != 0;
        rows[y] |= row[x];
      }
      if (rows[y]) {
        continueLine(depths, row, y * width, 1);
      }
    }
    for (int x = 0; x < width; x++) {
      continueLine(depths, rows, x, width);
    }
    return depths;
  }

  private static void continueLine(int[] depths, boolean[] has, int first, int step) {
    int start = 0;
    while (!has[start]) {
      start++;
    }
    for (int i = start + 1; i < has.length; i++) {
      if (!has[i]) {
        int last = depths[first + (i - 1) * step];
        int slope = i - start > 1 ? last - depths[first + (i - 2) * step] : 0;
        depths[first + i * step] = SampleTiles.clamp(last + slope);
      }
    }
    for (int i = start - 1; i >= 0; i--) {
      int last = depths[first + (i + 1) * step];
      int slope = i + 2 < has.length ? last - depths[first + (i + 2) * step] : 0;
      depths[first + i * step] = SampleTiles.clamp(last + slope);
    }
  }
}
