package dev.magpie.depth.image;

import dev.magpie.depth.event.FrameShape;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;

/**
 * What each tile cost, in false colours (paper, Figure 5): black where nothing was moved, then
 * blue, cyan, green, yellow and red in steps of one line, and all images on one scale.
 */
public final class BandwidthImage {
  private static final int[] COLOURS = {0x1f2f9f, 0x1f9fdf, 0x2fbf5f, 0xdfdf2f, 0xef7f1f, 0xdf1f1f};

  /** The share of tiles that may exceed the scale. */
  private static final double EXCEEDING = 0.001;

  private final FrameShape shape;
  private final int mostLines;

  /**
   * Fixes the scale.
   *
   * @param images the bytes by tile of every image that is to be drawn
   */
  public BandwidthImage(FrameShape shape, List<int[]> images) {
    this.shape = shape;
    int most = 1;
    for (int[] bytes : images) {
      int[] sorted = bytes.clone();
      Arrays.sort(sorted);
      int at = (int) (sorted.length * (1 - EXCEEDING));
      most = Math.max(most, lines(sorted[Math.min(at, sorted.length - 1)]));
    }
    mostLines = most;
  }

  /** Draws one image, a tile as large as it is in the frame. */
  public BufferedImage draw(int[] bytesByTile) {
    BufferedImage image =
        new BufferedImage(shape.width(), shape.height(), BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < shape.height(); y++) {
      for (int x = 0; x < shape.width(); x++) {
        int tile = y / shape.tile().height() * shape.tilesX() + x / shape.tile().width();
        image.setRGB(x, y, colour(lines(bytesByTile[tile])));
      }
    }
    return image;
  }

  /** What the colours stand for, in words. */
  public String legend() {
    int lineBytes = shape.tile().lineBytes();
    return mostLines == 1
        ? "black is a tile that moves nothing, blue %d bytes or more".formatted(lineBytes)
        : "black is a tile that moves nothing, blue %d bytes, then cyan, green, yellow, and red %,d or more"
            .formatted(lineBytes, mostLines * lineBytes);
  }

  private int lines(int bytes) {
    return Math.ceilDiv(bytes, shape.tile().lineBytes());
  }

  private int colour(int lines) {
    if (lines == 0) {
      return 0;
    }
    double at =
        mostLines == 1
            ? 0
            : (Math.min(lines, mostLines) - 1.0) / (mostLines - 1) * (COLOURS.length - 1);
    int from = Math.min((int) at, COLOURS.length - 2);
    double share = at - from;
    int colour = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int a = COLOURS[from] >> shift & 0xff;
      int b = COLOURS[from + 1] >> shift & 0xff;
      colour |= (int) Math.rint(a + share * (b - a)) << shift;
    }
    return colour;
  }
}
