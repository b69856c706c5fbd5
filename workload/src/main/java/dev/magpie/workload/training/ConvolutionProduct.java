package dev.magpie.workload.training;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.workload.cuda.Struct;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Shape;

/**
 * A group of a convolution as products of matrices.
 *
 * @param channels of the group, and {@code filters}
 * @param group which
 */
record ConvolutionProduct(
    LayerKernels kernels,
    Shape in,
    Shape out,
    int channels,
    int filters,
    int kernel,
    int stride,
    int pad,
    int group) {
  /** Of a block of a gradient of weights. */
  private static final int THREADS = 64;

  /** Pixels that a block of a gradient of weights has at a time. */
  private static final int PIXELS = 32;

  /** Blocks of a gradient of weights, so that multiprocessors have some. */
  private static final int BLOCKS = 64;

  static ConvolutionProduct of(Layer.Convolution c, LayerKernels kernels, int group) {
    Shape in = kernels.shape(c.bottom());
    return new ConvolutionProduct(
        kernels,
        in,
        kernels.shape(c.top()),
        in.channels() / c.groups(),
        c.filters() / c.groups(),
        c.kernel(),
        c.stride(),
        c.pad(),
        group);
  }

  /** Planes of images, of which the group has those from a channel on. */
  private record Planes(Shape shape, int firstChannel) {
    void addTo(Struct walk) {
      walk.add(firstChannel * shape.plane()).add(shape.image());
    }
  }

  private Planes bottom() {
    return new Planes(in, group * channels);
  }

  private Planes top() {
    return new Planes(out, group * filters);
  }

  /** Places of a window. */
  private int window() {
    return kernel * kernel;
  }

  private int weights() {
    return group * filters * channels * window();
  }

  /**
   * A walk over planes.
   *
   * @param columns the planes with a pixel for each window
   */
  private Struct walk(
      int rows, int terms, Planes read, int step, int around, Planes columns, int... weights) {
    Struct walk =
        new Struct(Integer.BYTES)
            .add(rows)
            .add(in.images() * columns.shape().plane())
            .add(terms)
            .add(read.shape().height())
            .add(read.shape().width());
    read.addTo(walk);
    walk.add(step).add(around);
    columns.addTo(walk);
    for (int each : weights) {
      walk.add(each);
    }
    Division.add(window(), walk);
    Division.add(kernel, walk);
    Division.add(read.shape().plane(), walk);
    Division.add(columns.shape().plane(), walk);
    Division.add(columns.shape().width(), walk);
    Division.add(stride, walk);
    return walk;
  }

  private Struct forwardWalk() {
    int terms = channels * window();
    return walk(filters, terms, bottom(), stride, pad, top(), weights(), terms, window(), 1);
  }

  void forward(DeviceBuffer bottom, DeviceBuffer weight, DeviceBuffer top) {
    product(
        pad == 0 ? "convolve" : "convolve_padded",
        filters,
        top(),
        forwardWalk(),
        bottom,
        weight,
        top);
  }

  /** Of one stride, it is a convolution with filters turned around. */
  void dataGradient(DeviceBuffer topDiff, DeviceBuffer weight, DeviceBuffer bottomDiff) {
    int terms = filters * window();
    int filter = channels * window();
    int around = kernel - 1 - pad;
    int last = weights() + window() - 1;
    Struct walk =
        stride == 1
            ? walk(channels, terms, top(), 1, around, bottom(), last, window(), filter, -1)
            : walk(channels, terms, top(), stride, pad, bottom(), weights(), window(), filter, 1);
    String name = stride > 1 ? "convolve_strided" : around == 0 ? "convolve" : "convolve_padded";
    product(name, channels, bottom(), walk, topDiff, weight, bottomDiff);
  }

  private void product(
      String name,
      int rows,
      Planes columns,
      Struct walk,
      DeviceBuffer planes,
      DeviceBuffer weight,
      DeviceBuffer to) {
    int pixels = in.images() * columns.shape().plane();
    int terms = (rows == filters ? channels : filters) * window();
    ProductTile tile =
        name.equals("convolve_strided")
            ? ProductTile.of(rows, pixels, terms, 8, 32)
            : ProductTile.of(rows, pixels, terms, 4, 8, 16, 32);
    kernels
        .host()
        .launch(
            tile.kernel(name), tile.grid(rows, pixels), tile.block(), 0, walk, planes, weight, to);
  }

  /** Its terms are the pixels of all images, which several blocks share. */
  void weightGradient(DeviceBuffer topDiff, DeviceBuffer bottom, DeviceBuffer weightDiff) {
    int columns = channels * window();
    int rows = ProductTile.cheapest(filters, 4, 8, 16, 32);
    int across = pad == 0 && columns <= 16 ? 16 : 64;
    int tiles = Math.ceilDiv(columns, across) * Math.ceilDiv(filters, rows);
    int steps = Math.ceilDiv(in.images() * out.plane(), PIXELS);
    Dim3 grid =
        new Dim3(
            Math.ceilDiv(columns, across),
            Math.ceilDiv(filters, rows),
            Math.clamp(BLOCKS / tiles, 1, Math.ceilDiv(steps, 2)));
    String name = "%s_%d_%d".formatted(pad == 0 ? "weights" : "weights_padded", rows, across);
    kernels
        .host()
        .launch(name, grid, Dim3.of(THREADS), 0, forwardWalk(), topDiff, bottom, weightDiff);
  }
}
