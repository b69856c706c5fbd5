package dev.magpie.depth.raster;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;

/** The least and the greatest depth of each line, a cleared sample counting as the clear depth. */
final class LineBounds {
  /** Of each line of the frame, tile by tile. */
  final int[] nearest;

  /** Likewise. */
  final int[] farthest;

  private final DepthBuffer buffer;
  private final TileShape tile;
  private final int lines;
  private final int largest;
  private final long[] masks;

  /** By line, its first sample. */
  private final int[] first;

  LineBounds(DepthBuffer buffer) {
    this.buffer = buffer;
    tile = buffer.shape().tile();
    lines = tile.lines();
    largest = tile.format().largest();
    masks = tile.lineMasks();
    first = new int[lines];
    Arrays.setAll(first, k -> Long.numberOfTrailingZeros(masks[k]));
    nearest = new int[buffer.shape().tiles() * lines];
    farthest = new int[nearest.length];
  }

  /** Begins a frame. */
  void clear() {
    Arrays.fill(nearest, buffer.clearDepth());
    Arrays.fill(farthest, buffer.clearDepth());
  }

  /** Finds the bounds of a tile's lines anew in which a sample was written. */
  void find(int index, long written) {
    int[] depths = buffer.depths();
    for (int k = 0; k < lines; k++) {
      if ((written & masks[k]) == 0) {
        continue;
      }
      int least = largest;
      int greatest = 0;
      int row = index * tile.samples() + first[k];
      for (int j = 0; j < tile.lineHeight(); j++) {
        for (int at = row; at < row + tile.lineWidth(); at++) {
          least = Math.min(least, depths[at]);
          greatest = Math.max(greatest, depths[at]);
        }
        row += tile.width();
      }
      nearest[index * lines + k] = least;
      farthest[index * lines + k] = greatest;
    }
  }

  /**
   * Takes note that samples of a line became nearer; only if the farthest is among them is it
   * looked for.
   *
   * @param valid the tile's samples that are not clear any more
   * @param covered those that were tested
   * @param least the least of what was written
   * @param replaced the greatest depth that was there
   * @param tested the greatest of the depths tested that is there now
   */
  void nearer(int index, int line, long valid, long covered, int least, int replaced, int tested) {
    int at = index * lines + line;
    nearest[at] = Math.min(nearest[at], least);
    if (replaced < farthest[at]) {
      return;
    }
    boolean someClear = (valid & masks[line]) != masks[line];
    if (someClear && buffer.clearDepth() == largest) {
      return;
    }
    int[] depths = buffer.depths();
    int greatest = tested;
    int first = index * tile.samples();
    for (long left = masks[line] & ~covered; left != 0; left &= left - 1) {
      greatest = Math.max(greatest, depths[first + Long.numberOfTrailingZeros(left)]);
    }
    farthest[at] = greatest;
  }
}
