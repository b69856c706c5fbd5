package dev.magpie.ptx.texture;

import java.util.ArrayList;
import java.util.List;

/**
 * How many texels there are.
 *
 * @param height 1 in one dimension
 * @param depth 1 in less than three dimensions
 * @param layers 1 without layers; of cubes, six times their number
 */
public record ArrayExtent(TextureGeometry geometry, int width, int height, int depth, int layers) {

  /**
   * @throws IllegalArgumentException if a number is less than one or not the geometry's
   */
  public ArrayExtent {
    int dimensions = geometry.dimensions();
    int faces = geometry.isCube() ? TextureGeometry.FACES : 1;
    boolean fits =
        Math.min(Math.min(width, height), Math.min(depth, layers)) >= 1
            && (dimensions >= 2 || height == 1)
            && (dimensions == 3 || depth == 1)
            && layers % faces == 0
            && (geometry.isLayered() || layers == faces)
            && (!geometry.isCube() || width == height);
    if (!fits) {
      throw new IllegalArgumentException(
          "%d by %d by %d texels in %d layers are not .%s"
              .formatted(width, height, depth, layers, geometry));
    }
  }

  /** One dimension. */
  public static ArrayExtent of(int width) {
    return new ArrayExtent(TextureGeometry.ONE_DIMENSIONAL, width, 1, 1, 1);
  }

  /** Two dimensions. */
  public static ArrayExtent of(int width, int height) {
    return new ArrayExtent(TextureGeometry.TWO_DIMENSIONAL, width, height, 1, 1);
  }

  /** Three dimensions. */
  public static ArrayExtent of(int width, int height, int depth) {
    return new ArrayExtent(TextureGeometry.THREE_DIMENSIONAL, width, height, depth, 1);
  }

  /** Layers of one dimension. */
  public static ArrayExtent layered(int width, int layers) {
    return new ArrayExtent(TextureGeometry.LAYERED_ONE_DIMENSIONAL, width, 1, 1, layers);
  }

  /** Layers of two dimensions. */
  public static ArrayExtent layered(int width, int height, int layers) {
    return new ArrayExtent(TextureGeometry.LAYERED_TWO_DIMENSIONAL, width, height, 1, layers);
  }

  /** The faces of a cube: +x, -x, +y, -y, +z, -z. */
  public static ArrayExtent cubemap(int width) {
    return new ArrayExtent(TextureGeometry.CUBEMAP, width, width, 1, TextureGeometry.FACES);
  }

  /** The faces of several cubes. */
  public static ArrayExtent layeredCubemap(int width, int cubes) {
    return new ArrayExtent(
        TextureGeometry.LAYERED_CUBEMAP, width, width, 1, TextureGeometry.FACES * cubes);
  }

  /** The next level of a mipmap. */
  public ArrayExtent half() {
    return new ArrayExtent(
        geometry, Math.max(1, width / 2), Math.max(1, height / 2), Math.max(1, depth / 2), layers);
  }

  /** As a tensor's shape, x last, without what the geometry has not. */
  public List<Long> shape() {
    List<Long> shape = new ArrayList<>();
    if (geometry.isLayered() || geometry.isCube()) {
      shape.add((long) layers);
    }
    if (geometry.dimensions() == 3) {
      shape.add((long) depth);
    }
    if (geometry.dimensions() >= 2) {
      shape.add((long) height);
    }
    shape.add((long) width);
    return List.copyOf(shape);
  }
}
