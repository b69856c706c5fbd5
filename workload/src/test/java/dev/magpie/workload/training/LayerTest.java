package dev.magpie.workload.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.workload.series.Lcg;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients of layers against differences of what they compute. */
class LayerTest {
  private static final int IMAGES = 3;

  static Stream<Arguments> layers() {
    Lcg random = new Lcg(77);
    float[] workspace = new float[9 * 2 * 16];
    return Stream.of(
        Arguments.of("dense", 32, new Layer.Dense("dense", 32, 5, random)),
        Arguments.of("relu", 32, new Layer.Relu(32)),
        Arguments.of("pool", 32, new Layer.MaxPool(2, 4)),
        Arguments.of("norm", 32, new Layer.BatchNorm("norm", 2, 16)),
        Arguments.of(
            "convolution", 32, new Convolution("convolution", 2, 3, 4, workspace, random)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("layers")
  void gradientsAreThoseOfTheLoss(String name, int inputs, Layer layer) {
    Lcg random = new Lcg(5);
    float[] in = numbers(random, IMAGES * inputs);
    float[] wanted = numbers(random, IMAGES * layer.outputs());
    layer.weights().forEach(weights -> addNumbers(random, weights.value));
    float[] out = new float[wanted.length];
    float[] dIn = new float[in.length];
    layer.forward(in, out);
    layer.weights().forEach(Weights::zeroGradient);
    layer.backward(in, out, wanted, dIn);
    check(name + ": input", layer, in, wanted, in, dIn);
    for (Weights weights : layer.weights()) {
      check(weights.name, layer, in, wanted, weights.value, weights.gradient);
    }
  }

  /** The loss is the product of what comes out and what is wanted. */
  private static void check(
      String name, Layer layer, float[] in, float[] wanted, float[] of, float[] gradient) {
    float step = 1 / 256f;
    for (int i = 0; i < of.length; i++) {
      float before = of[i];
      of[i] = before + step;
      double above = loss(layer, in, wanted);
      of[i] = before - step;
      double below = loss(layer, in, wanted);
      of[i] = before;
      assertThat((above - below) / (2 * step))
          .as("%s, %d", name, i)
          .isCloseTo(gradient[i], within(4e-3 * Math.max(1, Math.abs(gradient[i]))));
    }
  }

  private static double loss(Layer layer, float[] in, float[] wanted) {
    float[] out = new float[wanted.length];
    layer.forward(in, out);
    double sum = 0;
    for (int i = 0; i < out.length; i++) {
      sum += (double) out[i] * wanted[i];
    }
    return sum;
  }

  /** Between -1 and 1, none so near another or 0 that a step changes which is larger. */
  private static float[] numbers(Lcg random, int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      int place = 2 * ((37 * i) % count) + 1 - count;
      numbers[i] = (place + 0.2f * (float) random.next()) / count;
    }
    return numbers;
  }

  private static void addNumbers(Lcg random, float[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] += (float) random.next() - 0.5f;
    }
  }
}
