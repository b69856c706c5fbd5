package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;

/** Zeroes values by random words, and makes the others larger. */
final class Dropping implements Operator {
  private final float[] data;
  private final float[] diff;
  private final int[] words;
  private final int threshold;
  private final float scale;
  private final Lcg random;

  Dropping(float[] data, float[] diff, int[] words, double ratio, Lcg random) {
    this.data = data;
    this.diff = diff;
    this.words = words;
    this.random = random;
    threshold = threshold(ratio);
    scale = scale(ratio);
  }

  /** Words up to it are zeroes. */
  static int threshold(double ratio) {
    return (int) (long) (ratio * 0x1p32);
  }

  static float scale(double ratio) {
    return (float) (1 / (1 - ratio));
  }

  @Override
  public void forward() {
    for (int i = 0; i < words.length; i++) {
      words[i] = (int) (long) (random.next() * 0x1p32);
    }
    apply(data);
  }

  /** Keeps all. */
  @Override
  public void infer() {}

  @Override
  public void backward() {
    apply(diff);
  }

  private void apply(float[] values) {
    for (int i = 0; i < words.length; i++) {
      values[i] = Integer.compareUnsigned(words[i], threshold) > 0 ? values[i] * scale : 0;
    }
  }
}
