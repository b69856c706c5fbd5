package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.scene.FaceCulling;
import java.util.IntSummaryStatistics;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * From a triangle on the screen to the samples that it covers, tile by tile. Vertices have eight
 * sub-pixel bits; edge functions and plane coefficients are integers, so coverage and depth are
 * exact and do not depend on the tile. A sample on an edge is covered if that is a top or a left
 * edge.
 */
final class TriangleRasterizer {
  /** Sub-pixel bits. */
  static final int SUBPIXEL_BITS = 8;

  /** Bits of a vertex's depth below a step of the depth buffer. */
  static final int DEPTH_FRACTION_BITS = 8;

  /** Of a depth, so that three parts have all of its bits. */
  private static final int PART_BITS = 11;

  private static final int SUBPIXELS_OF_STEP = (1 << SUBPIXEL_BITS) / Multisampling.STEPS;
  private static final int HALF = 1 << (SUBPIXEL_BITS - 1);

  private final TileShape tile;
  private final int tilesX;
  private final int lastColumn;
  private final int lastRow;
  private final long tileColumns;
  private final int shiftX;
  private final int shiftY;
  private final PlaneFormat format;

  private final TriangleSpans spans;
  private final boolean multisampled;

  // How far samples are from a pixel's centre, in sub-pixels.
  private final int leftmost;
  private final int rightmost;
  private final int uppermost;
  private final int lowermost;

  private PixelArea pixels;
  private FaceCulling faceCulling;
  private DepthBias bias = DepthBias.NONE;
  private boolean biased;

  private CoveredTiles tiles;

  /** Of the mesh, if parts of it are cut out. */
  private @Nullable AlphaDiscard discard;

  private long triangles;
  private long coveringTriangles;

  /** Whether the triangle covers a sample. */
  private boolean covers;

  // The plane at a reference sample.
  private long cref;
  private long cx;
  private long cy;
  private int f;
  private int refX;
  private int refY;

  TriangleRasterizer(
      FrameShape shape, PlaneFormat format, FaceCulling faceCulling, CoveredTiles tiles) {
    this.faceCulling = faceCulling;
    this.tile = shape.tile();
    this.pixels = PixelArea.of(shape);
    this.tilesX = shape.tilesX();
    this.lastColumn = tile.pixelsAcross() - 1;
    this.lastRow = tile.pixelsDown() - 1;
    this.tileColumns = -1L >>> (Long.SIZE - tile.pixelsAcross());
    this.shiftX = Integer.numberOfTrailingZeros(tile.pixelsAcross());
    this.shiftY = Integer.numberOfTrailingZeros(tile.pixelsDown());
    this.format = format;
    this.tiles = tiles;
    this.spans = new TriangleSpans(shape);
    Multisampling samples = tile.multisampling();
    this.multisampled = samples != Multisampling.X1;
    IntSummaryStatistics x = summary(samples, samples::x);
    IntSummaryStatistics y = summary(samples, samples::y);
    this.leftmost = SUBPIXELS_OF_STEP * x.getMin();
    this.rightmost = SUBPIXELS_OF_STEP * x.getMax();
    this.uppermost = SUBPIXELS_OF_STEP * y.getMin();
    this.lowermost = SUBPIXELS_OF_STEP * y.getMax();
  }

  private static IntSummaryStatistics summary(Multisampling samples, IntUnaryOperator position) {
    return IntStream.range(0, samples.samples()).map(position).summaryStatistics();
  }

  void clear() {
    triangles = 0;
    coveringTriangles = 0;
  }

  /** Where what triangles cover goes from now on. */
  void setTiles(CoveredTiles others) {
    tiles = others;
  }

  /** Says which pixels may be drawn to. */
  void set(PixelArea other) {
    pixels = other;
    spans.set(other);
  }

  /** Says which triangles are not drawn. */
  void set(FaceCulling other) {
    faceCulling = other;
  }

  /** Begins a draw. */
  void set(DepthBias other) {
    bias = other;
    biased = !other.equals(DepthBias.NONE);
  }

  /** Begins a mesh. */
  void setDiscard(@Nullable AlphaDiscard other) {
    discard = other;
  }

  long triangles() {
    return triangles;
  }

  /** Those that cover a sample. */
  long coveringTriangles() {
    return coveringTriangles;
  }

  /** Draws a triangle of vertices in sub-pixels, with depths of 24 and 8 bits. */
  void draw(int xa, int ya, long za, int xb, int yb, long zb, int xc, int yc, long zc) {
    long area = (long) (xb - xa) * (yc - ya) - (long) (xc - xa) * (yb - ya);
    if (area > 0) {
      // Rows run downwards, so this is clockwise on the screen.
      if (faceCulling != FaceCulling.BACK) {
        tiles.setFacing(Facing.BACK);
        drawClockwise(area, xa, ya, za, xb, yb, zb, xc, yc, zc);
      }
    } else if (area < 0 && faceCulling != FaceCulling.FRONT) {
      tiles.setFacing(Facing.FRONT);
      drawClockwise(-area, xa, ya, za, xc, yc, zc, xb, yb, zb);
    }
  }

