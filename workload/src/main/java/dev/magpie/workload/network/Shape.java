package dev.magpie.workload.network;

/** Extents of a blob: images, channels of an image, rows and columns of a channel. */
public record Shape(int images, int channels, int height, int width) {
  /** Elements of a channel of an image. */
  public int plane() {
    return height * width;
  }

  /** Elements of an image. */
  public int image() {
    return channels * plane();
  }

  public int count() {
    return Math.multiplyExact(images, image());
  }

  Shape withChannels(int other) {
    return new Shape(images, other, height, width);
  }
}
