package dev.magpie.depth.image;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Projection;
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
   * Draws the distance from the eye, from the nearest to the farthest sample: in perspective its
   * logarithm.
   *
   * @param camera with which the frame was drawn
   */
  public static BufferedImage of(DepthBuffer depths, Camera camera) {
    DepthFormat format = depths.shape().tile().format();
    int clear = depths.clearDepth();
    int least = format.largest();
    int most = 0;
    for (int depth : depths.depths()) {
      if (depth != clear) {
        least = Math.min(least, depth);
        most = Math.max(most, depth);
      }
    }
    boolean reversed = clear == 0;
    double nearest = tone(format.value(reversed ? most : least), reversed, camera);
    double range =
        Math.max(tone(format.value(reversed ? least : most), reversed, camera) - nearest, 1e-9);
    int width = depths.shape().width();
    int height = depths.shape().height();
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    WritableRaster raster = image.getRaster();
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int depth = depths.at(x, y);
        if (depth != clear) {
          double share = (tone(format.value(depth), reversed, camera) - nearest) / range;
          raster.setSample(x, y, 0, WHITE - (int) Math.rint(share * (WHITE - DARKEST)));
        }
      }
    }
    return image;
  }

  private static double tone(double z, boolean reversed, Camera camera) {
    double distance = camera.distance(reversed ? 1 - z : z);
    return camera.projection() instanceof Projection.Perspective ? Math.log(distance) : distance;
  }
}
