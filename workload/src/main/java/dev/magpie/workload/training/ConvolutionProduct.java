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
  /** Outputs of a block of a product, across and down. */
  private static final int TILE = 64;

  /**
   * Blocks that a product over pixels is divided into at least, so that multiprocessors have some.
   */
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

  /** All of an image as channels of one element. */
  static ConvolutionProduct of(Layer.InnerProduct dense, LayerKernels kernels) {
    Shape bottom = kernels.shape(dense.bottom());
    Shape in = new Shape(bottom.images(), bottom.image(), 1, 1);
    return new ConvolutionProduct(
        kernels, in, kernels.shape(dense.top()), in.channels(), dense.outputs(), 1, 1, 0, 0);
  }

  int images() {
    return in.images();
  }

  private Struct shape() {
    Struct shape =
        new Struct(Integer.BYTES)
            .add(images())
            .add(channels)
            .add(in.height())
            .add(in.width())
            .add(filters)
            .add(out.height())
            .add(out.width())
            .add(kernel)
            .add(stride)
            .add(pad)
            .add(group * channels)
            .add(in.channels())
            .add(group * filters)
            .add(out.channels());
    divisor(kernel * kernel, shape);
    divisor(kernel, shape);
    divisor(in.plane(), shape);
    divisor(in.width(), shape);
    divisor(out.plane(), shape);
    divisor(out.width(), shape);
    divisor(stride, shape);
    return shape;
  }

  /**
   * Adds a divisor with the multiplier and the shift that divide by it (Granlund and Montgomery,
   * PLDI 1994).
   */
  private static void divisor(int by, Struct to) {
    int logarithm = Integer.SIZE - Integer.numberOfLeadingZeros(by - 1);
    long multiplier = Math.ceilDiv(1L << (Integer.SIZE - 1 + logarithm), by);
    to.add(by).add((int) multiplier).add(logarithm - 1);
  }

  /** Rows of tiles, such that few of them are outside. */
  private static int tileRows(int rows) {
    return Math.ceilDiv(rows, 16) * 16 < Math.ceilDiv(rows, TILE) * TILE ? 16 : TILE;
  }

  void launch(
      String name,
      int rows,
      int columns,
      int layers,
      DeviceBuffer left,
      DeviceBuffer right,
      DeviceBuffer to) {
    int tile = tileRows(rows);
    Dim3 grid = new Dim3(Math.ceilDiv(columns, TILE), Math.ceilDiv(rows, tile), layers);
    kernels
        .host()
        .launch(name + "_" + tile, grid, Dim3.of(tile * TILE / 16), 0, shape(), left, right, to);
  }

  /** Its terms are the pixels of all images, which several blocks share. */
  void weightGradient(DeviceBuffer topDiff, DeviceBuffer bottom, String layer) {
    int columns = channels * kernel * kernel;
    int blocks = Math.ceilDiv(columns, TILE) * Math.ceilDiv(filters, tileRows(filters));
    launch(
        "convolve_weight",
        filters,
        columns,
        Math.clamp(BLOCKS / blocks, 1, images()),
        topDiff,
        bottom,
        kernels.buffer(layer + ".weight.diff"));
  }
}
