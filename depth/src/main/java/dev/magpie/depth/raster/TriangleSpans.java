package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;

/**
 * What a triangle covers: in each row of samples those from its left edges to its right ones.
 *
 * <p>Edge functions are integers at samples. There is none where a function is half a step below
 * zero, and the column of that place is rounded by less than it is away from the next sample.
 */
final class TriangleSpans {
  private static final int SUBPIXEL_BITS = TriangleRasterizer.SUBPIXEL_BITS;
  private static final int HALF = 1 << (SUBPIXEL_BITS - 1);

  /** Of a column. */
  private static final int FRACTION_BITS = 31;

  /** An edge that is further away does not get to the frame within a tile's rows. */
  private static final long FARTHEST = 1L << 62;

  /** An edge that is not level. */
  private static final class Edge {
    /** The function at the frame's first pixel; less by one if samples on the edge are outside. */
    long value;

    // The function's steps to the right and down, over sub-pixels.
    int stepX;
    int stepY;

    /** Columns to the right by which the function falls by one. */
    double columns;

    /** From the column of one row to that of the next. */
    long slope;

    void set(int px, int py, int qx, int qy) {
      stepX = py - qy;
      stepY = qx - px;
      value = (long) stepY * (HALF - py) + (long) stepX * (HALF - px) - (stepX > 0 ? 0 : 1);
      columns = -(double) (1L << FRACTION_BITS) / stepX;
      slope = (long) Math.rint(stepY * columns);
    }

    /** Where it crosses a row, from a pixel on, of samples so far from their pixels' centres. */
    long column(int x, int y, int across, int down) {
      long at = (value + (long) stepX * across + (long) stepY * down) >> SUBPIXEL_BITS;
      at += (long) stepX * x + (long) stepY * y;
      return Math.clamp((long) ((at + 0.5) * columns), -FARTHEST, FARTHEST);
    }
  }

  private final int rows;
  private final int rowShift;
  private PixelArea pixels;

  // How far samples are from their pixel's centre, in sub-pixels.
  private final int[] across;
  private final int[] down;

  /** The places of a tile that have the samples of one number. */
  private final long[] places;

  private final Edge[] edges = {new Edge(), new Edge(), new Edge()};

  // A side with one edge has it twice.
  private Edge left = edges[0];
  private Edge left2 = edges[0];
  private Edge right = edges[0];
  private Edge right2 = edges[0];

  private int top;
  private int bottom;

  // Of the run of tiles.
  private int runX;
  private int firstRow;
  private int endRow;

  /** The covered samples of each row, for each number of a sample. */
  private final long[] spans;

  TriangleSpans(FrameShape shape) {
    TileShape tile = shape.tile();
    Multisampling samples = tile.multisampling();
    rows = tile.pixelsDown();
    rowShift = Integer.numberOfTrailingZeros(tile.pixelsAcross());
    pixels = PixelArea.of(shape);
    across = new int[samples.samples()];
    down = new int[samples.samples()];
    places = new long[samples.samples()];
    for (int s = 0; s < places.length; s++) {
      across[s] = samples.x(s) * (1 << SUBPIXEL_BITS) / Multisampling.STEPS;
      down[s] = samples.y(s) * (1 << SUBPIXEL_BITS) / Multisampling.STEPS;
    }
    for (int s = 0; s < tile.samples(); s++) {
      int i = s % tile.width() % samples.across();
      int j = s / tile.width() % samples.down();
      places[j * samples.across() + i] |= 1L << s;
    }
    spans = new long[places.length * rows];
  }

  /** Says which pixels may be covered. */
  void set(PixelArea other) {
    pixels = other;
  }

  /** Takes a triangle whose vertices run clockwise, in sub-pixels. */
  void set(int xa, int ya, int xb, int yb, int xc, int yc) {
    edges[0].set(xa, ya, xb, yb);
    edges[1].set(xb, yb, xc, yc);
    edges[2].set(xc, yc, xa, ya);
    left = edges[ya > yb ? 0 : yb > yc ? 1 : 2];
    left2 = edges[yc > ya ? 2 : yb > yc ? 1 : 0];
    right = edges[ya < yb ? 0 : yb < yc ? 1 : 2];
    right2 = edges[yc < ya ? 2 : yb < yc ? 1 : 0];
    top = Math.min(ya, Math.min(yb, yc));
    bottom = Math.max(ya, Math.max(yb, yc));
  }

  /**
   * Goes to a run of tiles, of 64 pixels across.
   *
   * @param x the run's first pixel
   * @param y likewise
   * @return the columns of the run that have a covered sample
   */
  long run(int x, int y) {
    runX = x;
    firstRow = rows;
    endRow = 0;
    if (places.length > 1) {
      Arrays.fill(spans, 0);
    }
    int limit = Math.min(Long.SIZE, pixels.right() - x);
    long within = -1L << Math.max(0, pixels.left() - x);
    int highest = Math.max(0, pixels.top() - y);
    long columns = 0;
    for (int s = 0; s < places.length; s++) {
      // A level edge ends the rows; samples on it are covered if it is the upper one.
      int from = Math.max(highest, firstPixel(top - down[s]) - y);
      int to = Math.min(rows, Math.min(pixels.bottom(), firstPixel(bottom - down[s])) - y);
      firstRow = Math.min(firstRow, from);
      endRow = Math.max(endRow, to);
      long l = left.column(x, y + from, across[s], down[s]);
      long l2 = left2.column(x, y + from, across[s], down[s]);
      long r = right.column(x, y + from, across[s], down[s]);
      long r2 = right2.column(x, y + from, across[s], down[s]);
      for (int j = from; j < to; j++) {
        long span = after(Math.max(l, l2), limit) & ~after(Math.min(r, r2), limit) & within;
        spans[s * rows + j] = span;
        columns |= span;
        l += left.slope;
        l2 += left2.slope;
        r += right.slope;
        r2 += right2.slope;
      }
    }
    return columns;
  }

  /** The first pixel whose centre is not above a height in sub-pixels. */
  private static int firstPixel(int height) {
    return (height + HALF - 1) >> SUBPIXEL_BITS;
  }

  /** The columns of a run after one. */
  private static long after(long column, int limit) {
    int first = Math.clamp((column >> FRACTION_BITS) + 1, 0, limit);
    return first == Long.SIZE ? 0 : -1L << first;
  }

  /** The covered samples of the tile that begins with a column of the frame. */
  long covered(int x) {
    if (places.length == 1) {
      return pixels(0, x - runX);
    }
    long covered = 0;
    for (int s = 0; s < places.length; s++) {
      covered |= Long.expand(pixels(s * rows, x - runX), places[s]);
    }
    return covered;
  }

  /** The pixels of which one sample is covered. */
  private long pixels(int at, int column) {
    long row = -1L >>> (Long.SIZE - (1 << rowShift));
    long pixels = 0;
    for (int j = firstRow; j < endRow; j++) {
      pixels |= (spans[at + j] >>> column & row) << (j << rowShift);
    }
    return pixels;
  }
}
