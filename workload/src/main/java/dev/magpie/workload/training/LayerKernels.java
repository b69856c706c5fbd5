package dev.magpie.workload.training;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.Struct;
import dev.magpie.workload.network.Buffer;
import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Shape;
import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.training.PlainProduct.Matrix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Launches the kernels of layers, over buffers on a device that are those of the network in Caffe.
 */
final class LayerKernels {
  private static final int THREADS = 256;

  private static final int WARP = 32;

  private final Host host;
  private final Network network;
  private final Lcg random;
  private final LayerBuffers buffers;

  /** The parts of a split by the blob whose data they are. */
  private final Map<String, String> sources = new HashMap<>();

  private final ConvolutionKernels convolutions;

  private int batch;

  LayerKernels(
      Host host,
      Network network,
      Lcg random,
      LayerBuffers.Place place,
      ConvolutionKernels.Method convolution) {
    this.host = host;
    this.network = network;
    this.random = random;
    buffers = new LayerBuffers(host, place);
    for (Buffer each : Buffer.of(network)) {
      Dtype dtype = each.kind().whole() ? Dtype.I32 : Dtype.F32;
      if (each.kind() == Buffer.Kind.INPUT || each.kind().ofWeights()) {
        buffers.allocate(each.name(), dtype, each.count());
      } else {
        buffers.allocateForStep(each.name(), dtype, each.count());
      }
    }
    buffers.allocate("labels", Dtype.I32, network.input().images());
    for (Layer layer : network.layers()) {
      switch (layer) {
        case Layer.Split split -> split.tops().forEach(part -> sources.put(part, split.bottom()));
        case Layer.BatchNorm norm -> {
          int channels = network.shape(norm.blob()).channels();
          List.of(".mean", ".deviation", ".slope")
              .forEach(of -> buffers.allocate(norm.name() + of, Dtype.F32, channels));
        }
        default -> {}
      }
    }
    convolutions = convolution.of(this, network);
  }

  /** Announces what a layer works in, which is given back as soon as it has. */
  void allocateWorkspace(String name, int count) {
    buffers.allocateForStep(name, Dtype.F32, count);
  }

  void release(String name) {
    buffers.release(name);
  }

  Host host() {
    return host;
  }

  DeviceBuffer buffer(String name) {
    return buffers.get(name);
  }

  /** What all buffers of numbers hold. */
  Map<String, float[]> numbers() {
    return buffers.numbers();
  }

  private DeviceBuffer data(String blob) {
    return blob.equals(Network.DATA)
        ? buffer(Network.DATA + "." + batch)
        : buffer(sources.getOrDefault(blob, blob) + ".data");
  }

  private DeviceBuffer diff(String blob) {
    return buffer(blob + ".diff");
  }

  /** Goes on to the next of the batches that are held, and fills it. */
  void load(float[] images, int[] labels) {
    batch = (batch + 1) % network.batches();
    host.write(data(Network.DATA), images);
    host.write(buffer("labels"), labels);
  }

  /** A kernel with a thread for four elements. */
  private void each(String kernel, int count, Object... arguments) {
    Object[] all = prepended(count, arguments);
    host.launch(kernel, Math.ceilDiv(count, 4 * THREADS), THREADS, all);
  }

  /** A kernel with a thread for four elements, which knows their channels. */
  private void eachOf(Shape shape, String kernel, Object... arguments) {
    Object[] all = prepended(planes(shape), arguments);
    host.launch(kernel, Math.ceilDiv(shape.count(), 4 * THREADS), THREADS, all);
  }

  /** A kernel with a block for each channel, of as many warps as have something to do. */
  private void channels(Shape shape, String kernel, Object... arguments) {
    int warps = Math.ceilDiv(shape.images() * shape.plane(), 4 * WARP);
    int threads = WARP * Math.clamp(warps, 1, THREADS / WARP);
    host.launch(kernel, shape.channels(), threads, prepended(planes(shape), arguments));
  }

