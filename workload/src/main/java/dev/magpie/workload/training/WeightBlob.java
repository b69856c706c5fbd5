package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import java.util.Arrays;

/** Weights with their gradient, and the sum of earlier ones that momentum keeps. */
final class WeightBlob {
  private static final float MOMENTUM = 0.9f;
  private static final float DECAY = 5e-4f;

  private final float[] data;
  private final float[] diff;
  private final float[] history;
  private final float decay;
  private float rates = 1;

  /**
   * @param decays whether weights are drawn to zero
   */
  WeightBlob(float[] data, float[] diff, float[] history, boolean decays) {
    this.data = data;
    this.diff = diff;
    this.history = history;
    decay = decays ? DECAY : 0;
  }

  float[] data() {
    return data;
  }

  float[] diff() {
    return diff;
  }

  /** Divides the rate of learning, as {@code lr_mult} in Caffe. */
  WeightBlob slowed(double by) {
    rates = (float) (1 / by);
    return this;
  }

  /** Uniform around zero. */
  void uniform(Lcg random, double range) {
    for (int i = 0; i < data.length; i++) {
      data[i] = (float) (range * (2 * random.next() - 1));
    }
  }

  void zeroDiff() {
    Arrays.fill(diff, 0);
  }

  /** Whether a backward pass has left anything to learn from. */
  boolean hasGradient() {
    for (float each : diff) {
      if (each != 0) {
        return true;
      }
    }
    return false;
  }

  /** Its own rate of learning. */
  float rate(float rate) {
    return rate * rates;
  }

  /** How strongly weights are drawn to zero. */
  float decay() {
    return decay;
  }

  /** Takes a step. As in Caffe, the gradient's array then has what was subtracted. */
  void update(float rate) {
    float own = rate(rate);
    for (int i = 0; i < data.length; i++) {
      float moved = MOMENTUM * history[i] + own * (diff[i] + decay * data[i]);
      history[i] = moved;
      diff[i] = moved;
      data[i] -= moved;
    }
  }
}
