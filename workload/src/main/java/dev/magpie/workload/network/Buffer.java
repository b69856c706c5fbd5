package dev.magpie.workload.network;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An array that training a network holds: each is allocated once and never used for something else
 * (BVLC/caffe, {@code SyncedMemory}). All have elements of four bytes.
 *
 * @param name blob or layer, and which of its arrays
 * @param count of elements
 */
public record Buffer(String name, Kind kind, int count) {
  /** What is in a buffer. */
  public enum Kind {
    INPUT,
    CONVOLUTION_DATA,
    CONVOLUTION_DIFF,
    LRN_DATA,
    LRN_DIFF,
    /** What local response normalisation divides by, before the power is taken. */
    LRN_SCALE,
    POOL_DATA,
    POOL_DIFF,
    /** Where the largest of each window is: whole numbers. */
    POOL_MASK,
    /** Normalised values. */
    NORM_DATA,
    NORM_DIFF,
    /** A channel's standard deviation, once for each value. */
    NORM_TEMP,
    SCALE_TEMP,
    CONCAT_DATA,
    CONCAT_DIFF,
    ELTWISE_DATA,
    ELTWISE_DIFF,
    SPLIT_DIFF,
    DENSE_DATA,
    DENSE_DIFF,
    /** Random words: whole numbers. */
    DROPOUT,
    WEIGHT,
    WEIGHT_DIFF,
    HISTORY,
    LOSS;

    /** Whether it belongs to a weight, and so lasts from step to step. */
    public boolean ofWeights() {
      return this == WEIGHT || this == WEIGHT_DIFF || this == HISTORY;
    }

    /** Whether its elements are whole numbers. */
    public boolean whole() {
      return this == POOL_MASK || this == DROPOUT;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  public long bytes() {
    return 4L * count;
  }

  /** All buffers of a network, in the order of its layers. */
  public static List<Buffer> of(Network network) {
    List<Buffer> all = new ArrayList<>();
    for (int b = 0; b < network.batches(); b++) {
      all.add(new Buffer(Network.DATA + "." + b, Kind.INPUT, network.input().count()));
    }
    network.layers().forEach(layer -> add(network, layer, all));
    return Collections.unmodifiableList(all);
  }

  /** Those of them that a layer has, of its top, of its weights and of its own. */
  public static List<Buffer> of(Network network, Layer layer) {
    List<Buffer> all = new ArrayList<>();
    add(network, layer, all);
    return Collections.unmodifiableList(all);
  }

  /** Bytes of each kind that there is. */
  public static Map<Kind, Long> bytes(List<Buffer> buffers) {
    Map<Kind, Long> bytes = new EnumMap<>(Kind.class);
    buffers.forEach(buffer -> bytes.merge(buffer.kind, buffer.bytes(), Math::addExact));
    return bytes;
  }

  private static void add(Network network, Layer layer, List<Buffer> all) {
    Shape bottom = network.shape(layer.bottoms().getFirst());
    switch (layer) {
      case Layer.Convolution c -> {
        blob(c, network, Kind.CONVOLUTION_DATA, Kind.CONVOLUTION_DIFF, all);
        int each = bottom.channels() / c.groups() * c.kernel() * c.kernel();
        weights(c.name() + ".weight", c.filters() * each, all);
        if (c.bias()) {
          weights(c.name() + ".bias", c.filters(), all);
        }
      }
      case Layer.InnerProduct dense -> {
        blob(dense, network, Kind.DENSE_DATA, Kind.DENSE_DIFF, all);
        weights(dense.name() + ".weight", dense.outputs() * bottom.image(), all);
        weights(dense.name() + ".bias", dense.outputs(), all);
      }
      case Layer.Pooling pool -> {
        blob(pool, network, Kind.POOL_DATA, Kind.POOL_DIFF, all);
        if (pool.method() == Layer.Pooling.Method.MAX) {
          int count = network.shape(pool.top()).count();
          all.add(new Buffer(pool.name() + ".mask", Kind.POOL_MASK, count));
        }
      }
      case Layer.Lrn lrn -> {
        blob(lrn, network, Kind.LRN_DATA, Kind.LRN_DIFF, all);
        all.add(new Buffer(lrn.name() + ".scale", Kind.LRN_SCALE, bottom.count()));
      }
      case Layer.Dropout dropout ->
          all.add(new Buffer(dropout.name() + ".random", Kind.DROPOUT, bottom.count()));
      case Layer.BatchNorm norm -> {
        all.add(new Buffer(norm.name() + ".norm.data", Kind.NORM_DATA, bottom.count()));
        all.add(new Buffer(norm.name() + ".norm.diff", Kind.NORM_DIFF, bottom.count()));
        all.add(new Buffer(norm.name() + ".temp", Kind.NORM_TEMP, bottom.count()));
      }
      case Layer.Scale scale -> {
        all.add(new Buffer(scale.name() + ".temp", Kind.SCALE_TEMP, bottom.count()));
        weights(scale.name() + ".weight", bottom.channels(), all);
        weights(scale.name() + ".bias", bottom.channels(), all);
      }
      case Layer.Concat concat -> blob(concat, network, Kind.CONCAT_DATA, Kind.CONCAT_DIFF, all);
      case Layer.Eltwise sum -> blob(sum, network, Kind.ELTWISE_DATA, Kind.ELTWISE_DIFF, all);
      case Layer.Split split ->
          split
              .tops()
              .forEach(
                  blob -> all.add(new Buffer(blob + ".diff", Kind.SPLIT_DIFF, bottom.count())));
      case Layer.SoftmaxLoss loss ->
          all.add(new Buffer(loss.name() + ".probability", Kind.LOSS, bottom.count()));
      case Layer.Relu _ -> {}
    }
  }

  private static void blob(Layer layer, Network network, Kind data, Kind diff, List<Buffer> all) {
    String blob = layer.tops().getFirst();
    all.add(new Buffer(blob + ".data", data, network.shape(blob).count()));
    all.add(new Buffer(blob + ".diff", diff, network.shape(blob).count()));
  }

  private static void weights(String name, int count, List<Buffer> all) {
    all.add(new Buffer(name, Kind.WEIGHT, count));
    all.add(new Buffer(name + ".diff", Kind.WEIGHT_DIFF, count));
    all.add(new Buffer(name + ".history", Kind.HISTORY, count));
  }
}
