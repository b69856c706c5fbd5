package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Shape;
import dev.magpie.workload.series.MatrixView;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A convolution, image by image as products of matrices. */
final class Convolving implements Operator {
  private final Layer.Convolution layer;
  private final Shape in;
  private final Shape out;
  private final Supplier<float[]> bottom;
  private final float @Nullable [] bottomDiff;
  private final float[] top;
  private final float[] topDiff;
  private final WeightBlob weight;
  private final @Nullable WeightBlob bias;
  private final Unfolding unfolding;
  private final Workspace workspace;

  /**
   * @param bottomDiff null if nobody wants it
   */
  Convolving(
      Layer.Convolution layer, Net net, Supplier<float[]> bottom, float @Nullable [] bottomDiff) {
    this.layer = layer;
    in = net.network().shape(layer.bottom());
    out = net.network().shape(layer.top());
    this.bottom = bottom;
    this.bottomDiff = bottomDiff;
    top = net.data(layer.top());
    topDiff = net.diff(layer.top());
    weight = net.parameter(layer.name() + ".weight", true);
    bias = layer.bias() ? net.parameter(layer.name() + ".bias", false) : null;
    unfolding = new Unfolding(new Planes(in, out, layer.kernel(), layer.stride(), layer.pad()));
    workspace = net.workspace().atLeast(terms() * out.plane());
  }

  /** Rows of an unfolded group of channels. */
  private int terms() {
    return in.channels() / layer.groups() * layer.kernel() * layer.kernel();
  }

  private int filters() {
    return layer.filters() / layer.groups();
  }

  private int bottomAt(int image, int group) {
    return image * in.image() + group * in.channels() / layer.groups() * in.plane();
  }

  private int topAt(int image, int group) {
    return image * out.image() + group * filters() * out.plane();
  }

  private MatrixView weights(float[] values, int group) {
    return MatrixView.of(values, group * filters() * terms(), filters(), terms());
  }

  private MatrixView unfolded(float[] images, int image, int group) {
    int at = bottomAt(image, group);
    if (unfolding.trivial()) {
      return MatrixView.of(images, at, terms(), out.plane());
    }
    unfolding.unfold(images, at, in.channels() / layer.groups(), workspace.first());
    return MatrixView.of(workspace.first(), 0, terms(), out.plane());
  }

  @Override
  public void forward() {
    float[] images = bottom.get();
    for (int image = 0; image < in.images(); image++) {
      for (int f = 0; f < layer.filters(); f++) {
        int at = image * out.image() + f * out.plane();
        Arrays.fill(top, at, at + out.plane(), bias == null ? 0 : bias.data()[f]);
      }
      for (int group = 0; group < layer.groups(); group++) {
        MatrixView.addProduct(
            MatrixView.of(top, topAt(image, group), filters(), out.plane()),
            weights(weight.data(), group),
            unfolded(images, image, group));
      }
    }
  }

  @Override
  public void backward() {
    float[] images = bottom.get();
    if (bias != null) {
      addBias(bias.diff());
    }
    if (bottomDiff != null) {
      Arrays.fill(bottomDiff, 0);
    }
    for (int image = 0; image < in.images(); image++) {
      for (int group = 0; group < layer.groups(); group++) {
        MatrixView gradient = MatrixView.of(topDiff, topAt(image, group), filters(), out.plane());
        MatrixView terms = unfolded(images, image, group);
        float[] turned = workspace.second();
        Unfolding.transpose(terms.values(), terms.at(), terms(), out.plane(), turned);
        MatrixView.addProduct(
            weights(weight.diff(), group),
            gradient,
            MatrixView.of(turned, 0, out.plane(), terms()));
        if (bottomDiff != null) {
          propagate(gradient, bottomDiff, image, group);
        }
      }
    }
  }

  private void propagate(MatrixView gradient, float[] to, int image, int group) {
    MatrixView turned = weights(weight.data(), group).transposed();
    int at = bottomAt(image, group);
    if (unfolding.trivial()) {
      MatrixView.addProduct(MatrixView.of(to, at, terms(), out.plane()), turned, gradient);
    } else {
      float[] matrix = workspace.first();
      Arrays.fill(matrix, 0, terms() * out.plane(), 0);
      MatrixView.addProduct(MatrixView.of(matrix, 0, terms(), out.plane()), turned, gradient);
      unfolding.fold(matrix, to, at, in.channels() / layer.groups());
    }
  }

  private void addBias(float[] diff) {
    for (int image = 0; image < in.images(); image++) {
      for (int f = 0; f < layer.filters(); f++) {
        int at = image * out.image() + f * out.plane();
        float sum = 0;
        for (int p = 0; p < out.plane(); p++) {
          sum += topDiff[at + p];
        }
        diff[f] += sum;
      }
    }
  }
}
