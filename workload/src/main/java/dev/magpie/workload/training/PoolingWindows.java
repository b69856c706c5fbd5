package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import dev.magpie.workload.network.Shape;
import java.util.Arrays;

/** The largest or the mean of windows. */
final class PoolingWindows {
  private PoolingWindows() {}

  static Operator of(Layer.Pooling layer, Net net) {
    Planes planes =
        new Planes(
            net.network().shape(layer.bottom()),
            net.network().shape(layer.top()),
            layer.kernel(),
            layer.stride(),
            layer.pad());
    float[] bottom = net.data(layer.bottom());
    float[] bottomDiff = net.diff(layer.bottom());
    float[] top = net.data(layer.top());
    float[] topDiff = net.diff(layer.top());
    return switch (layer.method()) {
      case MAX ->
          new Max(planes, bottom, bottomDiff, top, topDiff, net.words(layer.name() + ".mask"));
      case AVERAGE -> new Average(planes, bottom, bottomDiff, top, topDiff);
    };
  }

  private static int planesOf(Shape shape) {
    return shape.images() * shape.channels();
  }

  /** Keeps which element of its plane each window took. */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares operators.
  private record Max(
      Planes planes, float[] bottom, float[] bottomDiff, float[] top, float[] topDiff, int[] mask)
      implements Operator {
    @Override
    public void forward() {
      Shape out = planes.out();
      int width = planes.in().width();
      int to = 0;
      for (int plane = 0; plane < planesOf(out); plane++) {
        int from = plane * planes.in().plane();
        for (int y = 0; y < out.height(); y++) {
          for (int x = 0; x < out.width(); x++, to++) {
            int best = -1;
            float most = Float.NEGATIVE_INFINITY;
            for (int iy = planes.first(y); iy < planes.lastRow(y); iy++) {
              for (int ix = planes.first(x); ix < planes.lastColumn(x); ix++) {
                float value = bottom[from + iy * width + ix];
                if (value > most || best < 0) {
                  most = value;
                  best = iy * width + ix;
                }
              }
            }
            top[to] = most;
            mask[to] = best;
          }
        }
      }
    }

    @Override
    public void backward() {
      Arrays.fill(bottomDiff, 0);
      int windows = planes.out().plane();
      for (int plane = 0; plane < planesOf(planes.out()); plane++) {
        int to = plane * planes.in().plane();
        for (int w = plane * windows; w < (plane + 1) * windows; w++) {
          bottomDiff[to + mask[w]] += topDiff[w];
        }
      }
    }
  }

  /** Divides by the window's elements with those of the padding. */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares operators.
  private record Average(
      Planes planes, float[] bottom, float[] bottomDiff, float[] top, float[] topDiff)
      implements Operator {

    /** One over a window's elements. */
    private float share(int y, int x) {
      int pad = planes.pad();
      int rows =
          Math.min(planes.start(y) + planes.kernel(), planes.in().height() + pad) - planes.start(y);
      int columns =
          Math.min(planes.start(x) + planes.kernel(), planes.in().width() + pad) - planes.start(x);
      return 1f / (rows * columns);
    }

    @Override
    public void forward() {
      Shape out = planes.out();
      int width = planes.in().width();
      int to = 0;
      for (int plane = 0; plane < planesOf(out); plane++) {
        int from = plane * planes.in().plane();
        for (int y = 0; y < out.height(); y++) {
          for (int x = 0; x < out.width(); x++, to++) {
            float sum = 0;
            for (int iy = planes.first(y); iy < planes.lastRow(y); iy++) {
              for (int ix = planes.first(x); ix < planes.lastColumn(x); ix++) {
                sum += bottom[from + iy * width + ix];
              }
            }
            top[to] = sum * share(y, x);
          }
        }
      }
    }

    @Override
    public void backward() {
      Arrays.fill(bottomDiff, 0);
      Shape out = planes.out();
      int width = planes.in().width();
      int from = 0;
      for (int plane = 0; plane < planesOf(out); plane++) {
        int to = plane * planes.in().plane();
        for (int y = 0; y < out.height(); y++) {
          for (int x = 0; x < out.width(); x++, from++) {
            float gradient = topDiff[from] * share(y, x);
            for (int iy = planes.first(y); iy < planes.lastRow(y); iy++) {
              for (int ix = planes.first(x); ix < planes.lastColumn(x); ix++) {
                bottomDiff[to + iy * width + ix] += gradient;
              }
            }
          }
        }
      }
    }
  }
}
