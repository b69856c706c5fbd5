package dev.magpie.lab.buddy;

import dev.magpie.workload.training.BigLstmShape;
import java.util.ArrayList;
import java.util.List;

/** A step of training BigLSTM: words after words forward, and back. */
final class BigLstmStep {
  private static final int GATES = 4;

  private final BigLstmShape shape;
  private final long texts;
  private final long words;
  private final long width;
  private final long hidden;
  private final List<TrainingKernel> all = new ArrayList<>();

  BigLstmStep(BigLstmShape shape, long texts) {
    this.shape = shape;
    this.texts = texts;
    words = texts * shape.time();
    width = shape.width();
    hidden = shape.hidden();
  }

  List<TrainingKernel> kernels() {
    // Rows of the embedding are copied, and their gradients added up.
    moving(2.0 * words * width);
    moving(2.0 * words * width);
    for (int layer = 0; layer < BigLstmShape.LAYERS; layer++) {
      for (int t = 0; t < shape.time(); t++) {
        addWord();
      }
      addWeights();
    }
    addSoftmax();
    double rows = 2.0 * words + shape.samples();
    moving(TrainingStep.UPDATE_PASSES * rows * width);
    return all;
  }

  private void moving(double elements) {
    all.add(TrainingKernel.moving(elements));
  }

  private void product(long rows, long columns, long depth) {
    double moved = (double) rows * columns + (double) rows * depth + (double) columns * depth;
    all.add(TrainingKernel.product(rows, columns, (double) depth, 1, moved));
  }

  /** A word of each text, forward and backward. */
  private void addWord() {
    double states = (double) texts * hidden;
    product(GATES * hidden, texts, 2 * width);
    moving((GATES + 3) * states);
    product(width, texts, hidden);
    product(hidden, texts, width);
    moving((2 * GATES + 4) * states);
    product(2 * width, texts, GATES * hidden);
  }

  /** Gradients of a layer's weights, of all words at once, and the update. */
  private void addWeights() {
    product(GATES * hidden, 2 * width, words);
    product(hidden, width, words);
    moving(TrainingStep.UPDATE_PASSES * (2.0 * GATES * hidden * width + (double) hidden * width));
  }

  private void addSoftmax() {
    long samples = shape.samples();
    product(samples, words, width);
    moving(2.0 * words * samples);
    product(width, words, samples);
    product(samples, width, words);
  }
}
