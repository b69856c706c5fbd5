package dev.magpie.workload.training;

import dev.magpie.workload.network.Shape;

/** The mean negative logarithm of what softmax gives the right class. */
final class Loss implements Operator {
  private final Shape shape;
  private final float[] data;
  private final float[] diff;
  private final float[] probability;
  private final int[] labels;
  private double mean;

  Loss(Shape shape, float[] data, float[] diff, float[] probability, int[] labels) {
    this.shape = shape;
    this.data = data;
    this.diff = diff;
    this.probability = probability;
    this.labels = labels;
  }

  @Override
  public void forward() {
    int classes = shape.image();
    mean = 0;
    for (int image = 0; image < shape.images(); image++) {
      int from = image * classes;
      float most = Float.NEGATIVE_INFINITY;
      for (int c = from; c < from + classes; c++) {
        most = Math.max(most, data[c]);
      }
      double total = 0;
      for (int c = from; c < from + classes; c++) {
        total += StrictMath.exp(data[c] - most);
      }
      for (int c = from; c < from + classes; c++) {
        probability[c] = (float) (StrictMath.exp(data[c] - most) / total);
      }
      double logarithm = data[from + labels[image]] - most - StrictMath.log(total);
      mean -= logarithm / shape.images();
    }
  }

  @Override
  public void backward() {
    int classes = shape.image();
    for (int image = 0; image < shape.images(); image++) {
      int right = image * classes + labels[image];
      for (int c = image * classes; c < (image + 1) * classes; c++) {
        diff[c] = (probability[c] - (c == right ? 1 : 0)) / shape.images();
      }
    }
  }

  double mean() {
    return mean;
  }
}
