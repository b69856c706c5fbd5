package dev.magpie.workload.training;

import dev.magpie.workload.network.Shape;
import dev.magpie.workload.series.Lcg;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * Photographs that come with Magpie, all of one size, and batches of crops of them. Their sources
 * and licences stand beside them.
 */
final class Photographs {
  private static final List<String> NAMES =
      List.of("astronaut", "cat", "coffee", "deep-field", "raccoon", "retina", "rocket", "seeding");
  private static final int SIZE = 320;
  private static final int CHANNELS = 3;

  /** Pixels around one that its mean is over. */
  private static final int AROUND = 4;

  private static final int WINDOW = 2 * AROUND + 1;

  /** What is subtracted from pixels before a network sees them. */
  sealed interface Mean {
    /** The mean of all photographs, as an image. */
    record OfPixels() implements Mean {}

    /** One number for each channel. */
    record OfChannels(double blue, double green, double red) implements Mean {}
  }

  /** By photograph; blue, green and red planes, as Caffe has them. */
  private final byte[][] photographs = new byte[NAMES.size()][];

  private final float[] mean;

  Photographs(Mean mean) {
    for (int i = 0; i < photographs.length; i++) {
      photographs[i] = read(NAMES.get(i));
    }
    this.mean =
        switch (mean) {
          case Mean.OfPixels _ -> meanOfPixels();
          case Mean.OfChannels channels -> meanOfChannels(channels);
        };
  }

  /**
   * Over all photographs, their mirror images and the pixels around. Of a million images it would
   * be as smooth; that of eight would have few digits behind the point.
   */
  private float[] meanOfPixels() {
    int[] sums = new int[SIZE * SIZE];
    int[] rows = new int[SIZE * SIZE];
    float[] means = new float[CHANNELS * SIZE * SIZE];
    for (int c = 0; c < CHANNELS; c++) {
      for (int p = 0; p < sums.length; p++) {
        int mirrored = p - p % SIZE + SIZE - 1 - p % SIZE;
        sums[p] = 0;
        for (byte[] photograph : photographs) {
          sums[p] += Byte.toUnsignedInt(photograph[c * SIZE * SIZE + p]);
          sums[p] += Byte.toUnsignedInt(photograph[c * SIZE * SIZE + mirrored]);
        }
      }
      for (int p = 0; p < sums.length; p++) {
        rows[p] = 0;
        for (int d = -AROUND; d <= AROUND; d++) {
          rows[p] += sums[p - p % SIZE + inside(p % SIZE + d)];
        }
      }
      for (int p = 0; p < sums.length; p++) {
        int sum = 0;
        for (int d = -AROUND; d <= AROUND; d++) {
          sum += rows[inside(p / SIZE + d) * SIZE + p % SIZE];
        }
        means[c * SIZE * SIZE + p] = (float) sum / (2 * NAMES.size() * WINDOW * WINDOW);
      }
    }
    return means;
  }

  private static int inside(int place) {
    return Math.clamp(place, 0, SIZE - 1);
  }

  private static float[] meanOfChannels(Mean.OfChannels channels) {
    float[] means = new float[CHANNELS * SIZE * SIZE];
    Arrays.fill(means, 0, SIZE * SIZE, (float) channels.blue());
    Arrays.fill(means, SIZE * SIZE, 2 * SIZE * SIZE, (float) channels.green());
    Arrays.fill(means, 2 * SIZE * SIZE, 3 * SIZE * SIZE, (float) channels.red());
    return means;
  }

  private static byte[] read(String name) {
    try (InputStream in =
        Photographs.class.getResourceAsStream("photographs/%s.png".formatted(name))) {
      if (in == null) {
        throw new IllegalStateException("the photograph %s is missing".formatted(name));
      }
      BufferedImage image = ImageIO.read(in);
      byte[] planes = new byte[CHANNELS * SIZE * SIZE];
      for (int p = 0; p < SIZE * SIZE; p++) {
        int rgb = image.getRGB(p % SIZE, p / SIZE);
        for (int c = 0; c < CHANNELS; c++) {
          planes[c * SIZE * SIZE + p] = (byte) (rgb >> (8 * c));
        }
      }
      return planes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fills a batch with random crops, half of them mirrored; the class is the photograph. */
  void fill(Shape shape, float[] images, int[] labels, Lcg random) {
    int room = SIZE - shape.width() + 1;
    for (int image = 0; image < shape.images(); image++) {
      int photograph = (int) (random.next() * NAMES.size());
      int left = (int) (random.next() * room);
      int top = (int) (random.next() * room);
      boolean mirrored = random.next() < 0.5;
      labels[image] = photograph;
      crop(photographs[photograph], left, top, mirrored, shape, images, image * shape.image());
    }
  }

  private void crop(
      byte[] photograph, int left, int top, boolean mirrored, Shape shape, float[] to, int at) {
    int width = shape.width();
    for (int c = 0; c < CHANNELS; c++) {
      for (int y = 0; y < shape.height(); y++) {
        int from = (c * SIZE + top + y) * SIZE + left;
        int row = at + (c * shape.height() + y) * width;
        for (int x = 0; x < width; x++) {
          float value = Byte.toUnsignedInt(photograph[from + x]) - mean[from + x];
          to[row + (mirrored ? width - 1 - x : x)] = value;
        }
      }
    }
  }
}
