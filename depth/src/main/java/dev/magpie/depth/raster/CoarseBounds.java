package dev.magpie.depth.raster;

/**
 * How {@link RasterOptions.Culling#COARSE} keeps the bounds of lines: in 16 bits, rounded outwards,
 * and without looking at what is stored. A triangle widens the near bound by its own; it narrows
 * the bounds only of lines that it overwrites as a whole. A tile that was drawn to waits in a queue
 * of as many tiles as a depth cache of 16 KiB has, and is looked at when it leaves it, as hardware
 * finds bounds of a tile on its way out of the cache.
 */
final class CoarseBounds {
  /** Bits of a bound. */
  private static final int BITS = 16;

  /** Tiles that wait. */
  static final int QUEUE = 64;

  /** The bits of a depth below those of a bound. */
  private final int dropped;

  private final long[] lineMasks;
  private final int[] nearest;
  private final int[] farthest;

  /** A triangle's bounds in each line of the tile that it is in. */
  private final int[] least;

  private final int[] greatest;
  private final boolean[] waits;
  private final int[] queue = new int[QUEUE];
  private int waiting;
  private int oldest;

  /**
   * @param depthBits of a depth
   * @param nearest of each line of the frame
   * @param farthest likewise
   */
  CoarseBounds(int depthBits, long[] lineMasks, int[] nearest, int[] farthest) {
    dropped = (1 << (depthBits - BITS)) - 1;
    this.lineMasks = lineMasks;
    this.nearest = nearest;
    this.farthest = farthest;
    least = new int[lineMasks.length];
    greatest = new int[lineMasks.length];
    waits = new boolean[nearest.length / lineMasks.length];
  }

  /** Begins a frame. */
  void clear() {
    for (; waiting > 0; waiting--) {
      waits[queue[oldest]] = false;
      oldest = (oldest + 1) % QUEUE;
    }
  }

  /** Takes the bounds of a triangle in a line of the tile that is drawn to next. */
  void triangle(int line, int near, int far) {
    least[line] = near;
    greatest[line] = far;
  }

  /**
   * Takes what was written to a tile.
   *
   * @return a tile of which all bounds are to be found anew and {@linkplain #round rounded}, or -1
   */
  int write(int tile, long passed) {
    for (int k = 0; k < lineMasks.length; k++) {
      long here = passed & lineMasks[k];
      int line = tile * lineMasks.length + k;
      if (here == lineMasks[k]) {
        nearest[line] = least[k] & ~dropped;
        farthest[line] = greatest[k] | dropped;
      } else if (here != 0) {
        nearest[line] = Math.min(nearest[line], least[k] & ~dropped);
        farthest[line] = Math.max(farthest[line], greatest[k] | dropped);
      }
    }
    if (waits[tile]) {
      return -1;
    }
    waits[tile] = true;
    if (waiting < QUEUE) {
      queue[(oldest + waiting++) % QUEUE] = tile;
      return -1;
    }
    int leaves = queue[oldest];
    queue[oldest] = tile;
    oldest = (oldest + 1) % QUEUE;
    waits[leaves] = false;
    return leaves;
  }

  /** Rounds the exact bounds of a tile. */
  void round(int tile) {
    for (int k = 0; k < lineMasks.length; k++) {
      int line = tile * lineMasks.length + k;
      nearest[line] &= ~dropped;
      farthest[line] |= dropped;
    }
  }
}
