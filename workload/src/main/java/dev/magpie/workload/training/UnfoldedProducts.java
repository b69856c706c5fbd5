package dev.magpie.workload.training;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.training.PlainProduct.Matrix;

/**
 * Convolutions as Caffe computes them without cuDNN: image by image, a group of channels is
 * unfolded into a buffer of the layer, its {@code columns}, and multiplied.
 */
final class UnfoldedProducts implements ConvolutionKernels {
  private final LayerKernels kernels;

  /** Allocates what layers unfold into. */
  UnfoldedProducts(LayerKernels kernels, Network network) {
    this.kernels = kernels;
    for (Layer layer : network.layers()) {
      if (layer instanceof Layer.Convolution c) {
        Group any = Group.of(c, kernels, 0, 0);
        if (!any.isItsOwnMatrix()) {
          kernels.allocateWorkspace(columns(c), any.terms() * any.windows());
        }
      }
    }
  }

  private static String columns(Layer.Convolution c) {
    return c.name() + ".columns";
  }

  /** A group of a layer's channels of an image. */
  private record Group(Layer.Convolution c, Planes planes, int image, int group) {
    static Group of(Layer.Convolution c, LayerKernels kernels, int image, int group) {
      Planes planes =
          new Planes(
              kernels.shape(c.bottom()), kernels.shape(c.top()), c.kernel(), c.stride(), c.pad());
      return new Group(c, planes, image, group);
    }

    int channels() {
      return planes.in().channels() / c.groups();
    }

    int filters() {
      return c.filters() / c.groups();
    }

    int terms() {
      return channels() * c.kernel() * c.kernel();
    }

    int windows() {
      return planes.out().plane();
    }

    boolean isItsOwnMatrix() {
      return new Unfolding(planes).trivial();
    }

    int bottomAt() {
      return image * planes.in().image() + group * channels() * planes.in().plane();
    }

    Matrix weights(DeviceBuffer buffer) {
      return new Matrix(buffer, group * filters() * terms(), terms(), 1);
    }

    Matrix top(DeviceBuffer buffer) {
      return new Matrix(
          buffer, image * planes.out().image() + group * filters() * windows(), windows(), 1);
    }
  }

  /** Something to do with a group. */
  private interface Step {
    void take(Group group);
  }

  private void each(Layer.Convolution c, Step step) {
    int images = kernels.shape(c.bottom()).images();
    for (int image = 0; image < images; image++) {
      for (int group = 0; group < c.groups(); group++) {
        step.take(Group.of(c, kernels, image, group));
      }
    }
    kernels.release(columns(c));
  }

  private Matrix unfolded(Group group, DeviceBuffer bottom) {
    if (group.isItsOwnMatrix()) {
      return new Matrix(bottom, group.bottomAt(), group.windows(), 1);
    }
    DeviceBuffer columns = kernels.buffer(columns(group.c));
    kernels.unfold(group.planes, group.channels(), group.bottomAt(), bottom, columns);
    return Matrix.of(columns, group.windows());
  }

  @Override
  public void forward(
      Layer.Convolution c, DeviceBuffer bottom, DeviceBuffer weight, DeviceBuffer top) {
    each(
        c,
        group ->
            new PlainProduct(
                    group.filters(),
                    group.windows(),
                    group.terms(),
                    group.weights(weight),
                    unfolded(group, bottom),
                    group.top(top))
                .store(kernels.host()));
  }

  @Override
  public void weightGradient(
      Layer.Convolution c, DeviceBuffer topDiff, DeviceBuffer bottom, DeviceBuffer weightDiff) {
    each(
        c,
        group ->
            new PlainProduct(
                    group.filters(),
                    group.terms(),
                    group.windows(),
                    group.top(topDiff),
                    unfolded(group, bottom).transposed(),
                    group.weights(weightDiff))
                .add(kernels.host()));
  }

  @Override
  public void dataGradient(
      Layer.Convolution c, DeviceBuffer topDiff, DeviceBuffer weight, DeviceBuffer bottomDiff) {
    each(
        c,
        group -> {
          boolean direct = group.isItsOwnMatrix();
          Matrix to =
              direct
                  ? new Matrix(bottomDiff, group.bottomAt(), group.windows(), 1)
                  : Matrix.of(kernels.buffer(columns(c)), group.windows());
          new PlainProduct(
                  group.terms(),
                  group.windows(),
                  group.filters(),
                  group.weights(weight).transposed(),
                  group.top(topDiff),
                  to)
              .store(kernels.host());
          if (!direct) {
            kernels.fold(group.planes, group.channels(), group.bottomAt(), to.buffer(), bottomDiff);
          }
        });
  }
}