  private void drawClockwise(
      long area, int xa, int ya, long za, int xb, int yb, long zb, int xc, int yc, long zc) {
    int left = Math.min(xa, Math.min(xb, xc));
    int top = Math.min(ya, Math.min(yb, yc));
    int right = Math.max(xa, Math.max(xb, xc));
    int bottom = Math.max(ya, Math.max(yb, yc));
    // The guard band is larger than what may be drawn to.
    if (right <= pixels.left() << SUBPIXEL_BITS
        || bottom <= pixels.top() << SUBPIXEL_BITS
        || left >= pixels.right() << SUBPIXEL_BITS
        || top >= pixels.bottom() << SUBPIXEL_BITS) {
      return;
    }
    triangles++;
    // The pixels that may have samples in the bounding box.
    int x0 = Math.max(pixels.left(), (left + HALF - 1 - rightmost) >> SUBPIXEL_BITS);
    int y0 = Math.max(pixels.top(), (top + HALF - 1 - lowermost) >> SUBPIXEL_BITS);
    int x1 = Math.min(pixels.right() - 1, (right - HALF - leftmost) >> SUBPIXEL_BITS);
    int y1 = Math.min(pixels.bottom() - 1, (bottom - HALF - uppermost) >> SUBPIXEL_BITS);
    if (x0 > x1 || y0 > y1) {
      return;
    }
    long nx = (zb - za) * (yc - ya) - (zc - za) * (yb - ya);
    long ny = (zc - za) * (xb - xa) - (zb - za) * (xc - xa);
    f = format.fractionBits(nx, ny, area);
    cx = PlaneFormat.divide(nx, area, f);
    cy = PlaneFormat.divide(ny, area, f);
    refX = xa >> SUBPIXEL_BITS;
    refY = ya >> SUBPIXEL_BITS;
    if (Math.max(Math.abs(cx), Math.abs(cy)) == PlaneFormat.MAX_GRADIENT) {
      // Gradients that end there cancel no more: such a sliver is level, and hides nothing that
      // it does not lie before.
      cx = 0;
      cy = 0;
      cref = toDepth(Math.max(za, Math.max(zb, zc)) << f);
    } else if (!pixels.has(refX, refY)) {
      // From a corner far off the screen, rounded gradients would drift; least from the middle.
      refX = (x0 + x1) / 2;
      refY = (y0 + y1) / 2;
      int dx = (refX << SUBPIXEL_BITS) + HALF - xa;
      int dy = (refY << SUBPIXEL_BITS) + HALF - ya;
      long b = (long) dx * (yc - ya) - (long) (xc - xa) * dy;
      long c = (long) (xb - xa) * dy - (long) dx * (yb - ya);
      cref = toDepth((za << f) + weighted(zb - za, b, zc - za, c, area));
    } else {
      int dx = (refX << SUBPIXEL_BITS) + HALF - xa;
      int dy = (refY << SUBPIXEL_BITS) + HALF - ya;
      cref = toDepth(za << f) + ((cx * dx + cy * dy + HALF) >> SUBPIXEL_BITS);
    }
    if (biased) {
      cref += bias.of(tile.format(), cx, cy, f);
    }

    if (multisampled) {
      tiles.setSpread(spread(cx, leftmost, rightmost) + spread(cy, uppermost, lowermost));
    }
    spans.set(xa, ya, xb, yb, xc, yc);
    covers = false;
    for (int ty = y0 >> shiftY; ty <= y1 >> shiftY; ty++) {
      for (int run = x0 >> shiftX << shiftX; run <= x1; run += Long.SIZE) {
        drawTiles(ty, run, x0, y0, x1, y1);
      }
    }
    coveringTriangles += covers ? 1 : 0;
  }

  /** How far a plane gets, at most, from a pixel's centre to a sample. */
  private static long spread(long gradient, int least, int most) {
    return ((Math.abs(gradient) * Math.max(-least, most)) >> SUBPIXEL_BITS) + 1;
  }

  /** A depth of so many fraction bits, rounded from one with those of vertices besides. */
  private static long toDepth(long depth) {
    return (depth + (1 << (DEPTH_FRACTION_BITS - 1))) >> DEPTH_FRACTION_BITS;
  }

  /**
   * {@code (zb b + zc c) / area} with {@code f} fraction bits, rounded down. Products of depths and
   * areas have more than 64 bits; parts of 11 bits of the depths do not, and what overflows in
   * their sum is not in the quotient, which has fewer.
   */
  private long weighted(long zb, long b, long zc, long c, long area) {
    long quotient = 0;
    long rest = 0;
    for (int shift = 2 * PART_BITS; shift >= 0; shift -= PART_BITS) {
      long sum = (rest << PART_BITS) + part(zb, shift) * b + part(zc, shift) * c;
      quotient = (quotient << PART_BITS) + Math.floorDiv(sum, area);
      rest = Math.floorMod(sum, area);
    }
    return (quotient << f) + (rest << f) / area;
  }

  /** The bits of a depth from one on; the highest part has the sign. */
  private static long part(long depth, int shift) {
    long part = depth >> shift;
    return shift == 2 * PART_BITS ? part : part & ((1 << PART_BITS) - 1);
  }

  /** Draws a run of tiles, of 64 pixels across, that begins with a column. */
  private void drawTiles(int ty, int run, int x0, int y0, int x1, int y1) {
    int originY = ty << shiftY;
    int j0 = Math.max(0, y0 - originY);
    int j1 = Math.min(lastRow, y1 - originY);
    long columns = spans.run(run, originY);
    while (columns != 0) {
      int tx = (run + Long.numberOfTrailingZeros(columns)) >> shiftX;
      int originX = tx << shiftX;
      columns &= ~(tileColumns << (originX - run));
      long mask = spans.covered(originX);
      if (discard != null) {
        mask = discard.kept(mask, originX, originY);
      }
      if (mask != 0) {
        covers = true;
        int i0 = Math.max(0, x0 - originX);
        int i1 = Math.min(lastColumn, x1 - originX);
        long c0 = cref + cx * (originX - refX) + cy * (originY - refY);
        tiles.cover(ty * tilesX + tx, mask, i0, j0, i1, j1, c0, cx, cy, f);
      }
    }
  }
}
