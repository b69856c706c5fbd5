package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import java.util.List;

/** Copies the channels of several blobs behind one another. */
final class Concatenating implements Operator {
  private final int images;
  private final List<float[]> bottoms;
  private final List<float[]> bottomDiffs;
  private final float[] top;
  private final float[] topDiff;

  Concatenating(Layer.Concat layer, Net net) {
    images = net.network().input().images();
    bottoms = layer.bottoms().stream().map(net::data).toList();
    bottomDiffs = layer.bottoms().stream().map(net::diff).toList();
    top = net.data(layer.top());
    topDiff = net.diff(layer.top());
  }

  @Override
  public void forward() {
    int to = 0;
    for (int image = 0; image < images; image++) {
      for (float[] bottom : bottoms) {
        int length = bottom.length / images;
        System.arraycopy(bottom, image * length, top, to, length);
        to += length;
      }
    }
  }

  @Override
  public void backward() {
    int from = 0;
    for (int image = 0; image < images; image++) {
      for (float[] bottom : bottomDiffs) {
        int length = bottom.length / images;
        System.arraycopy(topDiff, from, bottom, image * length, length);
        from += length;
      }
    }
  }
}
