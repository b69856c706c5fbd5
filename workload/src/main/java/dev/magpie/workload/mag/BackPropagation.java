package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.util.List;
import java.util.SplittableRandom;

/** BP: one training pass of a network of many inputs, 16 hidden units and one output. */
final class BackPropagation implements CudaProgram.Run {
  private static final int HIDDEN = 16;
  private static final int ROW = HIDDEN + 1;
  private static final float TARGET = 0.1f;
  private static final float RATE = 0.3f;
  private static final float MOMENTUM = 0.3f;

  private final int inputs;
  private final float[] input;
  private final float[] weights;
  private final float[] outputWeights;
  private float[] trained = {};
  private float[] movement = {};

  private BackPropagation(Settings settings) {
    inputs = settings.whole("inputs", HIDDEN, 1 << 24);
    if (inputs % HIDDEN != 0) {
      throw new WorkloadException("inputs=%d: must be a multiple of 16".formatted(inputs));
    }
    SplittableRandom random = new SplittableRandom(settings.seed());
    input = uniform(random, inputs + 1);
    input[0] = 1;
    weights = uniform(random, (inputs + 1) * ROW);
    outputWeights = uniform(random, ROW);
  }

  static CudaProgram program() {
    return new CudaProgram(
            "bp",
            "Rodinia backprop",
            "one training pass of a network with 16 hidden units",
            "weights and their movements, bit for bit",
            new PtxResource(BackPropagation.class, "bp"),
            List.of(
                InputParameter.whole(
                    "inputs", "inputs of the network, a multiple of 16", 4096, 65536, 65536),
                InputParameter.whole("seed", "of inputs and weights, uniform in [0, 1)", 7)),
            BackPropagation::new)
        .approximating(Approximation.of(List.of("input", "w", "oldw"), List.of("w")));
  }

  private static float[] uniform(SplittableRandom random, int n) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = random.nextInt(1 << 24) * 0x1p-24f;
    }
    return values;
  }

  @Override
  public void execute(Host host) {
    int blocks = inputs / HIDDEN;
    DeviceBuffer input = host.upload("input", Dtype.F32, this.input);
    DeviceBuffer w = host.upload("w", Dtype.F32, weights, inputs + 1, ROW);
    DeviceBuffer oldw = host.allocate("oldw", Dtype.F32, inputs + 1, ROW);
    DeviceBuffer partial = host.allocate("partial", Dtype.F32, blocks, HIDDEN);
    DeviceBuffer delta = host.allocate("delta", Dtype.F32, ROW);
    host.allocate("hidden", Dtype.F32, ROW);
    host.fill(oldw, 0);
    Dim3 grid = Dim3.of(1, blocks);
    Dim3 block = Dim3.of(HIDDEN, HIDDEN);
    host.launch("forward", grid, block, 0, input, w, partial);
    host.write(delta, deltas(host.floats(partial)));
    host.write(w, weights);
    host.launch("adjust", grid, block, 0, input, delta, w, oldw);
    trained = host.floats(w);
    movement = host.floats(oldw);
  }

  /** The hidden units' part in the error; what the host computes between the kernels. */
  private float[] deltas(float[] partial) {
    float[] hidden = new float[ROW];
    hidden[0] = 1;
    for (int j = 1; j <= HIDDEN; j++) {
      float sum = weights[j];
      for (int block = 0; block < inputs / HIDDEN; block++) {
        sum += partial[block * HIDDEN + j - 1];
      }
      hidden[j] = sigmoid(sum);
    }
    float sum = 0;
    for (int j = 0; j <= HIDDEN; j++) {
      sum += hidden[j] * outputWeights[j];
    }
    float output = sigmoid(sum);
    float error = output * (1 - output) * (TARGET - output);
    float[] deltas = new float[ROW];
    for (int j = 1; j <= HIDDEN; j++) {
      deltas[j] = hidden[j] * (1 - hidden[j]) * error * outputWeights[j];
    }
    return deltas;
  }

  private static float sigmoid(float x) {
    return (float) (1 / (1 + StrictMath.exp(-x)));
  }

  @Override
  public void check() {
    float[] delta = deltas(partialSums());
    float[] expected = weights.clone();
    float[] moved = new float[expected.length];
    for (int i = 0; i <= inputs; i++) {
      float in = i == 0 ? 1 : input[i];
      for (int j = 1; j <= HIDDEN; j++) {
        int at = i * ROW + j;
        moved[at] = Math.fma(MOMENTUM, 0.0f, RATE * delta[j] * in);
        expected[at] += moved[at];
      }
    }
    Results.same("oldw", moved, movement);
    Results.same("w", expected, trained);
  }

  /** Sums of 16 products as a tree adds them. */
  private float[] partialSums() {
    float[] partial = new float[inputs];
    float[] products = new float[HIDDEN];
    for (int block = 0; block < inputs / HIDDEN; block++) {
      for (int j = 1; j <= HIDDEN; j++) {
        for (int i = 0; i < HIDDEN; i++) {
          int row = block * HIDDEN + i + 1;
          products[i] = weights[row * ROW + j] * input[row];
        }
        for (int size = 2; size <= HIDDEN; size *= 2) {
          for (int i = 0; i < HIDDEN; i += size) {
            products[i] += products[i + size / 2];
          }
        }
        partial[block * HIDDEN + j - 1] = products[0];
      }
    }
    return partial;
  }
}
