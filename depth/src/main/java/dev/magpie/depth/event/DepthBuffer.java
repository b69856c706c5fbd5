package dev.magpie.depth.event;

import java.util.Arrays;

/**
 * The depths of a frame, tile by tile: sample {@code s} of tile {@code t} is at {@code t *
 * tile.samples() + s}. Samples beyond the frame stay clear.
 */
public final class DepthBuffer {
  private final FrameShape shape;
  private final int clear;
  private final int[] depths;

  /** Makes a buffer that is cleared to the greatest depth. */
  public DepthBuffer(FrameShape shape) {
    this(shape, shape.tile().format().largest());
  }

  /** Makes a buffer that is cleared to a depth. */
  public DepthBuffer(FrameShape shape, int clearDepth) {
    this(shape, clearDepth, new int[shape.tiles() * shape.tile().samples()]);
    clear();
  }

  private DepthBuffer(FrameShape shape, int clear, int[] depths) {
    this.shape = shape;
    this.clear = clear;
    this.depths = depths;
  }

  /** How the frame is cut. */
  public FrameShape shape() {
    return shape;
  }

  /** The depths themselves; changes show. */
  public int[] depths() {
    return depths;
  }

  /** What samples are cleared to. */
  public int clearDepth() {
    return clear;
  }

  /** The depth of the sample in column {@code x} and row {@code y} of the frame. */
  public int at(int x, int y) {
    TileShape tile = shape.tile();
    int index = y / tile.height() * shape.tilesX() + x / tile.width();
    return depths[index * tile.samples() + y % tile.height() * tile.width() + x % tile.width()];
  }

  /** Clears all samples. */
  public void clear() {
    Arrays.fill(depths, clear);
  }

  /** A copy that no longer changes with this buffer. */
  public DepthBuffer copy() {
    return new DepthBuffer(shape, clear, depths.clone());
  }
}
