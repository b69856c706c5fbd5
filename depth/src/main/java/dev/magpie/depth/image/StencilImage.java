package dev.magpie.depth.image;

import dev.magpie.depth.event.StencilBuffer;
import java.awt.Color;
import java.awt.image.BufferedImage;

/** A frame's stencil values as colours: 0 is black, and values next to each other look unlike. */
public final class StencilImage {
  /** Of a turn of hues, from a value to the next: the golden ratio never comes back soon. */
  private static final float STEP = 0.618f;

  private static final float SATURATION = 0.6f;

  private StencilImage() {}

  /** Draws a dot for each sample. */
  public static BufferedImage of(StencilBuffer values) {
    int[] colors = new int[StencilBuffer.LARGEST + 1];
    for (int value = 1; value < colors.length; value++) {
      colors[value] = Color.HSBtoRGB(value * STEP, SATURATION, 1);
    }
    int width = values.shape().width();
    int height = values.shape().height();
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        image.setRGB(x, y, colors[values.at(x, y)]);
      }
    }
    return image;
  }
}
