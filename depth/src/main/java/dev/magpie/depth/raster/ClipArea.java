package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;

/**
 * From clip space, after the division by w, to places on the screen and depths.
 *
 * @param pixels which may be drawn to
 */
record ClipArea(
    double left,
    double top,
    double halfWidth,
    double halfHeight,
    double nearDepth,
    double depths,
    PixelArea pixels) {
  /** All of a frame. */
  static ClipArea of(FrameShape shape, DepthRange range) {
    Viewport all = Viewport.of(shape.pixelsAcross(), shape.pixelsDown(), range);
    return of(all, 1, 1, PixelArea.of(shape));
  }

  /**
   * Where a draw of a stream goes.
   *
   * @param width pixels across of the target that its viewport is on
   * @param height pixels down
   */
  static ClipArea of(FrameShape shape, RecordedDraw draw, int width, int height) {
    double across = (double) shape.pixelsAcross() / width;
    double down = (double) shape.pixelsDown() / height;
    Viewport view = draw.viewport();
    PixelArea pixels =
        PixelArea.of(shape)
            .and(area(view.left(), view.top(), view.width(), view.height(), across, down));
    if (draw.scissor().isPresent()) {
      Scissor cut = draw.scissor().get();
      pixels = pixels.and(area(cut.left(), cut.top(), cut.width(), cut.height(), across, down));
    }
    return of(view, across, down, pixels);
  }

  private static ClipArea of(Viewport view, double across, double down, PixelArea pixels) {
    return new ClipArea(
        view.left() * across,
        view.top() * down,
        view.width() * across * 0.5,
        view.height() * down * 0.5,
        view.nearDepth(),
        view.farDepth() - view.nearDepth(),
        pixels);
  }

  /** The pixels whose middle is in a rectangle. */
  private static PixelArea area(
      double left, double top, double width, double height, double across, double down) {
    return new PixelArea(
        (int) Math.ceil(left * across - 0.5),
        (int) Math.ceil(top * down - 0.5),
        (int) Math.ceil((left + width) * across - 0.5),
        (int) Math.ceil((top + height) * down - 0.5));
  }

  double x(double clip) {
    return left + (clip + 1) * halfWidth;
  }

  double y(double clip) {
    return top + (1 - clip) * halfHeight;
  }

  double z(double clip) {
    return nearDepth + depths * clip;
  }
}
