package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import java.util.List;

/** A layer of a network, from one batch of activations to the next. */
interface Layer {
  /** Activations that come out, of one image. */
  int outputs();

  void forward(float[] in, float[] out);

  /**
   * Adds to the weights' gradients, and computes that of what came in.
   *
   * @param out what {@link #forward} computed
   * @param dOut gradient of what came out
   * @param dIn receives the gradient of what came in
   */
  void backward(float[] in, float[] out, float[] dOut, float[] dIn);

  default List<Weights> weights() {
    return List.of();
  }

  /** Rectified linear units. */
  record Relu(int outputs) implements Layer {
    @Override
    public void forward(float[] in, float[] out) {
      for (int i = 0; i < out.length; i++) {
        out[i] = Math.max(0, in[i]);
      }
    }

    @Override
    public void backward(float[] in, float[] out, float[] dOut, float[] dIn) {
      for (int i = 0; i < out.length; i++) {
        dIn[i] = out[i] > 0 ? dOut[i] : 0;
      }
    }
  }

  /** The largest of each two by two. */
  record MaxPool(int channels, int size) implements Layer {
    @Override
    public int outputs() {
      return channels * (size / 2) * (size / 2);
    }

    private int largest(float[] in, int plane, int y, int x) {
      int at = (plane * size + 2 * y) * size + 2 * x;
      int best = at;
      for (int other : new int[] {at + 1, at + size, at + size + 1}) {
        best = in[other] > in[best] ? other : best;
      }
      return best;
    }

    @Override
    public void forward(float[] in, float[] out) {
      int half = size / 2;
      for (int i = 0; i < out.length; i++) {
        out[i] = in[largest(in, i / (half * half), i / half % half, i % half)];
      }
    }

    @Override
    public void backward(float[] in, float[] out, float[] dOut, float[] dIn) {
      int half = size / 2;
      java.util.Arrays.fill(dIn, 0, 4 * out.length, 0);
      for (int i = 0; i < out.length; i++) {
        dIn[largest(in, i / (half * half), i / half % half, i % half)] += dOut[i];
      }
    }
  }

  /** Every input to every output. */
  final class Dense implements Layer {
    private final int inputs;
    private final int outputs;
    private final Weights matrix;
    private final Weights bias;

    Dense(String name, int inputs, int outputs, Lcg random) {
      this.inputs = inputs;
      this.outputs = outputs;
      matrix = new Weights(name + ".weight", inputs * outputs).spread(random, inputs);
      bias = new Weights(name + ".bias", outputs);
    }

    @Override
    public int outputs() {
      return outputs;
    }

    @Override
    public List<Weights> weights() {
      return List.of(matrix, bias);
    }

    @Override
    public void forward(float[] in, float[] out) {
      for (int i = 0; i < out.length; i++) {
        int image = i / outputs;
        int o = i % outputs;
        float sum = bias.value[o];
        for (int k = 0; k < inputs; k++) {
          sum += matrix.value[o * inputs + k] * in[image * inputs + k];
        }
        out[i] = sum;
      }
    }

    @Override
    public void backward(float[] in, float[] out, float[] dOut, float[] dIn) {
      java.util.Arrays.fill(dIn, 0, out.length / outputs * inputs, 0);
      for (int i = 0; i < out.length; i++) {
        int image = i / outputs;
        int o = i % outputs;
        bias.gradient[o] += dOut[i];
        for (int k = 0; k < inputs; k++) {
          matrix.gradient[o * inputs + k] += dOut[i] * in[image * inputs + k];
          dIn[image * inputs + k] += dOut[i] * matrix.value[o * inputs + k];
        }
      }
    }
  }

  /** Normalises each channel over the batch. */
  final class BatchNorm implements Layer {
    private final int channels;
    private final int pixels;
    private final Weights scale;
    private final Weights shift;
    private final float[] mean;
    private final float[] inverse;

    BatchNorm(String name, int channels, int pixels) {
      this.channels = channels;
      this.pixels = pixels;
      scale = new Weights(name + ".scale", channels);
      java.util.Arrays.fill(scale.value, 1);
      shift = new Weights(name + ".shift", channels);
      mean = new float[channels];
      inverse = new float[channels];
    }

    @Override
    public int outputs() {
      return channels * pixels;
    }

    @Override
    public List<Weights> weights() {
      return List.of(scale, shift);
    }

    private int channel(int index) {
      return index / pixels % channels;
    }

    @Override
    public void forward(float[] in, float[] out) {
      float count = (float) out.length / channels;
      java.util.Arrays.fill(mean, 0);
      float[] square = new float[channels];
      for (int i = 0; i < out.length; i++) {
        mean[channel(i)] += in[i] / count;
      }
      for (int i = 0; i < out.length; i++) {
        float apart = in[i] - mean[channel(i)];
        square[channel(i)] += apart * apart / count;
      }
      for (int c = 0; c < channels; c++) {
        inverse[c] = (float) (1 / Math.sqrt(square[c] + 1e-5));
      }
      for (int i = 0; i < out.length; i++) {
        int c = channel(i);
        out[i] = scale.value[c] * (in[i] - mean[c]) * inverse[c] + shift.value[c];
      }
    }

    @Override
    public void backward(float[] in, float[] out, float[] dOut, float[] dIn) {
      float count = (float) out.length / channels;
      float[] sum = new float[channels];
      float[] along = new float[channels];
      for (int i = 0; i < out.length; i++) {
        int c = channel(i);
        sum[c] += dOut[i];
        along[c] += dOut[i] * (in[i] - mean[c]) * inverse[c];
      }
      for (int c = 0; c < channels; c++) {
        shift.gradient[c] += sum[c];
        scale.gradient[c] += along[c];
      }
      for (int i = 0; i < out.length; i++) {
        int c = channel(i);
        float normal = (in[i] - mean[c]) * inverse[c];
        dIn[i] =
            scale.value[c] * inverse[c] * (dOut[i] - sum[c] / count - normal * along[c] / count);
      }
    }
  }
}
