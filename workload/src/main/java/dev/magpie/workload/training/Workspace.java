package dev.magpie.workload.training;

/** Two arrays that all layers share: a device keeps in registers what is in them. */
final class Workspace {
  private float[] first = {};
  private float[] second = {};

  /** Makes room for as many elements in each. */
  Workspace atLeast(int elements) {
    if (first.length < elements) {
      first = new float[elements];
      second = new float[elements];
    }
    return this;
  }

  float[] first() {
    return first;
  }

  float[] second() {
    return second;
  }
}
