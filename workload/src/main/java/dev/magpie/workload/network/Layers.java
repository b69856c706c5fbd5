package dev.magpie.workload.network;

import java.util.ArrayList;
import java.util.List;

/** Collects layers; each follows the last unless it is told another blob. */
final class Layers {
  private final Scale scale;
  private final List<Layer> all = new ArrayList<>();
  private String last = Network.DATA;

  Layers(Scale scale) {
    this.scale = scale;
  }

  /** The blob that the next layer reads. */
  String last() {
    return last;
  }

  Layers from(String blob) {
    last = blob;
    return this;
  }

  private Layers add(Layer layer) {
    all.add(layer);
    layer.tops().forEach(this::from);
    return this;
  }

  /** With a bias and rectified. */
  Layers convolution(String name, int filters, int kernel, int stride, int pad, int groups) {
    add(
        new Layer.Convolution(
            name, last, name, scale.channels(filters), kernel, stride, pad, groups, true));
    return relu();
  }

  /** With its batch normalised, and no bias of its own. */
  Layers normalised(String name, int filters, int kernel, int stride, int pad) {
    add(
        new Layer.Convolution(
            name, last, name, scale.channels(filters), kernel, stride, pad, 1, false));
    add(new Layer.BatchNorm(name + ".bn", last));
    return add(new Layer.Scale(name + ".scale", last));
  }

  Layers relu() {
    return add(new Layer.Relu(last + ".relu", last));
  }

  Layers lrn(String name, int size, double alpha) {
    return add(new Layer.Lrn(name, last, name, size, (float) alpha));
  }

  Layers max(String name, int kernel, int stride, int pad) {
    return pool(name, Layer.Pooling.Method.MAX, kernel, stride, pad);
  }

  Layers average(String name, int kernel, int stride, int pad) {
    return pool(name, Layer.Pooling.Method.AVERAGE, kernel, stride, pad);
  }

  private Layers pool(String name, Layer.Pooling.Method how, int kernel, int stride, int pad) {
    return add(new Layer.Pooling(name, last, name, how, kernel, stride, pad));
  }

  /** The mean of each channel. */
  Layers mean(String name) {
    Network so = Network.of(name, scale.input(), 1, all);
    return average(name, so.shape(last).height(), 1, 0);
  }

  /** A dense layer, rectified, with dropout. */
  Layers dense(String name, int outputs) {
    add(new Layer.InnerProduct(name, last, name, scale.dense(outputs)));
    return relu().dropout(name + ".drop");
  }

  Layers dropout(String name) {
    return add(new Layer.Dropout(name, last, 0.5));
  }

  /** The dense layer that scores classes. */
  Layers classes(String name, int classes) {
    return add(new Layer.InnerProduct(name, last, name, scale.channels(classes)));
  }

  Layers concat(String name, String... blobs) {
    return add(new Layer.Concat(name, List.of(blobs), name));
  }

  Layers sum(String name, String... blobs) {
    return add(new Layer.Eltwise(name, List.of(blobs), name));
  }

  Network network(String name) {
    add(new Layer.SoftmaxLoss("loss", last));
    return Network.of(name, scale.input(), scale.batches(), all);
  }
}
