package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Shape;

/** Divides by the power 3/4 of the squares of neighbouring channels. */
final class LocalResponse implements Operator {
  private static final float POWER = 0.75f;

  private final Shape shape;
  private final int size;
  private final float alpha;
  private final float[] bottom;
  private final float[] bottomDiff;
  private final float[] top;
  private final float[] topDiff;
  private final float[] scale;

  LocalResponse(Layer.Lrn layer, Net net) {
    shape = net.network().shape(layer.bottom());
    size = layer.size();
    alpha = layer.alpha() / layer.size();
    bottom = net.data(layer.bottom());
    bottomDiff = net.diff(layer.bottom());
    top = net.data(layer.top());
    topDiff = net.diff(layer.top());
    scale = net.values(layer.name() + ".scale");
  }

  /** To the power of -3/4, by operations that are the same on every machine. */
  private static float power(float of) {
    double root = Math.sqrt(of);
    return (float) (1 / (root * Math.sqrt(root)));
  }

  private int first(int channel) {
    return Math.max(0, channel - size / 2);
  }

  private int last(int channel) {
    return Math.min(shape.channels() - 1, channel + size / 2);
  }

  @Override
  public void forward() {
    int plane = shape.plane();
    for (int image = 0; image < shape.images(); image++) {
      int from = image * shape.image();
      for (int c = 0; c < shape.channels(); c++) {
        int to = from + c * plane;
        for (int p = 0; p < plane; p++) {
          float sum = 0;
          for (int near = first(c); near <= last(c); near++) {
            float value = bottom[from + near * plane + p];
            sum += value * value;
          }
          float divisor = 1 + alpha * sum;
          scale[to + p] = divisor;
          top[to + p] = bottom[to + p] * power(divisor);
        }
      }
    }
  }

  @Override
  public void backward() {
    int plane = shape.plane();
    for (int image = 0; image < shape.images(); image++) {
      int from = image * shape.image();
      for (int c = 0; c < shape.channels(); c++) {
        int to = from + c * plane;
        for (int p = 0; p < plane; p++) {
          float sum = 0;
          for (int near = first(c); near <= last(c); near++) {
            int at = from + near * plane + p;
            sum += topDiff[at] * top[at] / scale[at];
          }
          bottomDiff[to + p] =
              topDiff[to + p] * power(scale[to + p]) - 2 * POWER * alpha * bottom[to + p] * sum;
        }
      }
    }
  }
}
