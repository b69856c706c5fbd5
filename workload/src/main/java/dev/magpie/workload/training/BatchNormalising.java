package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Shape;

/**
 * Each channel of a batch to mean 0 and variance 1. In place, so that what backward needs has
 * buffers of its own (BVLC/caffe, {@code BatchNormLayer}).
 */
final class BatchNormalising implements Operator {
  private static final double EPSILON = 1e-5;

  private final Shape shape;
  private final float[] data;
  private final float[] diff;
  private final float[] norm;
  private final float[] normDiff;
  private final float[] temp;

  BatchNormalising(Layer.BatchNorm layer, Net net) {
    shape = net.network().shape(layer.blob());
    data = net.data(layer.blob());
    diff = net.diff(layer.blob());
    norm = net.values(layer.name() + ".norm.data");
    normDiff = net.values(layer.name() + ".norm.diff");
    temp = net.values(layer.name() + ".temp");
  }

  private int at(int image, int channel) {
    return image * shape.image() + channel * shape.plane();
  }

  @Override
  public void forward() {
    int plane = shape.plane();
    for (int c = 0; c < shape.channels(); c++) {
      double sum = 0;
      double squares = 0;
      for (int image = 0; image < shape.images(); image++) {
        int from = at(image, c);
        for (int p = from; p < from + plane; p++) {
          sum += data[p];
          squares += (double) data[p] * data[p];
        }
      }
      int count = shape.images() * plane;
      float mean = (float) (sum / count);
      double variance = Math.max(0, squares / count - sum / count * (sum / count));
      float deviation = (float) Math.sqrt(variance + EPSILON);
      for (int image = 0; image < shape.images(); image++) {
        int from = at(image, c);
        for (int p = from; p < from + plane; p++) {
          temp[p] = deviation;
          data[p] = (data[p] - mean) / deviation;
          norm[p] = data[p];
        }
      }
    }
  }

  @Override
  public void backward() {
    System.arraycopy(diff, 0, normDiff, 0, diff.length);
    int plane = shape.plane();
    for (int c = 0; c < shape.channels(); c++) {
      double sum = 0;
      double product = 0;
      for (int image = 0; image < shape.images(); image++) {
        int from = at(image, c);
        for (int p = from; p < from + plane; p++) {
          sum += normDiff[p];
          product += (double) normDiff[p] * norm[p];
        }
      }
      int count = shape.images() * plane;
      float mean = (float) (sum / count);
      float slope = (float) (product / count);
      for (int image = 0; image < shape.images(); image++) {
        int from = at(image, c);
        for (int p = from; p < from + plane; p++) {
          diff[p] = (normDiff[p] - mean - norm[p] * slope) / temp[p];
        }
      }
    }
  }
}
