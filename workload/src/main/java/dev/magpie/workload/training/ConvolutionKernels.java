package dev.magpie.workload.training;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import java.util.Locale;

/** How a device computes a convolution. */
interface ConvolutionKernels {
  /** The ways there are, by the words that users type. */
  enum Method {
    IMPLICIT,
    UNFOLDED;

    ConvolutionKernels of(LayerKernels kernels, Network network) {
      return switch (this) {
        case IMPLICIT -> new ImplicitProducts(kernels);
        case UNFOLDED -> new UnfoldedProducts(kernels, network);
      };
    }

    static Method named(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /** Makes the top of the bottom, without a bias. */
  void forward(Layer.Convolution c, DeviceBuffer bottom, DeviceBuffer weight, DeviceBuffer top);

  /** Adds to the gradient of weights. */
  void weightGradient(
      Layer.Convolution c, DeviceBuffer topDiff, DeviceBuffer bottom, DeviceBuffer weightDiff);

  /** Makes the gradient of the bottom. */
  void dataGradient(
      Layer.Convolution c, DeviceBuffer topDiff, DeviceBuffer weight, DeviceBuffer bottomDiff);
}
