package dev.magpie.workload.example;

import dev.magpie.snapshot.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A network of three dense layers, trained to tell {@linkplain Digits drawn digits} apart. */
final class DigitNetwork {
  private static final int BATCH = 128;
  private static final int[] WIDTHS = {Digits.PIXELS, 96, 48, Digits.CLASSES};

  private final SplittableRandom random;
  private final List<DenseLayer> layers = new ArrayList<>();

  /** The input of each layer in the last step, and the output of the last one. */
  private final List<float[]> activations = new ArrayList<>();

  private Digits batch;

  DigitNetwork(long seed) {
    random = new SplittableRandom(seed);
    for (int i = 0; i + 1 < WIDTHS.length; i++) {
      layers.add(new DenseLayer(WIDTHS[i], WIDTHS[i + 1], random));
    }
    batch = new Digits(BATCH, random);
  }

  void train(int steps) {
    for (int step = 1; step <= steps; step++) {
      batch = new Digits(BATCH, random);
      forward(batch);
      backward();
      for (DenseLayer layer : layers) {
        layer.learn(step);
      }
    }
  }

  private void forward(Digits digits) {
    activations.clear();
    float[] values = new float[digits.pixels.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Byte.toUnsignedInt(digits.pixels[i]) / 255f;
    }
    activations.add(values);
    for (DenseLayer layer : layers) {
      values = layer.forward(values, BATCH);
      if (layer != layers.getLast()) {
        for (int i = 0; i < values.length; i++) {
          values[i] = Math.max(0, values[i]);
        }
      } else {
        softmax(values);
      }
      activations.add(values);
    }
  }

  private static void softmax(float[] values) {
    for (int row = 0; row < BATCH; row++) {
      int start = row * Digits.CLASSES;
      float max = values[start];
      for (int i = 1; i < Digits.CLASSES; i++) {
        max = Math.max(max, values[start + i]);
      }
      float sum = 0;
      for (int i = 0; i < Digits.CLASSES; i++) {
        values[start + i] = (float) StrictMath.exp(values[start + i] - max);
        sum += values[start + i];
      }
      for (int i = 0; i < Digits.CLASSES; i++) {
        values[start + i] /= sum;
      }
    }
  }

  /** The gradients of the mean cross-entropy. */
  private void backward() {
    float[] gradient = activations.getLast().clone();
    for (int row = 0; row < BATCH; row++) {
      gradient[row * Digits.CLASSES + batch.labels[row]] -= 1;
    }
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] /= BATCH;
    }
    for (int i = layers.size() - 1; i >= 0; i--) {
      float[] input = activations.get(i);
      gradient = layers.get(i).backward(input, gradient, BATCH);
      for (int j = 0; j < gradient.length; j++) {
        gradient[j] = input[j] > 0 ? gradient[j] : 0;
      }
    }
  }

  /** The share of new digits that the network tells right. */
  double accuracy() {
    Digits digits = new Digits(BATCH, random);
    forward(digits);
    float[] likely = activations.getLast();
    int right = 0;
    for (int row = 0; row < BATCH; row++) {
      int best = 0;
      for (int i = 1; i < Digits.CLASSES; i++) {
        int start = row * Digits.CLASSES;
        best = likely[start + i] > likely[start + best] ? i : best;
      }
      right += best == digits.labels[row] ? 1 : 0;
    }
    return (double) right / BATCH;
  }

  /** All that training holds in memory after its last step. */
  Map<String, Tensor> training() {
    Map<String, Tensor> memory = new LinkedHashMap<>();
    memory.put("images", Values.u8(batch.pixels, BATCH, Digits.SIZE, Digits.SIZE));
    memory.put("labels", Values.i32(batch.labels, BATCH));
    for (int i = 0; i < layers.size(); i++) {
      DenseLayer layer = layers.get(i);
      String name = "layer" + i + ".";
      put(memory, name + "weight", layer.weight, layer.inputs, layer.outputs);
      put(memory, name + "bias", layer.bias, layer.outputs);
      memory.put(name + "activation", Values.f32(activations.get(i + 1), BATCH, layer.outputs));
    }
    return memory;
  }

  private static void put(
      Map<String, Tensor> memory, String name, DenseLayer.Parameter parameter, long... shape) {
    memory.put(name, Values.f32(parameter.value, shape));
    memory.put(name + ".gradient", Values.f32(parameter.gradient, shape));
    memory.put(name + ".adam.moment1", Values.f32(parameter.moment1, shape));
    memory.put(name + ".adam.moment2", Values.f32(parameter.moment2, shape));
  }

  /** A 16-bit format to which numbers are rounded. */
  interface Rounding {
    Tensor round(float[] values, long... shape);
  }

  /** Weights, biases and activations as inference at 16 bits holds them. */
  Map<String, Tensor> inference(Rounding format) {
    Map<String, Tensor> memory = new LinkedHashMap<>();
    for (int i = 0; i < layers.size(); i++) {
      DenseLayer layer = layers.get(i);
      String name = "layer" + i + ".";
      memory.put(name + "weight", format.round(layer.weight.value, layer.inputs, layer.outputs));
      memory.put(name + "bias", format.round(layer.bias.value, layer.outputs));
      memory.put(name + "activation", format.round(activations.get(i + 1), BATCH, layer.outputs));
    }
    return memory;
  }
}
