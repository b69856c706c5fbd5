package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Shape;
import java.util.Arrays;

/** Each channel times a factor and plus a bias, in place (BVLC/caffe, {@code ScaleLayer}). */
final class Scaling implements Operator {
  private final Shape shape;
  private final float[] data;
  private final float[] diff;
  private final float[] temp;
  private final WeightBlob factor;
  private final WeightBlob bias;

  Scaling(Layer.Scale layer, Net net) {
    shape = net.network().shape(layer.blob());
    data = net.data(layer.blob());
    diff = net.diff(layer.blob());
    temp = net.values(layer.name() + ".temp");
    factor = net.parameter(layer.name() + ".weight", false);
    bias = net.parameter(layer.name() + ".bias", false);
    Arrays.fill(factor.data(), 1);
  }

  @Override
  public void forward() {
    System.arraycopy(data, 0, temp, 0, data.length);
    int plane = shape.plane();
    for (int image = 0; image < shape.images(); image++) {
      for (int c = 0; c < shape.channels(); c++) {
        int from = image * shape.image() + c * plane;
        float times = factor.data()[c];
        float plus = bias.data()[c];
        for (int p = from; p < from + plane; p++) {
          data[p] = times * data[p] + plus;
        }
      }
    }
  }

  /** Keeps the product of bottom and gradient where the bottom was, as Caffe does. */
  @Override
  public void backward() {
    int plane = shape.plane();
    for (int image = 0; image < shape.images(); image++) {
      for (int c = 0; c < shape.channels(); c++) {
        int from = image * shape.image() + c * plane;
        float times = factor.data()[c];
        float sum = 0;
        float product = 0;
        for (int p = from; p < from + plane; p++) {
          float gradient = diff[p];
          float term = gradient * temp[p];
          temp[p] = term;
          sum += gradient;
          product += term;
          diff[p] = times * gradient;
        }
        factor.diff()[c] += product;
        bias.diff()[c] += sum;
      }
    }
  }
}
