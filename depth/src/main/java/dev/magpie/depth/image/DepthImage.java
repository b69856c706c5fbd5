package dev.magpie.depth.image;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.scene.Camera;
import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;

/**
 * A frame's depths as grey: white where it is nearest, dark where it is farthest, black if clear.
 */
public final class DepthImage {
  private static final int DARKEST = 30;
  private static final int WHITE = 255;

  private DepthImage() {}

  /**
   * Draws the logarithm of the distance from the eye, from the nearest to the farthest sample.
   *
   * @param camera with which the frame was drawn
   */
  public static BufferedImage of(DepthBuffer depths, Camera camera) {
    DepthFormat format = depths.shape().tile().format();
    int least = format.clear();
    int most = 0;
    for (int depth : depths.depths()) {
      if (depth != format.clear()) {
        least = Math.min(least, depth);
        most = Math.max(most, depth);
      }
    }
    double nearest = logarithm(format.value(least), camera);
    double range = Math.max(logarithm(format.value(most), camera) - nearest, 1e-9);
    int width = depths.shape().width();
    int height = depths.shape().height();
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    WritableRaster raster = image.getRaster();
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int depth = depths.at(x, y);
        if (depth != format.clear()) {
          double share = (logarithm(format.value(depth), camera) - nearest) / range;
          raster.setSample(x, y, 0, WHITE - (int) Math.rint(share * (WHITE - DARKEST)));
        }
      }
    }
    return image;
  }

  private static double logarithm(double z, Camera camera) {
    double near = camera.near();
    double far = camera.far();
    return Math.log(near * far / (far - z * (far - near)));
  }
}
