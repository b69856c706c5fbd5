package dev.magpie.depth.event;

import java.util.Locale;

/**
 * How samples form tiles and memory lines. Samples are numbered row by row in a tile, so sample
 * {@code (i, j)} is bit {@code j * width + i} of a mask; lines are rectangles of the tile, numbered
 * row by row too. All extents are powers of two.
 *
 * <p>The usual shape is 8x8 samples and 64-byte lines: four quadrants of 4x4 samples, where line
 * {@code k = (j / 4) * 2 + i / 4}.
 *
 * @param width samples across a tile
 * @param height samples down a tile
 * @param lineWidth samples across a line
 * @param lineHeight samples down a line
 * @param format what a sample is
 * @param multisampling how many samples a pixel has, which lie side by side
 * @param lineLayout how lines lie under other formats, too
 */
public record TileShape(
    int width,
    int height,
    int lineWidth,
    int lineHeight,
    DepthFormat format,
    Multisampling multisampling,
    Lines lineLayout) {
  /** A tile's masks are longs. */
  public static final int MAX_SAMPLES = 64;

  /** 8x8 samples in four lines of 4x4. */
  public static final TileShape DEFAULT = new TileShape(8, 8, 4, 4);

  /** How a line's samples lie in the tile. */
  public enum Lines {
    /** Rectangles as square as possible, rather wide than high. */
    QUADRANTS,
    /** Whole rows of the tile, as far as a line holds them. */
    STRIPS;

    /** The word for it in commands. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks the shape.
   *
   * @throws IllegalArgumentException if an extent is no power of two, the tile has more than {@link
   *     #MAX_SAMPLES} samples or a line reaches beyond the tile
   */
  public TileShape {
    if (!powerOfTwo(width) || !powerOfTwo(height) || (long) width * height > MAX_SAMPLES) {
      throw new IllegalArgumentException(
          "a tile has sides that are powers of two and at most %d samples, not %dx%d"
              .formatted(MAX_SAMPLES, width, height));
    }
    if (!powerOfTwo(lineWidth)
        || !powerOfTwo(lineHeight)
        || lineWidth > width
        || lineHeight > height) {
      throw new IllegalArgumentException(
          "lines of %dx%d samples do not divide a tile of %dx%d"
              .formatted(lineWidth, lineHeight, width, height));
    }
    if (width < multisampling.across() || height < multisampling.down()) {
      throw new IllegalArgumentException(
          "a tile of %dx%d samples has no room for the %dx%d of a pixel"
              .formatted(width, height, multisampling.across(), multisampling.down()));
    }
  }

  /** The shape for pixels of one sample. */
  public TileShape(int width, int height, int lineWidth, int lineHeight, DepthFormat format) {
    this(width, height, lineWidth, lineHeight, format, Multisampling.X1, Lines.QUADRANTS);
  }

  /** The shape for depths of 24 bits. */
  public TileShape(int width, int height, int lineWidth, int lineHeight) {
    this(width, height, lineWidth, lineHeight, DepthFormat.D24);
  }

  /** The shape for lines of so many bytes and depths of 24 bits. */
  public static TileShape of(int width, int height, int lineBytes, Lines lines) {
    return of(width, height, lineBytes, lines, DepthFormat.D24);
  }

  /**
   * The shape for lines of so many bytes.
   *
   * @throws IllegalArgumentException as the constructor, or if a tile is not a whole number of
   *     lines
   */
  public static TileShape of(
      int width, int height, int lineBytes, Lines lines, DepthFormat format) {
    new TileShape(width, height, 1, 1);
    int inLine = lineBytes / format.sampleBytes();
    if (!powerOfTwo(lineBytes) || inLine < 1 || inLine > width * height) {
      throw new IllegalArgumentException(
          "a tile of %dx%d samples has %d bytes, which lines of %d bytes do not divide"
              .formatted(width, height, width * height * format.sampleBytes(), lineBytes));
    }
    int squareWidth = 1 << ((Integer.numberOfTrailingZeros(inLine) + 1) / 2);
    int lineWidth = Math.min(width, lines == Lines.STRIPS ? inLine : squareWidth);
    int lineHeight = Math.min(height, inLine / lineWidth);
    return new TileShape(
        width, height, inLine / lineHeight, lineHeight, format, Multisampling.X1, lines);
  }

  /**
   * The same for pixels of another number of samples.
   *
   * @throws IllegalArgumentException if a tile has no room for a pixel
   */
  public TileShape with(Multisampling samples) {
    return new TileShape(width, height, lineWidth, lineHeight, format, samples, lineLayout);
  }

  /**
   * The same for depths of another format, with lines of as many bytes.
   *
   * @throws IllegalArgumentException if they do not divide a tile
   */
  public TileShape with(DepthFormat other) {
    return other == format
        ? this
        : of(width, height, lineBytes(), lineLayout, other).with(multisampling);
  }

  /** Pixels across. */
  public int pixelsAcross() {
    return width / multisampling.across();
  }

  /** Pixels down. */
  public int pixelsDown() {
    return height / multisampling.down();
  }

  /** Samples in a tile. */
  public int samples() {
    return width * height;
  }

  /** Lines that an uncompressed tile takes. */
  public int lines() {
    return samples() / lineSamples();
  }

  /** Samples in a line. */
  public int lineSamples() {
    return lineWidth * lineHeight;
  }

  /** Bytes of a line. */
  public int lineBytes() {
    return lineSamples() * format.sampleBytes();
  }

  /** All samples of a tile. */
  public long mask() {
    return -1L >>> (MAX_SAMPLES - samples());
  }

  /** The samples of line {@code k}. */
  public long lineMask(int k) {
    int across = width / lineWidth;
    return rectangle(k % across * lineWidth, k / across * lineHeight, lineWidth, lineHeight);
  }

  /** The line masks of all lines, for loops that should not work them out each time. */
  public long[] lineMasks() {
    long[] masks = new long[lines()];
    for (int k = 0; k < masks.length; k++) {
      masks[k] = lineMask(k);
    }
    return masks;
  }

  /** The samples of a rectangle that starts at {@code (i, j)} and lies within the tile. */
  public long rectangle(int i, int j, int across, int down) {
    if (across <= 0 || down <= 0) {
      return 0;
    }
    long row = (-1L >>> (MAX_SAMPLES - across)) << i;
    long mask = 0;
    for (int y = j; y < j + down; y++) {
      mask |= row << (y * width);
    }
    return mask;
  }

  private static boolean powerOfTwo(int value) {
    return value > 0 && Integer.bitCount(value) == 1;
  }
}