  private static Object[] prepended(Object first, Object... rest) {
    Object[] all = new Object[rest.length + 1];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  private static Struct planes(Shape shape) {
    Struct planes = new Struct(Integer.BYTES).add(shape.images()).add(shape.channels());
    Division.add(shape.plane(), planes);
    Division.add(shape.channels(), planes);
    return planes;
  }

  Shape shape(String blob) {
    return network.shape(blob);
  }

  void forward(Layer layer) {
    switch (layer) {
      case Layer.Convolution c -> {
        convolutions.forward(c, data(c.bottom()), buffer(c.name() + ".weight"), data(c.top()));
        if (c.bias()) {
          eachOf(shape(c.top()), "add_bias", buffer(c.name() + ".bias"), data(c.top()));
        }
      }
      case Layer.InnerProduct dense -> {
        int images = shape(dense.bottom()).images();
        int inputs = shape(dense.bottom()).image();
        int outputs = dense.outputs();
        new PlainProduct(
                images,
                outputs,
                inputs,
                Matrix.of(data(dense.bottom()), inputs),
                Matrix.of(buffer(dense.name() + ".weight"), inputs).transposed(),
                Matrix.of(data(dense.top()), outputs))
            .store(host);
        eachOf(shape(dense.top()), "add_bias", buffer(dense.name() + ".bias"), data(dense.top()));
      }
      case Layer.Pooling pool -> {
        int windows = shape(pool.top()).count();
        switch (pool.method()) {
          case MAX ->
              threads(
                  "pool_maximum",
                  windows,
                  window(pool),
                  data(pool.bottom()),
                  data(pool.top()),
                  buffer(pool.name() + ".mask"));
          case AVERAGE ->
              threads("pool_mean", windows, window(pool), data(pool.bottom()), data(pool.top()));
        }
      }
      case Layer.Lrn lrn -> {
        Shape shape = shape(lrn.bottom());
        threads(
            "normalise_response",
            shape.images() * shape.plane(),
            shape.images(),
            shape.channels(),
            shape.plane(),
            lrn.size(),
            lrn.alpha() / lrn.size(),
            data(lrn.bottom()),
            buffer(lrn.name() + ".scale"),
            data(lrn.top()));
      }
      case Layer.Relu relu -> each("rectify", shape(relu.blob()).count(), data(relu.blob()));
      case Layer.Dropout dropout -> {
        int count = shape(dropout.blob()).count();
        DeviceBuffer words = buffer(dropout.name() + ".random");
        each("random_words", count, random.state(), words);
        random.skip(count);
        drop(dropout, data(dropout.blob()));
      }
      case Layer.BatchNorm norm -> {
        Shape shape = shape(norm.blob());
        DeviceBuffer mean = buffer(norm.name() + ".mean");
        DeviceBuffer deviation = buffer(norm.name() + ".deviation");
        channels(shape, "moments", data(norm.blob()), mean, deviation);
        eachOf(
            shape,
            "normalise",
            mean,
            deviation,
            buffer(norm.name() + ".temp"),
            buffer(norm.name() + ".norm.data"),
            data(norm.blob()));
      }
      case Layer.Scale scale ->
          eachOf(
              shape(scale.blob()),
              "scale",
              buffer(scale.name() + ".weight"),
              buffer(scale.name() + ".bias"),
              buffer(scale.name() + ".temp"),
              data(scale.blob()));
      case Layer.Concat concat -> {
        int offset = 0;
        for (String bottom : concat.bottoms()) {
          Shape part = shape(bottom);
          join("join", part, concat, offset, data(bottom), data(concat.top()));
          offset += part.image();
        }
      }
      case Layer.Eltwise sum -> {
        int count = shape(sum.top()).count();
        each("copy", count, data(sum.bottoms().getFirst()), data(sum.top()));
        sum.bottoms().stream()
            .skip(1)
            .forEach(bottom -> each("add", count, data(bottom), data(sum.top())));
      }
      case Layer.Split _ -> {}
      case Layer.SoftmaxLoss loss -> {
        Shape shape = shape(loss.bottom());
        threads(
            "softmax",
            shape.images(),
            shape.images(),
            shape.image(),
            data(loss.bottom()),
            buffer(loss.name() + ".probability"));
      }
    }
  }

  /** Goes back through a layer, after which nobody needs its arrays any more but its weights. */
  void backward(Layer layer) {
    differentiate(layer);
    Buffer.of(network, layer).stream()
        .filter(each -> !each.kind().ofWeights())
        .forEach(each -> release(each.name()));
  }

  private void differentiate(Layer layer) {
    switch (layer) {
      case Layer.Convolution c -> {
        if (c.bias()) {
          channels(shape(c.top()), "bias_gradient", diff(c.top()), buffer(c.name() + ".bias.diff"));
        }
        convolutions.weightGradient(
            c, diff(c.top()), data(c.bottom()), buffer(c.name() + ".weight.diff"));
        if (!c.bottom().equals(Network.DATA)) {
          convolutions.dataGradient(
              c, diff(c.top()), buffer(c.name() + ".weight"), diff(c.bottom()));
        }
      }
      case Layer.InnerProduct dense -> {
        int images = shape(dense.bottom()).images();
        int inputs = shape(dense.bottom()).image();
        int outputs = dense.outputs();
        Matrix gradient = Matrix.of(diff(dense.top()), outputs);
        channels(
            shape(dense.top()),
            "bias_gradient",
            diff(dense.top()),
            buffer(dense.name() + ".bias.diff"));
        new PlainProduct(
                outputs,
                inputs,
                images,
                gradient.transposed(),
                Matrix.of(data(dense.bottom()), inputs),
                Matrix.of(buffer(dense.name() + ".weight.diff"), inputs))
            .add(host);
        new PlainProduct(
                images,
                inputs,
                outputs,
                gradient,
                Matrix.of(buffer(dense.name() + ".weight"), inputs),
                Matrix.of(diff(dense.bottom()), inputs))
            .store(host);
      }
      case Layer.Pooling pool -> {
        int elements = shape(pool.bottom()).count();
        switch (pool.method()) {
          case MAX ->
              threads(
                  "pool_maximum_back",
                  elements,
                  window(pool),
                  buffer(pool.name() + ".mask"),
                  diff(pool.top()),
                  diff(pool.bottom()));
          case AVERAGE ->
              threads(
                  "pool_mean_back", elements, window(pool), diff(pool.top()), diff(pool.bottom()));
        }
      }
      case Layer.Lrn lrn -> {
        Shape shape = shape(lrn.bottom());
        threads(
            "normalise_response_back",
            shape.images() * shape.plane(),
            shape.images(),
            shape.channels(),
            shape.plane(),
            lrn.size(),
            lrn.alpha() / lrn.size(),
            data(lrn.bottom()),
            buffer(lrn.name() + ".scale"),
            data(lrn.top()),
            diff(lrn.top()),
            diff(lrn.bottom()));
      }
      case Layer.Relu relu ->
          each("rectify_back", shape(relu.blob()).count(), data(relu.blob()), diff(relu.blob()));
      case Layer.Dropout dropout -> drop(dropout, diff(dropout.blob()));
      case Layer.BatchNorm norm -> {
        Shape shape = shape(norm.blob());
        DeviceBuffer mean = buffer(norm.name() + ".mean");
        DeviceBuffer slope = buffer(norm.name() + ".slope");
        DeviceBuffer values = buffer(norm.name() + ".norm.data");
        channels(shape, "correlate", diff(norm.blob()), values, mean, slope);
        eachOf(
            shape,
            "normalise_back",
            mean,
            slope,
            buffer(norm.name() + ".temp"),
            values,
            buffer(norm.name() + ".norm.diff"),
            diff(norm.blob()));
      }
      case Layer.Scale scale ->
          channels(
              shape(scale.blob()),
              "scale_back",
              buffer(scale.name() + ".weight"),
              buffer(scale.name() + ".temp"),
              diff(scale.blob()),
              buffer(scale.name() + ".weight.diff"),
              buffer(scale.name() + ".bias.diff"));
      case Layer.Concat concat -> {
        int offset = 0;
        for (String bottom : concat.bottoms()) {
          Shape part = shape(bottom);
          join("take", part, concat, offset, diff(concat.top()), diff(bottom));
          offset += part.image();
        }
      }
      case Layer.Eltwise sum ->
          sum.bottoms()
              .forEach(
                  bottom -> each("copy", shape(sum.top()).count(), diff(sum.top()), diff(bottom)));
      case Layer.Split split -> {
        int count = shape(split.bottom()).count();
        each("copy", count, diff(split.tops().getFirst()), diff(split.bottom()));
        split.tops().stream()
            .skip(1)
            .forEach(part -> each("add", count, diff(part), diff(split.bottom())));
      }
      case Layer.SoftmaxLoss loss -> {
        Shape shape = shape(loss.bottom());
        threads(
            "softmax_back",
            shape.count(),
            shape.images(),
            shape.image(),
            buffer(loss.name() + ".probability"),
            buffer("labels"),
            diff(loss.bottom()));
      }
    }
  }

  void zeroDiff(String parameter) {
    DeviceBuffer diff = buffer(parameter + ".diff");
    each("set", elements(diff), 0f, diff);
  }

  void update(String parameter, float rate, float decay) {
    DeviceBuffer data = buffer(parameter);
    each(
        "descend",
        elements(data),
        rate,
        decay,
        data,
        buffer(parameter + ".diff"),
        buffer(parameter + ".history"));
  }

  private static int elements(DeviceBuffer buffer) {
    return Math.toIntExact(buffer.memory().byteSize() / Float.BYTES);
  }

  /** A kernel of so many threads, which it computes itself from its arguments. */
  private void threads(String kernel, int count, Object... arguments) {
    host.launch(kernel, Math.ceilDiv(count, THREADS), THREADS, arguments);
  }

  private void drop(Layer.Dropout dropout, DeviceBuffer values) {
    each(
        "drop",
        shape(dropout.blob()).count(),
        Dropping.threshold(dropout.ratio()),
        Dropping.scale(dropout.ratio()),
        buffer(dropout.name() + ".random"),
        values);
  }

  private void join(
      String kernel,
      Shape part,
      Layer.Concat concat,
      int offset,
      DeviceBuffer from,
      DeviceBuffer to) {
    each(kernel, part.count(), part.image(), shape(concat.top()).image(), offset, from, to);
  }

  private Struct window(Layer.Pooling pool) {
    Shape in = shape(pool.bottom());
    return window(
        in.images() * in.channels(),
        new Planes(in, shape(pool.top()), pool.kernel(), pool.stride(), pool.pad()));
  }

  private static Struct window(int planes, Planes of) {
    return new Struct(Integer.BYTES)
        .add(planes)
        .add(of.in().height())
        .add(of.in().width())
        .add(of.out().height())
        .add(of.out().width())
        .add(of.kernel())
        .add(of.stride())
        .add(of.pad());
  }

  /** Makes a matrix of some channels, the first of which begins at an element. */
  void unfold(Planes planes, int channels, int at, DeviceBuffer from, DeviceBuffer matrix) {
    int windows = channels * planes.out().plane();
    threads("unfold", windows, window(channels, planes), at, from, matrix);
  }

  /** The reverse: elements are sums of what windows have of them. */
  void fold(Planes planes, int channels, int at, DeviceBuffer matrix, DeviceBuffer to) {
    int elements = channels * planes.in().plane();
    threads("fold", elements, window(channels, planes), at, matrix, to);
  }
}
