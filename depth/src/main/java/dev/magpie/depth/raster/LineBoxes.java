package dev.magpie.depth.raster;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.TileShape;

/**
 * A triangle's depths in the lines of a tile, as far as its bounding box gets into them: a plane is
 * monotone along rows and columns, so that the extremes are at corners.
 */
final class LineBoxes {
  private final DepthFormat format;

  // The first and the last pixels of lines.
  private final int[] left;
  private final int[] right;
  private final int[] upper;
  private final int[] lower;

  LineBoxes(TileShape tile) {
    format = tile.format();
    int lines = tile.lines();
    left = new int[lines];
    right = new int[lines];
    upper = new int[lines];
    lower = new int[lines];
    Multisampling samples = tile.multisampling();
    for (int k = 0; k < lines; k++) {
      int first = Long.numberOfTrailingZeros(tile.lineMasks()[k]);
      int column = first % tile.width();
      int row = first / tile.width();
      left[k] = column / samples.across();
      right[k] = (column + tile.lineWidth() - 1) / samples.across();
      upper[k] = row / samples.down();
      lower[k] = (row + tile.lineHeight() - 1) / samples.down();
    }
  }

  /** The least depth of a plane in a line, within the box of i0, j0, i1 and j1. */
  int least(int k, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    int i = cx < 0 ? Math.min(i1, right[k]) : Math.max(i0, left[k]);
    int j = cy < 0 ? Math.min(j1, lower[k]) : Math.max(j0, upper[k]);
    return format.depth(c0, cx, cy, f, i, j);
  }

  /** The greatest. */
  int greatest(int k, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    int i = cx < 0 ? Math.max(i0, left[k]) : Math.min(i1, right[k]);
    int j = cy < 0 ? Math.max(j0, upper[k]) : Math.min(j1, lower[k]);
    return format.depth(c0, cx, cy, f, i, j);
  }
}
