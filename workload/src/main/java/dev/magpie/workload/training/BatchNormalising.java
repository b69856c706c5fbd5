package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Shape;
import java.util.Arrays;

/**
 * Each channel of a batch to mean 0 and variance 1. In place, so that what backward needs has
 * buffers of its own (BVLC/caffe, {@code BatchNormLayer}).
 */
final class BatchNormalising implements Operator {
  private static final double EPSILON = 1e-5;

  /** Of a batch in what is kept for {@link #infer}; PyTorch's default. */
  private static final double PACE = 0.1;

  private final Shape shape;
  private final float[] data;
  private final float[] diff;
  private final float[] norm;
  private final float[] normDiff;
  private final float[] temp;

  /** Of batches so far, the last counting most. */
  private final double[] runningMean;

  private final double[] runningVariance;

  BatchNormalising(Layer.BatchNorm layer, Net net) {
    shape = net.network().shape(layer.blob());
    data = net.data(layer.blob());
    diff = net.diff(layer.blob());
    norm = net.values(layer.name() + ".norm.data");
    normDiff = net.values(layer.name() + ".norm.diff");
    temp = net.values(layer.name() + ".temp");
    runningMean = new double[shape.channels()];
    runningVariance = new double[shape.channels()];
    Arrays.fill(runningVariance, 1);
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
      runningMean[c] += PACE * (mean - runningMean[c]);
      runningVariance[c] += PACE * (variance - runningVariance[c]);
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

  /** By the means and variances of batches before. */
  @Override
  public void infer() {
    for (int c = 0; c < shape.channels(); c++) {
      float mean = (float) runningMean[c];
      float deviation = (float) Math.sqrt(runningVariance[c] + EPSILON);
      for (int image = 0; image < shape.images(); image++) {
        int from = at(image, c);
        for (int p = from; p < from + shape.plane(); p++) {
          data[p] = (data[p] - mean) / deviation;
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
