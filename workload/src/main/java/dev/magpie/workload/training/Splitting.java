package dev.magpie.workload.training;

import java.util.List;

/** Adds the gradients of all readers of a blob; they share its data. */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares operators.
record Splitting(float[] diff, List<float[]> readers) implements Operator {
  @Override
  public void forward() {}

  @Override
  public void backward() {
    System.arraycopy(readers.getFirst(), 0, diff, 0, diff.length);
    for (float[] other : readers.subList(1, readers.size())) {
      for (int i = 0; i < diff.length; i++) {
        diff[i] += other[i];
      }
    }
  }
}
