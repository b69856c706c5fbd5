package dev.magpie.lab.buddy;

import dev.magpie.workload.network.Buffer;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Shape;
import dev.magpie.workload.training.TrainingPrograms;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * The kernels of a step of training: both passes of all layers, and the update.
 *
 * @param network its name, which is that of its program
 * @param kernels of a step with so many items
 */
record TrainingStep(String network, LongFunction<List<TrainingKernel>> kernels) {
  /** Momentum reads weights, gradients and momentum, and writes two of them; Adagrad likewise. */
  static final int UPDATE_PASSES = 5;

  /** Of the six networks, in the order of their programs. */
  static List<TrainingStep> all() {
    Stream<TrainingStep> images =
        TrainingPrograms.publishedNetworks().stream()
            .map(network ->
                new TrainingStep(network.name(), batch -> new OfImages(network, batch).kernels()));
    return Stream.concat(
            images,
            Stream.of(
                new TrainingStep(
                    "biglstm",
                    texts ->
                        new BigLstmStep(TrainingPrograms.publishedBigLstm(), texts).kernels())))
        .toList();
  }

  /** Items a second. */
  double throughput(long batch) {
    return batch / kernels.apply(batch).stream().mapToDouble(TrainingKernel::seconds).sum();
  }

  /** A network that reads images. */
  private static final class OfImages {
    private final Network network;
    private final long batch;
    private final List<TrainingKernel> all = new ArrayList<>();

    OfImages(Network network, long batch) {
      this.network = network;
      this.batch = batch;
    }

    List<TrainingKernel> kernels() {
      network.layers().forEach(this::add);
      for (Buffer buffer : Buffer.of(network)) {
        if (buffer.kind() == Buffer.Kind.WEIGHT) {
          all.add(TrainingKernel.moving((double) UPDATE_PASSES * buffer.count()));
        }
      }
      return all;
    }

    private double elements(String blob) {
      return (double) batch * network.shape(blob).image();
    }

    private void moving(double elements) {
      all.add(TrainingKernel.moving(elements));
    }

    private void add(Layer layer) {
      double bottom = elements(layer.bottoms().getFirst());
      switch (layer) {
        case Layer.Convolution c -> addConvolution(c);
        case Layer.InnerProduct dense -> addDense(dense);
        case Layer.Pooling pool -> {
          boolean masks = pool.method() == Layer.Pooling.Method.MAX;
          double moved = bottom + (masks ? 2 : 1) * elements(pool.top());
          moving(moved);
          moving(moved);
        }
        case Layer.Lrn _ -> {
          moving(3 * bottom);
          moving(5 * bottom);
        }
        case Layer.Relu _ -> {
          moving(2 * bottom);
          moving(3 * bottom);
        }
        case Layer.Dropout _ -> {
          moving(3 * bottom);
          moving(3 * bottom);
        }
        // Sums, then values; the factor and the bias behind it are in the same kernels.
        case Layer.BatchNorm _ -> {
          moving(bottom);
          moving(2 * bottom);
          moving(2 * bottom);
          moving(3 * bottom);
        }
        case Layer.Scale _ -> {}
        case Layer.Concat concat -> {
          moving(2 * elements(concat.top()));
          moving(2 * elements(concat.top()));
        }
        // Its gradient is that of all its bottoms.
        case Layer.Eltwise sum -> moving((sum.bottoms().size() + 1) * bottom);
        case Layer.Split split -> moving((split.tops().size() + 1) * bottom);
        case Layer.SoftmaxLoss _ -> {
          moving(2 * bottom);
          moving(2 * bottom);
        }
      }
    }

    private void addConvolution(Layer.Convolution c) {
      Shape in = network.shape(c.bottom());
      Shape out = network.shape(c.top());
      long groups = c.groups();
      long window = (long) c.kernel() * c.kernel();
      long filters = c.filters() / groups;
      long channels = in.channels() / groups;
      double moved =
          elements(c.bottom()) + elements(c.top()) + (double) c.filters() * channels * window;
      all.add(
          TrainingKernel.product(
              filters, batch * out.plane(), (double) channels * window, groups, moved));
      if (!c.bottom().equals(Network.DATA)) {
        double depth = (double) filters * window / (c.stride() * c.stride());
        all.add(TrainingKernel.product(channels, batch * in.plane(), depth, groups, moved));
      }
      // Weights have few tiles, and so the blocks of each image are its own.
      all.add(
          TrainingKernel.product(filters, channels * window, out.plane(), groups * batch, moved));
    }

    private void addDense(Layer.InnerProduct dense) {
      long inputs = network.shape(dense.bottom()).image();
      long outputs = dense.outputs();
      double moved = elements(dense.bottom()) + elements(dense.top()) + (double) inputs * outputs;
      all.add(TrainingKernel.product(outputs, batch, (double) inputs, 1, moved));
      all.add(TrainingKernel.product(inputs, batch, (double) outputs, 1, moved));
      all.add(TrainingKernel.product(outputs, inputs, (double) batch, 1, moved));
    }
  }
}
