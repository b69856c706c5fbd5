package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import java.util.Arrays;
import java.util.List;

/** Three by three, zeros around, by unfolding images into a workspace that all layers share. */
final class Convolution implements Layer {
  private static final int KERNEL = 9;

  private final int channels;
  private final int filters;
  private final int size;
  private final float[] workspace;
  private final Weights weights;

  /**
   * @param size width and height of the images
   * @param workspace of at least nine times the channels times the pixels
   */
  Convolution(String name, int channels, int filters, int size, float[] workspace, Lcg random) {
    this.channels = channels;
    this.filters = filters;
    this.size = size;
    this.workspace = workspace;
    weights =
        new Weights(name + ".weight", filters * channels * KERNEL)
            .spread(random, channels * KERNEL);
  }

  @Override
  public int outputs() {
    return filters * size * size;
  }

  @Override
  public List<Weights> weights() {
    return List.of(weights);
  }

  /** Calls for each place of the workspace with the pixel that it unfolds, or -1 for none. */
  private void unfolded(int image, Unfolding unfolding) {
    int pixels = size * size;
    for (int row = 0; row < channels * KERNEL; row++) {
      int dy = row % KERNEL / 3 - 1;
      int dx = row % 3 - 1;
      int plane = (image * channels + row / KERNEL) * pixels;
      for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
          boolean inside = y + dy >= 0 && y + dy < size && x + dx >= 0 && x + dx < size;
          unfolding.at(row * pixels + y * size + x, inside ? plane + (y + dy) * size + x + dx : -1);
        }
      }
    }
  }

  private interface Unfolding {
    void at(int place, int pixel);
  }

  @Override
  public void forward(float[] in, float[] out) {
    int pixels = size * size;
    int rows = channels * KERNEL;
    Arrays.fill(out, 0);
    for (int image = 0; image < out.length / outputs(); image++) {
      unfolded(image, (place, pixel) -> workspace[place] = pixel < 0 ? 0 : in[pixel]);
      for (int f = 0; f < filters; f++) {
        int to = (image * filters + f) * pixels;
        for (int row = 0; row < rows; row++) {
          float w = weights.value[f * rows + row];
          for (int p = 0; p < pixels; p++) {
            out[to + p] += w * workspace[row * pixels + p];
          }
        }
      }
    }
  }

  @Override
  public void backward(float[] in, float[] out, float[] dOut, float[] dIn) {
    int pixels = size * size;
    int rows = channels * KERNEL;
    int images = out.length / outputs();
    Arrays.fill(dIn, 0, images * channels * pixels, 0);
    for (int image = 0; image < images; image++) {
      unfolded(image, (place, pixel) -> workspace[place] = pixel < 0 ? 0 : in[pixel]);
      for (int f = 0; f < filters; f++) {
        int from = (image * filters + f) * pixels;
        for (int row = 0; row < rows; row++) {
          float sum = 0;
          for (int p = 0; p < pixels; p++) {
            sum += dOut[from + p] * workspace[row * pixels + p];
          }
          weights.gradient[f * rows + row] += sum;
        }
      }
      Arrays.fill(workspace, 0, rows * pixels, 0);
      for (int f = 0; f < filters; f++) {
        int from = (image * filters + f) * pixels;
        for (int row = 0; row < rows; row++) {
          float w = weights.value[f * rows + row];
          for (int p = 0; p < pixels; p++) {
            workspace[row * pixels + p] += w * dOut[from + p];
          }
        }
      }
      unfolded(
          image,
          (place, pixel) -> {
            if (pixel >= 0) {
              dIn[pixel] += workspace[place];
            }
          });
    }
  }
}
