package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import java.util.Arrays;

/** Weights that follow their gradients by Adagrad, with what it has added up of squares. */
final class Adagrad {
  private static final float RATE = 0.2f;

  /** What sums of squares begin with, as in public code for this network. */
  private static final float FIRST = 1;

  private final String name;
  private final float[] weight;
  private final float[] accumulator;

  Adagrad(String name, int length) {
    this.name = name;
    weight = new float[length];
    accumulator = new float[length];
    Arrays.fill(accumulator, FIRST);
  }

  float[] weight() {
    return weight;
  }

  Adagrad uniform(Lcg random, double range) {
    for (int i = 0; i < weight.length; i++) {
      weight[i] = (float) (range * (2 * random.next() - 1));
    }
    return this;
  }

  /** Takes a step with a part of the weights. */
  void update(int at, float[] gradient, int from, int length) {
    for (int i = 0; i < length; i++) {
      float g = gradient[from + i];
      float sum = accumulator[at + i] + g * g;
      accumulator[at + i] = sum;
      weight[at + i] -= RATE * g / (float) Math.sqrt(sum);
    }
  }

  void addTo(Memory memory) {
    memory.f32(name + ".weight", weight).f32(name + ".accumulator", accumulator);
  }
}
