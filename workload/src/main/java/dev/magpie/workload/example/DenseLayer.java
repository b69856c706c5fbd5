package dev.magpie.workload.example;

import java.util.Arrays;
import java.util.SplittableRandom;

/** A dense layer with what training keeps for it: gradients and Adam's two moments. */
final class DenseLayer {
  private static final float RATE = 0.002f;
  private static final float BETA1 = 0.9f;
  private static final float BETA2 = 0.999f;
  private static final float EPSILON = 1e-8f;

  final int inputs;
  final int outputs;
  final Parameter weight;
  final Parameter bias;

  /** Numbers that are trained. */
  static final class Parameter {
    final float[] value;
    final float[] gradient;
    final float[] moment1;
    final float[] moment2;

    Parameter(int size) {
      value = new float[size];
      gradient = new float[size];
      moment1 = new float[size];
      moment2 = new float[size];
    }

    /** One step of Adam; {@code correction1} and 2 undo the moments' start at zero. */
    private void learn(float correction1, float correction2) {
      for (int i = 0; i < value.length; i++) {
        float g = gradient[i];
        moment1[i] = BETA1 * moment1[i] + (1 - BETA1) * g;
        moment2[i] = BETA2 * moment2[i] + (1 - BETA2) * g * g;
        float scale = (float) Math.sqrt(moment2[i] / correction2) + EPSILON;
        value[i] -= RATE * (moment1[i] / correction1) / scale;
      }
    }
  }

  DenseLayer(int inputs, int outputs, SplittableRandom random) {
    this.inputs = inputs;
    this.outputs = outputs;
    weight = new Parameter(inputs * outputs);
    bias = new Parameter(outputs);
    double bound = Math.sqrt(6.0 / inputs);
    for (int i = 0; i < weight.value.length; i++) {
      weight.value[i] = (float) random.nextDouble(-bound, bound);
    }
  }

  /** The layer's outputs for a batch, before the activation. */
  float[] forward(float[] input, int batch) {
    float[] output = new float[batch * outputs];
    for (int row = 0; row < batch; row++) {
      System.arraycopy(bias.value, 0, output, row * outputs, outputs);
      for (int i = 0; i < inputs; i++) {
        float x = input[row * inputs + i];
        if (x != 0) {
          addScaled(output, row * outputs, weight.value, i * outputs, x);
        }
      }
    }
    return output;
  }

  /** Sets the gradients from those of the outputs; returns those of the inputs. */
  float[] backward(float[] input, float[] outputGradient, int batch) {
    Arrays.fill(weight.gradient, 0);
    Arrays.fill(bias.gradient, 0);
    float[] inputGradient = new float[batch * inputs];
    for (int row = 0; row < batch; row++) {
      addScaled(bias.gradient, 0, outputGradient, row * outputs, 1);
      for (int i = 0; i < inputs; i++) {
        float x = input[row * inputs + i];
        if (x != 0) {
          addScaled(weight.gradient, i * outputs, outputGradient, row * outputs, x);
        }
        float sum = 0;
        for (int o = 0; o < outputs; o++) {
          sum += weight.value[i * outputs + o] * outputGradient[row * outputs + o];
        }
        inputGradient[row * inputs + i] = sum;
      }
    }
    return inputGradient;
  }

  private void addScaled(float[] to, int toOffset, float[] from, int fromOffset, float scale) {
    for (int o = 0; o < outputs; o++) {
      to[toOffset + o] += scale * from[fromOffset + o];
    }
  }

  /** Follows the gradients; the first step is step 1. */
  void learn(int step) {
    float correction1 = (float) (1 - StrictMath.pow(BETA1, step));
    float correction2 = (float) (1 - StrictMath.pow(BETA2, step));
    weight.learn(correction1, correction2);
    bias.learn(correction1, correction2);
  }
}
