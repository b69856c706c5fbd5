package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.series.MatrixView;
import java.util.Arrays;

/** All outputs from all inputs of an image. */
final class Dense implements Operator {
  private final int images;
  private final int inputs;
  private final int outputs;
  private final float[] bottom;
  private final float[] bottomDiff;
  private final float[] top;
  private final float[] topDiff;
  private final WeightBlob weight;
  private final WeightBlob bias;
  private final Workspace workspace;

  Dense(Layer.InnerProduct layer, Net net) {
    images = net.network().input().images();
    inputs = net.network().shape(layer.bottom()).image();
    outputs = layer.outputs();
    bottom = net.data(layer.bottom());
    bottomDiff = net.diff(layer.bottom());
    top = net.data(layer.top());
    topDiff = net.diff(layer.top());
    weight = net.parameter(layer.name() + ".weight", true);
    bias = net.parameter(layer.name() + ".bias", false);
    workspace = net.workspace().atLeast(inputs * outputs);
  }

  @Override
  public void forward() {
    float[] turned = workspace.first();
    Unfolding.transpose(weight.data(), 0, outputs, inputs, turned);
    for (int image = 0; image < images; image++) {
      System.arraycopy(bias.data(), 0, top, image * outputs, outputs);
    }
    MatrixView.addProduct(
        MatrixView.of(top, 0, images, outputs),
        MatrixView.of(bottom, 0, images, inputs),
        MatrixView.of(turned, 0, inputs, outputs));
  }

  @Override
  public void backward() {
    MatrixView gradient = MatrixView.of(topDiff, 0, images, outputs);
    for (int image = 0; image < images; image++) {
      for (int o = 0; o < outputs; o++) {
        bias.diff()[o] += topDiff[image * outputs + o];
      }
    }
    MatrixView.addProduct(
        MatrixView.of(weight.diff(), 0, outputs, inputs),
        gradient.transposed(),
        MatrixView.of(bottom, 0, images, inputs));
    Arrays.fill(bottomDiff, 0);
    MatrixView.addProduct(
        MatrixView.of(bottomDiff, 0, images, inputs),
        gradient,
        MatrixView.of(weight.data(), 0, outputs, inputs));
  }
}
