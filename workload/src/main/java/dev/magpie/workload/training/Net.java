package dev.magpie.workload.training;

import dev.magpie.workload.network.Buffer;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Shape;
import dev.magpie.workload.series.Lcg;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A network's buffers, and the operators that work on them. */
final class Net {
  /** About that of pixels, from 0 to 255, around their mean. */
  private static final double PIXEL_DEVIATION = 64;

  /** Of the weights that score classes: so small that all begin alike. */
  private static final double CLASS_RANGE = 0.01;

  private final Network network;
  private final double sparsity;
  private final Map<String, Object> arrays = new LinkedHashMap<>();

  /** The parts of a split by the blob whose data they are. */
  private final Map<String, String> sources = new HashMap<>();

  private final Map<String, WeightBlob> parameters = new LinkedHashMap<>();
  private final Workspace workspace = new Workspace();
  private final List<Operator> operators = new ArrayList<>();
  private final int[] labels;
  private final Lcg random;
  private int batch;
  private @Nullable Loss loss;

  /**
   * @param sparsity share of zeros that each rectifier is made to leave; 0 for what comes
   */
  Net(Network network, double sparsity, Lcg random) {
    this.network = network;
    this.sparsity = sparsity;
    this.random = random;
    labels = new int[network.input().images()];
    for (Buffer buffer : Buffer.of(network)) {
      arrays.put(
          buffer.name(),
          buffer.kind().whole() ? new int[buffer.count()] : new float[buffer.count()]);
    }
    for (Layer layer : network.layers()) {
      operators.add(operator(layer));
    }
  }

  private Operator operator(Layer layer) {
    return switch (layer) {
      case Layer.Convolution c -> convolving(c);
      case Layer.InnerProduct dense -> dense(dense);
      case Layer.Pooling pool -> PoolingWindows.of(pool, this);
      case Layer.Lrn lrn -> new LocalResponse(lrn, this);
      case Layer.Relu relu ->
          new Rectifier(network.shape(relu.blob()), data(relu.blob()), diff(relu.blob()), sparsity);
      case Layer.Dropout dropout ->
          new Dropping(
              data(dropout.blob()),
              diff(dropout.blob()),
              words(dropout.name() + ".random"),
              dropout.ratio(),
              random);
      case Layer.BatchNorm norm -> new BatchNormalising(norm, this);
      case Layer.Scale scale -> new Scaling(scale, this);
      case Layer.Concat concat -> new Concatenating(concat, this);
      case Layer.Eltwise sum -> new Adding(sum, this);
      case Layer.Split split -> {
        split.tops().forEach(part -> sources.put(part, split.bottom()));
        yield new Splitting(diff(split.bottom()), split.tops().stream().map(this::diff).toList());
      }
      case Layer.SoftmaxLoss softmax -> {
        Shape shape = network.shape(softmax.bottom());
        Loss last =
            new Loss(
                shape,
                data(softmax.bottom()),
                diff(softmax.bottom()),
                values(softmax.name() + ".probability"),
                labels);
        loss = last;
        yield last;
      }
    };
  }

  private Operator convolving(Layer.Convolution layer) {
    boolean first = layer.bottom().equals(Network.DATA);
    int terms = layer.kernel() * layer.kernel() * inputs(layer) / layer.groups();
    double deviation = first ? PIXEL_DEVIATION : 1;
    parameter(layer.name() + ".weight", true)
        .slowed(deviation * deviation)
        .uniform(random, Math.sqrt(6.0 / terms) / deviation);
    return first
        ? new Convolving(layer, this, this::images, null)
        : new Convolving(layer, this, () -> data(layer.bottom()), diff(layer.bottom()));
  }

  private int inputs(Layer.Convolution layer) {
    return network.shape(layer.bottom()).channels();
  }

  private Operator dense(Layer.InnerProduct layer) {
    boolean last = network.layers().getLast().bottoms().contains(layer.top());
    double range = last ? CLASS_RANGE : Math.sqrt(6.0 / network.shape(layer.bottom()).image());
    parameter(layer.name() + ".weight", true).uniform(random, range);
    return new Dense(layer, this);
  }

  Network network() {
    return network;
  }

  Workspace workspace() {
    return workspace;
  }

  /** All buffers by name. */
  Map<String, Object> arrays() {
    return Collections.unmodifiableMap(arrays);
  }

  /** By the names of their weights. */
  Map<String, WeightBlob> parameters() {
    return Collections.unmodifiableMap(parameters);
  }

  float[] values(String buffer) {
    return (float[]) array(buffer);
  }

  int[] words(String buffer) {
    return (int[]) array(buffer);
  }

  private Object array(String buffer) {
    Object array = arrays.get(buffer);
    if (array == null) {
      throw new IllegalArgumentException("there is no buffer " + buffer);
    }
    return array;
  }

  float[] data(String blob) {
    return values(sources.getOrDefault(blob, blob) + ".data");
  }

  float[] diff(String blob) {
    return values(blob + ".diff");
  }

  /**
   * A layer's weights, always the same.
   *
   * @param decay whether they are drawn to zero
   */
  WeightBlob parameter(String name, boolean decay) {
    return parameters.computeIfAbsent(
        name,
        _ ->
            new WeightBlob(values(name), values(name + ".diff"), values(name + ".history"), decay));
  }

  /** The batch of images that the next step reads. */
  float[] images() {
    return values(Network.DATA + "." + batch);
  }

  /** Goes on to the next of the batches that are held. */
  void nextBatch() {
    batch = (batch + 1) % network.batches();
  }

  /** The right classes of the batch's images. */
  int[] labels() {
    return labels;
  }

  /** One for each layer, in order. */
  List<Operator> operators() {
    return operators;
  }

  /** How many of the batch's images score their class highest, with the weights as they are. */
  int right() {
    operators.forEach(Operator::infer);
    float[] scores = data(network.layers().getLast().bottoms().getFirst());
    int classes = scores.length / labels.length;
    int right = 0;
    for (int image = 0; image < labels.length; image++) {
      int best = 0;
      for (int c = 1; c < classes; c++) {
        best = scores[image * classes + c] > scores[image * classes + best] ? c : best;
      }
      right += best == labels[image] ? 1 : 0;
    }
    return right;
  }

  /** The mean loss of the last forward pass. */
  double loss() {
    if (loss == null) {
      throw new IllegalStateException(network.name() + " has no loss");
    }
    return loss.mean();
  }
}
