package dev.magpie.workload.training;

import dev.magpie.workload.network.Layer;
import java.util.List;

/** Adds blobs; each gets a copy of the gradient. */
final class Adding implements Operator {
  private final List<float[]> bottoms;
  private final List<float[]> bottomDiffs;
  private final float[] top;
  private final float[] topDiff;

  Adding(Layer.Eltwise layer, Net net) {
    bottoms = layer.bottoms().stream().map(net::data).toList();
    bottomDiffs = layer.bottoms().stream().map(net::diff).toList();
    top = net.data(layer.top());
    topDiff = net.diff(layer.top());
  }

  @Override
  public void forward() {
    System.arraycopy(bottoms.getFirst(), 0, top, 0, top.length);
    for (float[] other : bottoms.subList(1, bottoms.size())) {
      for (int i = 0; i < top.length; i++) {
        top[i] += other[i];
      }
    }
  }

  @Override
  public void backward() {
    for (float[] bottom : bottomDiffs) {
      System.arraycopy(topDiff, 0, bottom, 0, topDiff.length);
    }
  }
}
