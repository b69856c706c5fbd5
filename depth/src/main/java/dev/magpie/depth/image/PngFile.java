package dev.magpie.depth.image;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import javax.imageio.ImageIO;

/** Pictures as the bytes of PNG files. */
public final class PngFile {
  private PngFile() {}

  /** The whole picture. */
  public static byte[] of(BufferedImage image) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.setUseCache(false);
      if (!ImageIO.write(image, "png", out)) {
        throw new IllegalStateException("this Java cannot write PNG");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** The picture in another size: each dot is the mean of what it covers. */
  public static byte[] scaled(BufferedImage image, int width, int height) {
    if (image.getWidth() == width && image.getHeight() == height) {
      return of(image);
    }
    BufferedImage scaled = new BufferedImage(width, height, image.getType());
    Raster from = image.getRaster();
    WritableRaster to = scaled.getRaster();
    double across = (double) image.getWidth() / width;
    double down = (double) image.getHeight() / height;
    double[] sum = new double[from.getNumBands()];
    double[] dot = new double[from.getNumBands()];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        Arrays.fill(sum, 0);
        for (int v = (int) (y * down); v < Math.min((y + 1) * down, image.getHeight()); v++) {
          for (int u = (int) (x * across); u < Math.min((x + 1) * across, image.getWidth()); u++) {
            double share = overlap(u, x, across) * overlap(v, y, down) / (across * down);
            from.getPixel(u, v, dot);
            for (int band = 0; band < sum.length; band++) {
              sum[band] += share * dot[band];
            }
          }
        }
        Arrays.setAll(sum, band -> Math.rint(sum[band]));
        to.setPixel(x, y, sum);
      }
    }
    return of(scaled);
  }

  /** How much of a dot is within one of another size. */
  private static double overlap(int dot, int larger, double size) {
    return Math.min(dot + 1, (larger + 1) * size) - Math.max(dot, larger * size);
  }
}
