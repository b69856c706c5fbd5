package dev.magpie.depth.image;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Vector3;
import java.awt.image.BufferedImage;

/**
 * A frame as surfaces under a lamp beside the eye, black where it is clear. A triangle's plane over
 * the screen, which the events have, gives its direction: the inverse of the distance is linear
 * there.
 */
public final class ShadedImage {
  private static final double AMBIENT = 0.18;

  /** A little to the left and above. */
  private static final Vector3 LAMP = new Vector3(-0.35, 0.5, -1).normalized();

  private final FrameShape shape;
  private final double near;

  /** Of a depth's integer, the inverse distance falls by so much of {@code 1 / near}. */
  private final double perDepth;

  /** Half of the view's width and height at distance one. */
  private final double tangentX;

  private final double tangentY;

  private ShadedImage(FrameShape shape, Camera camera) {
    this.shape = shape;
    near = camera.near();
    perDepth = (camera.far() - camera.near()) / camera.far() / shape.tile().format().one();
    tangentY = Math.tan(Math.toRadians(camera.fieldOfView()) / 2);
    tangentX = tangentY * shape.width() / shape.height();
  }

  /**
   * Draws it.
   *
   * @param events of the frame
   * @param camera with which the frame was drawn
   */
  public static BufferedImage of(EventStream events, Camera camera) {
    ShadedImage shading = new ShadedImage(events.shape(), camera);
    int width = events.shape().width();
    int height = events.shape().height();
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (EventBatch batch : events.batches()) {
      for (int event = 0; event < batch.size(); event++) {
        shading.draw(batch, event, image);
      }
    }
    return image;
  }

  private void draw(EventBatch batch, int event, BufferedImage image) {
    long inFrame = batch.passed(event) & shape.inFrame(batch.tile(event));
    if (inFrame == 0) {
      return;
    }
    int left = batch.tile(event) % shape.tilesX() * shape.tile().width();
    int top = batch.tile(event) / shape.tilesX() * shape.tile().height();
    int colour = colour(batch, event, left, top);
    for (long samples = inFrame; samples != 0; samples &= samples - 1) {
      int sample = Long.numberOfTrailingZeros(samples);
      image.setRGB(
          left + sample % shape.tile().width(), top + sample / shape.tile().width(), colour);
    }
  }

  private int colour(EventBatch batch, int event, int left, int top) {
    double one = 1.0 / (1L << batch.fractionBits(event));
    // The inverse distance is a + b x + c y, with x and y from -1 to 1 over the screen.
    double b = -batch.cx(event) * one * perDepth / near * shape.width() / 2;
    double c = batch.cy(event) * one * perDepth / near * shape.height() / 2;
    double x = (left + 0.5) * 2 / shape.width() - 1;
    double y = 1 - (top + 0.5) * 2 / shape.height();
    double a = (1 - batch.c0(event) * one * perDepth) / near - b * x - c * y;
    Vector3 normal = new Vector3(b / tangentX, c / tangentY, a);
    // Both sides are seen, and the side that is seen looks at the eye.
    double light = Math.abs(normal.dot(LAMP)) / Math.max(normal.length(), 1e-300);
    double shade = AMBIENT + (1 - AMBIENT) * light;
    int level = (int) Math.rint(255 * Math.pow(Math.min(1, shade), 0.8));
    int warm = Math.min(255, level * 246 / 255);
    return level << 16 | level << 8 | warm;
  }
}
