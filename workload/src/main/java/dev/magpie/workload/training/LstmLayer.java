package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.MatrixView;
import dev.magpie.workload.series.Memory;
import java.util.Arrays;
import java.util.List;

/**
 * A long short-term memory whose outputs are projections of its states. Rows are words: those of a
 * time step lie together, and what step {@code t} leaves is in rows of step {@code t + 1}.
 */
final class LstmLayer {
  private final String name;
  private final int texts;
  private final int time;
  private final int width;
  private final int hidden;
  private final Adagrad weights;
  private final Adagrad bias;
  private final Adagrad projection;
  private final float[] weightsDiff;
  private final float[] biasDiff;
  private final float[] projectionDiff;

  /** Of each word: what comes in, and the last output. */
  private final float[] input;

  /** Input gate, forget gate, candidate and output gate. */
  private final float[] gates;

  private final float[] cell;
  private final float[] state;
  private final float[] output;
  private final float[] gatesDiff;
  private final float[] inputDiff;
  private final float[] cellDiff;
  private final float[] stateDiff;
  private final float[] outputDiff;
  private final Workspace workspace;

  /**
   * @param texts that are read at once
   * @param time words of each
   * @param width of inputs and outputs
   */
  LstmLayer(
      String name, int texts, int time, int width, int hidden, Workspace workspace, Lcg random) {
    this.name = name;
    this.texts = texts;
    this.time = time;
    this.width = width;
    this.hidden = hidden;
    this.workspace = workspace.atLeast(8 * width * hidden);
    weights = new Adagrad(name, 8 * width * hidden).uniform(random, Math.sqrt(3.0 / (2 * width)));
    bias = new Adagrad(name + ".bias", 4 * hidden);
    projection =
        new Adagrad(name + ".projection", hidden * width).uniform(random, Math.sqrt(3.0 / hidden));
    weightsDiff = new float[weights.weight().length];
    biasDiff = new float[bias.weight().length];
    projectionDiff = new float[projection.weight().length];
    int words = texts * time;
    input = new float[2 * words * width];
    gates = new float[4 * words * hidden];
    cell = new float[(words + texts) * hidden];
    state = new float[words * hidden];
    output = new float[(words + texts) * width];
    gatesDiff = new float[4 * words * hidden];
    inputDiff = new float[2 * words * width];
    cellDiff = new float[texts * hidden];
    stateDiff = new float[texts * hidden];
    outputDiff = new float[words * width];
  }

  /** Where the outputs of a step begin. */
  int outputAt(int t) {
    return (t + 1) * texts * width;
  }

  float[] output() {
    return output;
  }

  /** Gradients of all outputs, row by row. */
  float[] outputDiff() {
    return outputDiff;
  }

  /** The gradient of what came in, with that of the last output behind each. */
  float[] inputDiff() {
    return inputDiff;
  }

  /** Goes on from where the last batch ended. */
  void carryOn() {
    System.arraycopy(cell, time * texts * hidden, cell, 0, texts * hidden);
    System.arraycopy(output, time * texts * width, output, 0, texts * width);
  }

  /** Reads the {@code t}-th words. */
  void forward(int t, float[] from, int at) {
    int first = t * texts;
    for (int b = 0; b < texts; b++) {
      int to = 2 * (first + b) * width;
      System.arraycopy(from, at + b * width, input, to, width);
      System.arraycopy(output, (first + b) * width, input, to + width, width);
      System.arraycopy(bias.weight(), 0, gates, 4 * (first + b) * hidden, 4 * hidden);
    }
    MatrixView.addProduct(
        MatrixView.of(gates, 4 * first * hidden, texts, 4 * hidden),
        MatrixView.of(input, 2 * first * width, texts, 2 * width),
        MatrixView.of(weights.weight(), 0, 2 * width, 4 * hidden));
    for (int word = first; word < first + texts; word++) {
      activate(word);
    }
    Arrays.fill(output, outputAt(t), outputAt(t) + texts * width, 0);
    MatrixView.addProduct(
        MatrixView.of(output, outputAt(t), texts, width),
        MatrixView.of(state, first * hidden, texts, hidden),
        MatrixView.of(projection.weight(), 0, hidden, width));
  }

  private void activate(int word) {
    int g = 4 * word * hidden;
    for (int h = 0; h < hidden; h++, g++) {
      float in = sigmoid(gates[g]);
      float forget = sigmoid(gates[g + hidden] + 1);
      float candidate = (float) StrictMath.tanh(gates[g + 2 * hidden]);
      float out = sigmoid(gates[g + 3 * hidden]);
      gates[g] = in;
      gates[g + hidden] = forget;
      gates[g + 2 * hidden] = candidate;
      gates[g + 3 * hidden] = out;
      float now = forget * cell[word * hidden + h] + in * candidate;
      cell[(word + texts) * hidden + h] = now;
      state[word * hidden + h] = out * (float) StrictMath.tanh(now);
    }
  }

