package dev.magpie.depth.event;

/**
 * A frame cut into tiles. Tiles are numbered row by row; those at the right and lower edges may
 * reach beyond the frame.
 *
 * @param width samples across
 * @param height samples down
 * @param tile how samples form tiles and lines
 */
public record FrameShape(int width, int height, TileShape tile) {
  /**
   * The longest side. With a guard band of eight times the frame, edge functions and plane
   * gradients then stay within 64 bits.
   */
  public static final int MAX_SIDE = 8192;

  /**
   * Checks the size.
   *
   * @throws IllegalArgumentException if a side is not within 1 and {@link #MAX_SIDE}
   */
  public FrameShape {
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
      throw new IllegalArgumentException(
          "a frame has 1 to %d samples a side, not %dx%d".formatted(MAX_SIDE, width, height));
    }
  }

  /** Tiles across. */
  public int tilesX() {
    return (width + tile.width() - 1) / tile.width();
  }

  /** Tiles down. */
  public int tilesY() {
    return (height + tile.height() - 1) / tile.height();
  }

  /** Tiles in all. */
  public int tiles() {
    return tilesX() * tilesY();
  }

  /** The samples of a tile that are in the frame. */
  public long inFrame(int index) {
    int x = index % tilesX() * tile.width();
    int y = index / tilesX() * tile.height();
    return tile.rectangle(
        0, 0, Math.min(tile.width(), width - x), Math.min(tile.height(), height - y));
  }
}
