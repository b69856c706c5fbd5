package dev.magpie.workload.training;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.workload.network.Layer;
import java.util.function.Consumer;

/** Convolutions as products of matrices that are nowhere: windows are read where they lie. */
record ImplicitProducts(LayerKernels kernels) implements ConvolutionKernels {
  private void each(Layer.Convolution c, Consumer<ConvolutionProduct> product) {
    for (int group = 0; group < c.groups(); group++) {
      product.accept(ConvolutionProduct.of(c, kernels, group));
    }
  }

  @Override
  public void forward(
      Layer.Convolution c, DeviceBuffer bottom, DeviceBuffer weight, DeviceBuffer top) {
    each(c, product -> product.forward(bottom, weight, top));
  }

  @Override
  public void weightGradient(
      Layer.Convolution c, DeviceBuffer topDiff, DeviceBuffer bottom, DeviceBuffer weightDiff) {
    each(c, product -> product.weightGradient(topDiff, bottom, weightDiff));
  }

  @Override
  public void dataGradient(
      Layer.Convolution c, DeviceBuffer topDiff, DeviceBuffer weight, DeviceBuffer bottomDiff) {
    each(c, product -> product.dataGradient(topDiff, weight, bottomDiff));
  }
}