  private static float sigmoid(float x) {
    return (float) (1 / (1 + StrictMath.exp(-x)));
  }

  /** Begins at the last step. */
  void beginBackward() {
    Arrays.fill(cellDiff, 0);
    Arrays.fill(inputDiff, 0);
  }

  /** Goes back a step; all later ones are done. */
  void backward(int t) {
    int first = t * texts;
    if (t < time - 1) {
      for (int b = 0; b < texts; b++) {
        int later = (2 * (first + texts + b) + 1) * width;
        for (int w = 0; w < width; w++) {
          outputDiff[(first + b) * width + w] += inputDiff[later + w];
        }
      }
    }
    MatrixView gradient = MatrixView.of(outputDiff, first * width, texts, width);
    float[] turned = workspace.first();
    Unfolding.transpose(projection.weight(), 0, hidden, width, turned);
    Arrays.fill(stateDiff, 0);
    MatrixView.addProduct(
        MatrixView.of(stateDiff, 0, texts, hidden),
        gradient,
        MatrixView.of(turned, 0, width, hidden));
    for (int b = 0; b < texts; b++) {
      deactivate(first + b, b);
    }
    Unfolding.transpose(weights.weight(), 0, 2 * width, 4 * hidden, turned);
    MatrixView.addProduct(
        MatrixView.of(inputDiff, 2 * first * width, texts, 2 * width),
        MatrixView.of(gatesDiff, 4 * first * hidden, texts, 4 * hidden),
        MatrixView.of(turned, 0, 4 * hidden, 2 * width));
  }

  private void deactivate(int word, int text) {
    int g = 4 * word * hidden;
    for (int h = 0; h < hidden; h++, g++) {
      float in = gates[g];
      float forget = gates[g + hidden];
      float candidate = gates[g + 2 * hidden];
      float out = gates[g + 3 * hidden];
      float shown = (float) StrictMath.tanh(cell[(word + texts) * hidden + h]);
      float ds = stateDiff[text * hidden + h];
      float dc = cellDiff[text * hidden + h] + ds * out * (1 - shown * shown);
      gatesDiff[g] = dc * candidate * in * (1 - in);
      gatesDiff[g + hidden] = dc * cell[word * hidden + h] * forget * (1 - forget);
      gatesDiff[g + 2 * hidden] = dc * in * (1 - candidate * candidate);
      gatesDiff[g + 3 * hidden] = ds * shown * out * (1 - out);
      cellDiff[text * hidden + h] = dc * forget;
    }
  }

  /** Gradients of weights over all steps. */
  void differentiate() {
    int words = texts * time;
    Arrays.fill(weightsDiff, 0);
    Arrays.fill(biasDiff, 0);
    Arrays.fill(projectionDiff, 0);
    MatrixView ofGates = MatrixView.of(gatesDiff, 0, words, 4 * hidden);
    MatrixView.addProduct(
        MatrixView.of(weightsDiff, 0, 2 * width, 4 * hidden),
        MatrixView.of(input, 0, words, 2 * width).transposed(),
        ofGates);
    for (int word = 0; word < words; word++) {
      for (int g = 0; g < 4 * hidden; g++) {
        biasDiff[g] += gatesDiff[4 * word * hidden + g];
      }
    }
    MatrixView.addProduct(
        MatrixView.of(projectionDiff, 0, hidden, width),
        MatrixView.of(state, 0, words, hidden).transposed(),
        MatrixView.of(outputDiff, 0, words, width));
  }

  /** The sum of the squares of all gradients of weights. */
  double squares() {
    return squares(weightsDiff) + squares(biasDiff) + squares(projectionDiff);
  }

  private static double squares(float[] values) {
    double sum = 0;
    for (float value : values) {
      sum += (double) value * value;
    }
    return sum;
  }

  /** Makes all gradients of weights smaller. */
  void shorten(float times) {
    for (float[] diff : List.of(weightsDiff, biasDiff, projectionDiff)) {
      for (int i = 0; i < diff.length; i++) {
        diff[i] *= times;
      }
    }
  }

  void update() {
    weights.update(0, weightsDiff, 0, weightsDiff.length);
    bias.update(0, biasDiff, 0, biasDiff.length);
    projection.update(0, projectionDiff, 0, projectionDiff.length);
  }

  void addTo(Memory memory) {
    weights.addTo(memory);
    bias.addTo(memory);
    projection.addTo(memory);
    memory
        .f32(name + ".weight.diff", weightsDiff)
        .f32(name + ".bias.diff", biasDiff)
        .f32(name + ".projection.diff", projectionDiff)
        .f32(name + ".input", input)
        .f32(name + ".input.diff", inputDiff)
        .f32(name + ".gates", gates)
        .f32(name + ".gates.diff", gatesDiff)
        .f32(name + ".cell", cell)
        .f32(name + ".cell.diff", cellDiff)
        .f32(name + ".state", state)
        .f32(name + ".state.diff", stateDiff)
        .f32(name + ".output", output)
        .f32(name + ".output.diff", outputDiff);
  }
}
