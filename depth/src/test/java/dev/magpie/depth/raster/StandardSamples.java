package dev.magpie.depth.raster;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.StencilBuffer;
import java.util.function.IntBinaryOperator;

/** Standard sample positions as the tables of Direct3D 11 and Vulkan have them. */
final class StandardSamples {
  private StandardSamples() {}

  /** Of each sample, sixteenths of a pixel to the right of the centre and below it. */
  static int[][] positions(int samples) {
    return switch (samples) {
      case 1 -> new int[][] {{0, 0}};
      case 2 -> new int[][] {{4, 4}, {-4, -4}};
      case 4 -> new int[][] {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};
      case 8 ->
          new int[][] {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}};
      default -> throw new IllegalArgumentException("no table of " + samples);
    };
  }

  /** Where in a pixel's rectangle of samples the one of a number lies. */
  static int place(Multisampling multisampling, int sample) {
    int[] position = positions(multisampling.samples())[sample];
    for (int place = 0; place < multisampling.samples(); place++) {
      if (multisampling.x(place) == position[0] && multisampling.y(place) == position[1]) {
        return place;
      }
    }
    throw new AssertionError(multisampling + " has no sample " + sample);
  }

  /** The depth of a pixel's sample. */
  static int depth(DepthBuffer depths, int column, int row, int sample) {
    return at(depths.shape(), depths::at, column, row, sample);
  }

  /** Its stencil value. */
  static int stencil(StencilBuffer values, int column, int row, int sample) {
    return at(values.shape(), values::at, column, row, sample);
  }

  private static int at(
      FrameShape shape, IntBinaryOperator values, int column, int row, int sample) {
    Multisampling multisampling = shape.tile().multisampling();
    int place = place(multisampling, sample);
    return values.applyAsInt(
        column * multisampling.across() + place % multisampling.across(),
        row * multisampling.down() + place / multisampling.across());
  }
}
