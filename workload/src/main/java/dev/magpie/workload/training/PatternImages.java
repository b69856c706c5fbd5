package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;

/**
 * Made-up images: each has its class's pattern at a few places, in noise.
 *
 * @param pixels across and down
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes them.
record PatternImages(int pixels, float[][] images, int[] labels) {
  static final int CLASSES = 10;
  private static final int CHANNELS = 3;
  private static final int PATTERN = 5;
  private static final int PLACES = 2;

  /** About that of pixels, from 0 to 255, around their mean. */
  private static final double NOISE = 64;

  private static final double AMPLITUDE = NOISE;

  /** So many images, of patterns that follow from the seed. */
  static PatternImages of(int count, int pixels, long seed) {
    Lcg random = new Lcg(seed);
    float[][] patterns = new float[CLASSES][CHANNELS * PATTERN * PATTERN];
    for (float[] pattern : patterns) {
      for (int i = 0; i < pattern.length; i++) {
        pattern[i] = (float) (random.next() < 0.5 ? -AMPLITUDE : AMPLITUDE);
      }
    }
    float[][] images = new float[count][CHANNELS * pixels * pixels];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = (int) (random.next() * CLASSES);
      for (int p = 0; p < images[i].length; p++) {
        images[i][p] = (float) (NOISE * noise(random));
      }
      for (int place = 0; place < PLACES; place++) {
        add(patterns[labels[i]], images[i], pixels, random);
      }
    }
    return new PatternImages(pixels, images, labels);
  }

  /** Of variance 1, and nearly normal. */
  private static double noise(Lcg random) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += 2 * random.next() - 1;
    }
    return sum;
  }

  private static void add(float[] pattern, float[] image, int pixels, Lcg random) {
    int left = (int) (random.next() * (pixels - PATTERN + 1));
    int top = (int) (random.next() * (pixels - PATTERN + 1));
    for (int c = 0; c < CHANNELS; c++) {
      for (int y = 0; y < PATTERN; y++) {
        for (int x = 0; x < PATTERN; x++) {
          image[(c * pixels + top + y) * pixels + left + x] +=
              pattern[(c * PATTERN + y) * PATTERN + x];
        }
      }
    }
  }

  int count() {
    return labels.length;
  }

  /** Copies an image into a batch. */
  void copy(int image, int place, float[] to, int[] classes) {
    System.arraycopy(images[image], 0, to, place * images[image].length, images[image].length);
    classes[place] = labels[image];
  }
}
