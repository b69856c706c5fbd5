package dev.magpie.workload.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Layers in the order of the forward pass, and the shapes of all blobs.
 *
 * @param input shape of {@link #DATA}, a batch of images
 * @param batches of images that are held
 * @param layers with a {@link Layer.Split} behind each blob of several readers
 * @param shapes by blob; those behind a split too
 */
public record Network(
    String name, Shape input, int batches, List<Layer> layers, Map<String, Shape> shapes) {
  /** The blob of images. */
  public static final String DATA = "data";

  /**
   * Inserts splits, and computes shapes.
   *
   * @param layers in which a blob may have any number of readers
   */
  public static Network of(String name, Shape input, int batches, List<Layer> layers) {
    List<Layer> all = withSplits(layers);
    Map<String, Shape> shapes = new LinkedHashMap<>();
    shapes.put(DATA, input);
    for (Layer layer : all) {
      Shape top = top(layer, layer.bottoms().stream().map(shapes::get).toList());
      layer.tops().forEach(blob -> shapes.put(blob, top));
    }
    return new Network(name, input, batches, all, Map.copyOf(shapes));
  }

  public Network {
    layers = List.copyOf(layers);
  }

  /** Of a blob there is. */
  public Shape shape(String blob) {
    Shape shape = shapes.get(blob);
    if (shape == null) {
      throw new IllegalArgumentException("%s has no blob %s".formatted(name, blob));
    }
    return shape;
  }

  /** Extent behind a convolution, or with {@code up} behind a pooling. */
  private static int extent(int from, int kernel, int stride, int pad, boolean up) {
    int room = from + 2 * pad - kernel;
    int windows = (up ? Math.ceilDiv(room, stride) : room / stride) + 1;
    boolean outside = up && pad > 0 && (windows - 1) * stride >= from + pad;
    return outside ? windows - 1 : windows;
  }

  private static Shape top(Layer layer, List<Shape> bottoms) {
    Shape in = bottoms.getFirst();
    return switch (layer) {
      case Layer.Convolution c ->
          new Shape(
              in.images(),
              c.filters(),
              extent(in.height(), c.kernel(), c.stride(), c.pad(), false),
              extent(in.width(), c.kernel(), c.stride(), c.pad(), false));
      case Layer.Pooling p ->
          new Shape(
              in.images(),
              in.channels(),
              extent(in.height(), p.kernel(), p.stride(), p.pad(), true),
              extent(in.width(), p.kernel(), p.stride(), p.pad(), true));
      case Layer.InnerProduct dense -> new Shape(in.images(), dense.outputs(), 1, 1);
      case Layer.Concat _ -> in.withChannels(bottoms.stream().mapToInt(Shape::channels).sum());
      default -> in;
    };
  }

  /** As Caffe does: readers in place come first, and the last of them is what is split. */
  private static List<Layer> withSplits(List<Layer> layers) {
    Map<String, List<Integer>> readers = new LinkedHashMap<>();
    Map<String, Integer> lastWriter = new LinkedHashMap<>();
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      for (String blob : layer.bottoms()) {
        if (!layer.tops().contains(blob)) {
          readers.computeIfAbsent(blob, _ -> new ArrayList<>()).add(i);
        }
      }
      int at = i;
      layer.tops().forEach(blob -> lastWriter.put(blob, at));
    }
    List<Layer> all = new ArrayList<>();
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      List<String> bottoms = new ArrayList<>();
      for (String blob : layer.bottoms()) {
        List<Integer> of = readers.getOrDefault(blob, List.of());
        bottoms.add(of.size() > 1 && of.contains(i) ? part(blob, of.indexOf(i)) : blob);
      }
      all.add(reading(layer, bottoms));
      for (String blob : layer.tops()) {
        List<Integer> of = readers.getOrDefault(blob, List.of());
        if (of.size() > 1 && lastWriter.getOrDefault(blob, -1) == i) {
          List<String> parts = new ArrayList<>();
          for (int r = 0; r < of.size(); r++) {
            parts.add(part(blob, r));
          }
          all.add(new Layer.Split(blob + ".split", blob, parts));
        }
      }
    }
    return all;
  }

  private static String part(String blob, int reader) {
    return blob + ".split" + reader;
  }

  /** The layer with other bottoms. */
  private static Layer reading(Layer layer, List<String> bottoms) {
    if (bottoms.equals(layer.bottoms())) {
      return layer;
    }
    String bottom = bottoms.getFirst();
    return switch (layer) {
      case Layer.Convolution c ->
          new Layer.Convolution(
              c.name(),
              bottom,
              c.top(),
              c.filters(),
              c.kernel(),
              c.stride(),
              c.pad(),
              c.groups(),
              c.bias());
      case Layer.Pooling p ->
          new Layer.Pooling(p.name(), bottom, p.top(), p.method(), p.kernel(), p.stride(), p.pad());
      case Layer.InnerProduct dense ->
          new Layer.InnerProduct(dense.name(), bottom, dense.top(), dense.outputs());
      case Layer.Lrn lrn -> new Layer.Lrn(lrn.name(), bottom, lrn.top(), lrn.size(), lrn.alpha());
      case Layer.Concat concat -> new Layer.Concat(concat.name(), bottoms, concat.top());
      case Layer.Eltwise sum -> new Layer.Eltwise(sum.name(), bottoms, sum.top());
      default -> throw new IllegalArgumentException(layer + " cannot read a split blob");
    };
  }
}
