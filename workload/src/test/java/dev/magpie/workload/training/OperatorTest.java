package dev.magpie.workload.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Shape;
import dev.magpie.workload.series.Lcg;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients of layers against differences of what they compute. */
class OperatorTest {
  private static final Shape INPUT = new Shape(3, 2, 7, 6);
  private static final Layer.Pooling.Method MAX = Layer.Pooling.Method.MAX;
  private static final Layer.Pooling.Method AVERAGE = Layer.Pooling.Method.AVERAGE;

  static Stream<Arguments> layers() {
    return Stream.of(
        Arguments.of("dense", List.of(new Layer.InnerProduct("dense", "x", "y", 5))),
        Arguments.of("relu", List.of(new Layer.Relu("relu", "x"))),
        Arguments.of("max", List.of(new Layer.Pooling("max", "x", "y", MAX, 3, 2, 0))),
        Arguments.of("padded", List.of(new Layer.Pooling("max", "x", "y", MAX, 3, 1, 1))),
        Arguments.of("mean", List.of(new Layer.Pooling("mean", "x", "y", AVERAGE, 3, 2, 0))),
        Arguments.of("edges", List.of(new Layer.Pooling("mean", "x", "y", AVERAGE, 3, 1, 1))),
        Arguments.of("lrn", List.of(new Layer.Lrn("lrn", "x", "y", 5, 0.5f))),
        Arguments.of("norm", List.of(new Layer.BatchNorm("norm", "x"))),
        Arguments.of("scale", List.of(new Layer.Scale("scale", "x"))),
        Arguments.of("unit", List.of(convolution("x", "y", 1, 1, 0, 1))),
        Arguments.of("three", List.of(convolution("x", "y", 3, 1, 1, 1))),
        Arguments.of("strided", List.of(convolution("x", "y", 3, 2, 1, 1))),
        Arguments.of("reduced", List.of(convolution("x", "y", 1, 2, 0, 1))),
        Arguments.of("wide", List.of(convolution("x", "y", 5, 3, 0, 1))),
        Arguments.of("groups", List.of(convolution("x", "y", 3, 1, 1, 2))),
        Arguments.of(
            "split, concat",
            List.of(
                convolution("x", "y", 3, 1, 1, 1),
                new Layer.Concat("concat", List.of("x", "y"), "z"))),
        Arguments.of(
            "split, sum",
            List.of(
                convolution("x", "y", 1, 1, 0, 1),
                convolution("x", "z", 3, 1, 1, 1),
                new Layer.Eltwise("sum", List.of("y", "z"), "s"))));
  }

  private static Layer convolution(
      String bottom, String top, int kernel, int stride, int pad, int groups) {
    return new Layer.Convolution("conv." + top, bottom, top, 4, kernel, stride, pad, groups, true);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("layers")
  void gradientsAreThoseOfTheLoss(String name, List<Layer> layers) {
    Lcg random = new Lcg(5);
    List<Layer> all = new ArrayList<>();
    all.add(new Layer.Convolution("first", Network.DATA, "x", 4, 1, 1, 0, 1, true));
    all.addAll(layers);
    Network network = Network.of(name, INPUT, 1, all);
    Net net = new Net(network, 0, random);
    fill(random, net.images());
    net.parameters().values().forEach(each -> fill(random, each.data()));
    float[] wanted = new float[output(net, network).length];
    fill(random, wanted);

    forward(net);
    net.parameters().values().forEach(WeightBlob::zeroDiff);
    System.arraycopy(wanted, 0, net.diff(last(network)), 0, wanted.length);
    for (Operator operator : net.operators().reversed()) {
      operator.backward();
    }
    for (WeightBlob parameter : net.parameters().values()) {
      check(name, net, network, wanted, parameter);
    }
  }

  /** The loss is the product of what comes out and what is wanted. */
  private static void check(
      String name, Net net, Network network, float[] wanted, WeightBlob parameter) {
    float step = 1 / 4096f;
    float[] of = parameter.data();
    for (int i = 0; i < of.length; i++) {
      float before = of[i];
      of[i] = before + step;
      double above = loss(net, network, wanted);
      of[i] = before - step;
      double below = loss(net, network, wanted);
      of[i] = before;
      float gradient = parameter.diff()[i];
      assertThat((above - below) / (2 * step))
          .as("%s, %d", name, i)
          .isCloseTo(gradient, within(2e-2 * Math.max(1, Math.abs(gradient))));
    }
  }

  private static void forward(Net net) {
    net.operators().forEach(Operator::forward);
  }

  private static String last(Network network) {
    return network.layers().getLast().tops().getFirst();
  }

  private static float[] output(Net net, Network network) {
    return net.data(last(network));
  }

  private static double loss(Net net, Network network, float[] wanted) {
    forward(net);
    float[] out = output(net, network);
    double sum = 0;
    for (int i = 0; i < out.length; i++) {
      sum += (double) out[i] * wanted[i];
    }
    return sum;
  }

  private static void fill(Lcg random, float[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = 2 * (float) random.next() - 1;
    }
  }
}
