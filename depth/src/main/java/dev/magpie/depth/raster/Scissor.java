package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;

/**
 * The only pixels of a target that a draw may change.
 *
 * @param left pixels from the target's left side
 * @param top pixels from its upper side
 * @param width pixels across, which may be none
 * @param height pixels down, which may be none
 */
public record Scissor(int left, int top, int width, int height) {
  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException if one is below 0 or larger than a frame may be
   */
  public Scissor {
    for (int value : new int[] {left, top, width, height}) {
      if (value < 0 || value > FrameShape.MAX_SIDE) {
        throw new IllegalArgumentException(
            "a scissor rectangle's figures are within 0 and %d pixels, not %d, %d with %d x %d"
                .formatted(FrameShape.MAX_SIDE, left, top, width, height));
      }
    }
  }
}
