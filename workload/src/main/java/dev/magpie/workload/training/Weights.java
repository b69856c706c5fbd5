package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;

/** Weights of a network with their gradient and what the optimiser keeps of earlier ones. */
final class Weights {
  /** How weights follow their gradients. */
  enum Optimiser {
    /** Stochastic gradient descent with momentum: one moment. */
    MOMENTUM,
    /** Adam: two moments. */
    ADAM
  }

  private static final float DECAY_1 = 0.9f;
  private static final float DECAY_2 = 0.999f;

  final String name;
  final float[] value;
  final float[] gradient;
  private final float[] first;
  private final float[] second;

  Weights(String name, int length) {
    this.name = name;
    value = new float[length];
    gradient = new float[length];
    first = new float[length];
    second = new float[length];
  }

  /** Uniform around zero, in the range that keeps a layer's variance. */
  Weights spread(Lcg random, int inputs) {
    float range = (float) Math.sqrt(6.0 / inputs);
    for (int i = 0; i < value.length; i++) {
      value[i] = range * (float) (2 * random.next() - 1);
    }
    return this;
  }

  /**
   * Takes a step, and zeroes the gradient.
   *
   * @param step counted from 1
   */
  void follow(Optimiser optimiser, float rate, int step) {
    float unbias1 = (float) (1 - StrictMath.pow(DECAY_1, step));
    float unbias2 = (float) (1 - StrictMath.pow(DECAY_2, step));
    for (int i = 0; i < value.length; i++) {
      float g = gradient[i];
      if (optimiser == Optimiser.MOMENTUM) {
        first[i] = DECAY_1 * first[i] + g;
        value[i] -= rate * first[i];
      } else {
        first[i] = DECAY_1 * first[i] + (1 - DECAY_1) * g;
        second[i] = DECAY_2 * second[i] + (1 - DECAY_2) * g * g;
        value[i] -= rate * (first[i] / unbias1) / ((float) Math.sqrt(second[i] / unbias2) + 1e-8f);
      }
    }
  }

  void zeroGradient() {
    java.util.Arrays.fill(gradient, 0);
  }

  /** Weights, gradient and optimiser state as allocations. */
  void addTo(Memory memory, Optimiser optimiser) {
    memory.f32(name, value).f32(name + ".grad", gradient).f32(name + ".moment1", first);
    if (optimiser == Optimiser.ADAM) {
      memory.f32(name + ".moment2", second);
    }
  }
}
