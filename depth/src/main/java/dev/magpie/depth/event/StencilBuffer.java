package dev.magpie.depth.event;

import java.util.Arrays;

/**
 * The stencil values of a frame, a byte a sample, in the order of {@link DepthBuffer}. They are
 * cleared to 0.
 */
public final class StencilBuffer {
  /** The largest value: all bits of one. */
  public static final int LARGEST = 0xFF;

  private final FrameShape shape;
  private final byte[] values;

  /** Makes a buffer that is clear. */
  public StencilBuffer(FrameShape shape) {
    this.shape = shape;
    this.values = new byte[shape.tiles() * shape.tile().samples()];
  }

  static void check(String what, int bits) {
    if (bits < 0 || bits > LARGEST) {
      throw new IllegalArgumentException("%s is 0 to %d, not %d".formatted(what, LARGEST, bits));
    }
  }

  /** How the frame is cut. */
  public FrameShape shape() {
    return shape;
  }

  /** The values themselves, as unsigned bytes; changes show. */
  public byte[] values() {
    return values;
  }

  /** The value of the sample in column {@code x} and row {@code y} of the frame. */
  public int at(int x, int y) {
    TileShape tile = shape.tile();
    int index = y / tile.height() * shape.tilesX() + x / tile.width();
    return values[index * tile.samples() + y % tile.height() * tile.width() + x % tile.width()]
        & LARGEST;
  }

  /** Makes all samples the same. */
  public void clear(int value) {
    Arrays.fill(values, (byte) value);
  }

  /** A copy that no longer changes with this buffer. */
  public StencilBuffer copy() {
    StencilBuffer copy = new StencilBuffer(shape);
    System.arraycopy(values, 0, copy.values, 0, values.length);
    return copy;
  }
}
