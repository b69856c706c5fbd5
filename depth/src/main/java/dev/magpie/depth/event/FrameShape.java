package dev.magpie.depth.event;

/**
 * A frame cut into tiles. Tiles are numbered row by row; those at the right and lower edges may
 * reach beyond the frame.
 *
 * @param width samples across, of which several are of a pixel if there is multisampling
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
    if (width % tile.multisampling().across() != 0 || height % tile.multisampling().down() != 0) {
      throw new IllegalArgumentException(
          "a frame of %dx%d samples is no whole number of pixels, of %dx%d samples each"
              .formatted(
                  width, height, tile.multisampling().across(), tile.multisampling().down()));
    }
  }

  /**
   * A frame of so many pixels.
   *
   * @throws IllegalArgumentException as the constructor
   */
  public static FrameShape ofPixels(int across, int down, TileShape tile) {
    Multisampling samples = tile.multisampling();
    if (across > MAX_SIDE / samples.across() || down > MAX_SIDE / samples.down()) {
      throw new IllegalArgumentException(
          "a frame has 1 to %d samples a side, and so at most %dx%d pixels of %s, not %dx%d"
              .formatted(
                  MAX_SIDE,
                  MAX_SIDE / samples.across(),
                  MAX_SIDE / samples.down(),
                  samples == Multisampling.X1 ? "1 sample" : samples + " samples",
                  across,
                  down));
    }
    return new FrameShape(across * samples.across(), down * samples.down(), tile);
  }

  /**
   * The same with depths of another format.
   *
   * @throws IllegalArgumentException if lines of as many bytes do not divide its tiles then
   */
  public FrameShape with(DepthFormat format) {
    return new FrameShape(width, height, tile.with(format));
  }

  /** Pixels across. */
  public int pixelsAcross() {
    return width / tile.multisampling().across();
  }

  /** Pixels down. */
  public int pixelsDown() {
    return height / tile.multisampling().down();
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
