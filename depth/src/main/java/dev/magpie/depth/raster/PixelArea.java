package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;

/**
 * A rectangle of pixels; what lies outside is not drawn to.
 *
 * @param right the first column that is outside
 * @param bottom the first row that is outside
 */
record PixelArea(int left, int top, int right, int bottom) {
  /** All of a frame. */
  static PixelArea of(FrameShape shape) {
    return new PixelArea(0, 0, shape.pixelsAcross(), shape.pixelsDown());
  }

  boolean has(int x, int y) {
    return x >= left && x < right && y >= top && y < bottom;
  }

  /** What both have; without a pixel where they have none in common. */
  PixelArea and(PixelArea other) {
    return new PixelArea(
        Math.max(left, other.left),
        Math.max(top, other.top),
        Math.min(right, other.right),
        Math.min(bottom, other.bottom));
  }
}
