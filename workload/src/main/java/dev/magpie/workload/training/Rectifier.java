package dev.magpie.workload.training;

import dev.magpie.workload.network.Shape;
import java.util.Arrays;

/**
 * Zeroes what is below zero; or of each channel as much as is asked for, as if its bias had been
 * moved.
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares operators.
record Rectifier(Shape shape, float[] data, float[] diff, double sparsity) implements Operator {
  @Override
  public void forward() {
    if (sparsity > 0) {
      move();
    }
    for (int i = 0; i < data.length; i++) {
      data[i] = Math.max(0, data[i]);
    }
  }

  /** Subtracts from each channel what leaves the share of it below zero. */
  private void move() {
    int plane = shape.plane();
    float[] sorted = new float[shape.images() * plane];
    for (int c = 0; c < shape.channels(); c++) {
      for (int image = 0; image < shape.images(); image++) {
        int from = image * shape.image() + c * plane;
        System.arraycopy(data, from, sorted, image * plane, plane);
      }
      Arrays.sort(sorted);
      float bound = sorted[Math.min(sorted.length - 1, (int) (sparsity * sorted.length))];
      for (int image = 0; image < shape.images(); image++) {
        int from = image * shape.image() + c * plane;
        for (int p = from; p < from + plane; p++) {
          data[p] -= bound;
        }
      }
    }
  }

  @Override
  public void backward() {
    for (int i = 0; i < data.length; i++) {
      diff[i] = data[i] > 0 ? diff[i] : 0;
    }
  }
}
