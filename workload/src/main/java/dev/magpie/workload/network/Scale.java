package dev.magpie.workload.network;

/**
 * How large a network is made.
 *
 * @param images of a batch
 * @param pixels of an image, across and down
 * @param channels what the channels of its layers are divided by
 * @param dense what the outputs of inner dense layers are divided by
 * @param batches of images that are held
 */
public record Scale(int images, int pixels, int channels, int dense, int batches) {
  Shape input() {
    return new Shape(images, 3, pixels, pixels);
  }

  /** A number of channels divided, at least one. */
  int channels(int real) {
    return Math.max(1, Math.round((float) real / channels));
  }

  int dense(int real) {
    return Math.max(1, Math.round((float) real / dense));
  }
}
