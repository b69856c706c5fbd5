package dev.magpie.depth.image;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Projection;
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

  /**
   * For a depth's integer, the inverse distance falls by so much of {@code 1 / near}; orthographic,
   * the distance grows by it.
   */
  private final double perDepth;

  /** Half of the view's width and height, in perspective at distance one. */
  private final double tangentX;

  private final double tangentY;

  /** Whether 0 is far. */
  private final boolean reversed;

  private final boolean orthographic;

  private ShadedImage(EventStream events, Camera camera) {
    shape = events.shape();
    reversed = events.depths().clearDepth() == 0;
    int one = shape.tile().format().one();
    double aspect = (double) shape.pixelsAcross() / shape.pixelsDown();
    switch (camera.projection()) {
      case Projection.Perspective(double fieldOfView) -> {
        orthographic = false;
        near = camera.near();
        perDepth = (1 - near / camera.far()) / one;
        tangentY = Math.tan(Math.toRadians(fieldOfView) / 2);
      }
      case Projection.Orthographic(double height) -> {
        orthographic = true;
        near = 1;
        perDepth = (camera.far() - camera.near()) / one;
        tangentY = height / 2;
      }
    }
    tangentX = tangentY * aspect;
  }

  /**
   * Draws it.
   *
   * @param events of the frame
   * @param camera with which the frame was drawn
   */
  public static BufferedImage of(EventStream events, Camera camera) {
    int width = events.shape().width();
    int height = events.shape().height();
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    drawOver(image, events, camera);
    return image;
  }

  /** Draws a later pass of the same target over it. */
  public static void drawOver(BufferedImage image, EventStream events, Camera camera) {
    ShadedImage shading = new ShadedImage(events, camera);
    for (EventBatch batch : events.batches()) {
      for (int event = 0; event < batch.size(); event++) {
        shading.draw(batch, event, image);
      }
    }
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
    double one = (reversed ? -1.0 : 1.0) / (1L << batch.fractionBits(event));
    // In perspective, the inverse distance is a + b x + c y, with x and y from -1 to 1 over the
    // screen.
    double b = -batch.cx(event) * one * perDepth / near * shape.pixelsAcross() / 2;
    double c = batch.cy(event) * one * perDepth / near * shape.pixelsDown() / 2;
    Multisampling samples = shape.tile().multisampling();
    double x = ((double) left / samples.across() + 0.5) * 2 / shape.pixelsAcross() - 1;
    double y = 1 - ((double) top / samples.down() + 0.5) * 2 / shape.pixelsDown();
    double depth = batch.c0(event) * one + (reversed ? shape.tile().format().one() : 0);
    // Orthographic, it is the distance itself that is linear.
    double a = orthographic ? 1 : (1 - depth * perDepth) / near - b * x - c * y;
    Vector3 normal = new Vector3(b / tangentX, c / tangentY, a);
    // Both sides are seen, and the side that is seen looks at the eye.
    double light = Math.abs(normal.dot(LAMP)) / Math.max(normal.length(), 1e-300);
    double shade = AMBIENT + (1 - AMBIENT) * light;
    int level = (int) Math.rint(255 * Math.pow(Math.min(1, shade), 0.8));
    int warm = Math.min(255, level * 246 / 255);
    return level << 16 | level << 8 | warm;
  }
}
