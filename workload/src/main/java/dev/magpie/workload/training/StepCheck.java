package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Holds a step of training on a device against plain Java, layer by layer: each takes what the
 * device's took. Whole steps would not compare: where a sum in another order moves a value over a
 * rectifier's zero, batch normalisation of few images makes a tenth of a gradient of it.
 */
final class StepCheck {
  private static final Agreement AGREEMENT = new Agreement(1e-4);

  private final Net net;
  private final List<Layer> layers;
  private final Map<String, float[]> device;

  /**
   * A step from where the device's began.
   *
   * @param net whose weights the device had before the step, and whose images it read
   * @param device what all buffers hold behind it
   */
  StepCheck(Net net, Map<String, float[]> device) {
    this.net = net;
    this.device = device;
    layers = net.network().layers();
  }

  /**
   * Takes the step; the network's weights are then the device's.
   *
   * @throws dev.magpie.workload.cuda.WrongResultException if an array is too far off
   */
  void check(float rate) {
    List<Operator> operators = net.operators();
    Map<String, Integer> written = new HashMap<>();
    Map<String, Integer> differentiated = new HashMap<>();
    for (int i = 0; i < layers.size(); i++) {
      for (String blob : dataOf(layers.get(i))) {
        written.put(blob, i);
      }
      for (String blob : layers.get(i).bottoms()) {
        differentiated.putIfAbsent(blob, i);
      }
    }
    differentiated.remove(Network.DATA);
    for (int i = 0; i < layers.size(); i++) {
      operators.get(i).forward();
      if (layers.get(i) instanceof Layer.BatchNorm norm) {
        takeNormalised(norm);
      }
      take(dataOf(layers.get(i)), i, written, ".data", net::data);
    }
    for (int i = layers.size() - 1; i >= 0; i--) {
      operators.get(i).backward();
      take(layers.get(i).bottoms(), i, differentiated, ".diff", net::diff);
    }
    net.parameters()
        .forEach((name, each) -> {
          each.update(rate);
          take(name, net.values(name));
          take(name + ".history", net.values(name + ".history"));
        });
  }

  /** Blobs whose data a layer computes: a split hands on what is there. */
  private static List<String> dataOf(Layer layer) {
    return layer instanceof Layer.Split ? List.of() : layer.tops();
  }

  /** Kept for its gradient, which is the small rest of large terms where a batch is small. */
  private void takeNormalised(Layer.BatchNorm layer) {
    take(layer.name() + ".temp", net.values(layer.name() + ".temp"));
    float[] normalised = net.values(layer.name() + ".norm.data");
    take(layer.name() + ".norm.data", normalised);
    System.arraycopy(normalised, 0, net.data(layer.blob()), 0, normalised.length);
  }

  /** Of what is changed in place, only the last layer's is still there to compare. */
  private void take(
      List<String> blobs,
      int layer,
      Map<String, Integer> last,
      String part,
      Function<String, float[]> values) {
    for (String blob : blobs) {
      if (Objects.equals(last.get(blob), layer)) {
        take(blob + part, values.apply(blob));
      }
    }
  }

  private void take(String name, float[] expected) {
    float[] actual = Objects.requireNonNull(device.get(name), name);
    AGREEMENT.check(name, expected, actual);
    System.arraycopy(actual, 0, expected, 0, actual.length);
  }
}
