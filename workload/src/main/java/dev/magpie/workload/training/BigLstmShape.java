package dev.magpie.workload.training;

import java.util.stream.LongStream;

/**
 * What {@code biglstm} holds, in elements of four bytes, of any size: no array is made.
 *
 * @param vocabulary words
 * @param time words of a text in a step
 * @param width of embeddings and projections
 * @param hidden states of a layer
 * @param samples of the vocabulary that a step scores
 */
public record BigLstmShape(int vocabulary, int time, int width, int hidden, int samples) {
  /** Layers of long short-term memory. */
  public static final int LAYERS = 2;

  /** Gates of a state. */
  private static final int GATES = 4;

  /** Embedding, layers, and what scores words. */
  public long weights() {
    long tables = 2L * vocabulary * width + vocabulary;
    return tables + LAYERS * layerWeights();
  }

  private long layerWeights() {
    return 2L * GATES * width * hidden + (long) GATES * hidden + (long) hidden * width;
  }

  /** What a text brings in: its words, and those that come next. */
  public long inputPerText() {
    return 2L * time;
  }

  /** What the forward pass leaves for the backward pass, for a text. */
  public long keptPerText() {
    long word = width + LAYERS * (2L * width + (GATES + 2L) * hidden + width) + samples;
    return time * word;
  }

  /** The largest gradients of a text, largest first. */
  public LongStream gradientsPerText() {
    LongStream.Builder all = LongStream.builder();
    for (int layer = 0; layer < LAYERS; layer++) {
      all.add((long) time * GATES * hidden);
    }
    return all.add((long) time * samples).build();
  }

  /** All that the program holds whatever the number of texts: accumulators, gradients of layers. */
  public long heldAlways() {
    long rows = (long) samples * (width + 1);
    long sampled = 2L * samples * width + samples;
    return 2 * weights() + LAYERS * layerWeights() + rows + sampled;
  }

  /** All that it holds for a text. */
  public long heldPerText() {
    long words = 2L * time + 1;
    long embedded = 2L * time * width;
    long carried = 3L * hidden + width;
    long word = 6L * width + (2 * GATES + 2L) * hidden;
    long layer = time * word + carried;
    long scored = 2L * time * samples + (long) time * (width + 1) + time;
    return words + embedded + LAYERS * layer + scored;
  }
}
