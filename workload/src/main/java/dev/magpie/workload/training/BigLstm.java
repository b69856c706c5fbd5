package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.Map;

/**
 * Trains a language model of two layers of long short-term memory to predict words (Jozefowicz et
 * al., 2016): a large vocabulary, sampled softmax, Adagrad.
 */
final class BigLstm implements SeriesProgram.Running {
  private static final int PARTS = SeriesProgram.SNAPSHOTS;

  /** How long gradients of the layers may be, all as one vector. */
  static final double LONGEST = 10;

  /** Texts that are read at once as published: gradients are as small as theirs. */
  static final int REAL_TEXTS = 128;

  /** Of the loss. */
  static final float SCALE = 1f / REAL_TEXTS;

  /**
   * How large it is.
   *
   * @param texts that are read at once
   * @param time words of each in a step
   * @param width of embeddings and projections
   * @param samples of the vocabulary that a step scores
   */
  record Extent(int vocabulary, int texts, int time, int width, int hidden, int samples) {
    int words() {
      return texts * time;
    }
  }

  private final Extent extent;
  private final int steps;
  private final Lcg random = new Lcg(271_828_183);
  private final WordSource source;
  private final int[] words;
  private final int[] right;
  private final float[] embedded;
  private final Adagrad embedding;
  private final RowSums embeddingRows;
  private final List<LstmLayer> layers;
  private final SampledSoftmax softmax;
  private long operation;
  private int part;
  private double lossSum;
  private double meanLoss = Double.NaN;
  private int losses;

  BigLstm(Extent extent, int steps) {
    this.extent = extent;
    this.steps = steps;
    source = new WordSource(extent.vocabulary(), extent.texts(), random);
    words = new int[extent.words() + extent.texts()];
    right = new int[extent.words()];
    embedded = new float[extent.words() * extent.width()];
    embedding =
        new Adagrad("embedding", extent.vocabulary() * extent.width())
            .uniform(random, Math.sqrt(3.0 / extent.width()));
    embeddingRows = new RowSums(extent.words(), extent.width());
    Workspace workspace = new Workspace();
    layers = List.of(layer("lstm0", workspace), layer("lstm1", workspace));
    softmax =
        new SampledSoftmax(
            extent.vocabulary(),
            extent.width(),
            extent.words(),
            extent.samples(),
            workspace,
            random);
  }

  private LstmLayer layer(String name, Workspace workspace) {
    return new LstmLayer(
        name, extent.texts(), extent.time(), extent.width(), extent.hidden(), workspace, random);
  }

  /** Words, both ways through time, softmax between them, gradients of weights and the update. */
  private int operations() {
    return 2 * extent.time() + 4;
  }

  /** Ends in the midst of a step, each time in another place, as snapshots of programs do. */
  @Override
  public void advance() {
    part++;
    lossSum = 0;
    losses = 0;
    long end = (long) steps * operations() * part / PARTS;
    end += (long) (part % PARTS) * 3 * operations() / PARTS % operations();
    for (; operation < end; operation++) {
      operate((int) (operation % operations()));
    }
    // A tenth of a few steps may end ahead of its first loss.
    if (losses > 0) {
      meanLoss = lossSum / losses;
    }
  }

  private void operate(int at) {
    int time = extent.time();
    LstmLayer first = layers.getFirst();
    LstmLayer last = layers.getLast();
    if (at == 0) {
      read();
    } else if (at <= time) {
      first.forward(at - 1, embedded, (at - 1) * extent.texts() * extent.width());
      last.forward(at - 1, first.output(), first.outputAt(at - 1));
    } else if (at == time + 1) {
      softmax.sample(right);
      lossSum += softmax.train(right, last.output(), last.outputAt(0), last.outputDiff(), SCALE);
      losses++;
      layers.forEach(LstmLayer::beginBackward);
    } else if (at <= 2 * time + 1) {
      backward(2 * time + 1 - at);
    } else if (at == 2 * time + 2) {
      layers.forEach(LstmLayer::differentiate);
      clip();
      gatherEmbedding();
    } else {
      layers.forEach(LstmLayer::update);
      softmax.update();
      embeddingRows.forEach((row, values, from) ->
          embedding.update(row * extent.width(), values, from, extent.width()));
    }
  }

  /** Takes a whole step, as the first of a run or behind another. */
  void step() {
    for (int at = 0; at < operations(); at++) {
      operate(at);
    }
  }

  /** Makes up what a step reads, in place of {@link #step}. */
  LstmBatch nextBatch() {
    readWords();
    softmax.sample(right);
    return new LstmBatch(
        words,
        right,
        softmax.candidates(),
        softmax.expected(),
        LstmBatch.Rows.of(words, 0, extent.words()),
        LstmBatch.Rows.of(
            softmax.candidates(), extent.samples(), extent.samples() + extent.words()));
  }

  private void readWords() {
    int texts = extent.texts();
    System.arraycopy(words, extent.words(), words, 0, texts);
    for (int word = texts; word < words.length; word++) {
      words[word] = source.next(word % texts);
    }
    System.arraycopy(words, texts, right, 0, right.length);
  }

  private void read() {
    readWords();
    for (int word = 0; word < extent.words(); word++) {
      System.arraycopy(
          embedding.weight(),
          words[word] * extent.width(),
          embedded,
          word * extent.width(),
          extent.width());
    }
    layers.forEach(LstmLayer::carryOn);
  }

  private void backward(int t) {
    LstmLayer first = layers.getFirst();
    LstmLayer last = layers.getLast();
    last.backward(t);
    int width = extent.width();
    for (int word = t * extent.texts(); word < (t + 1) * extent.texts(); word++) {
      System.arraycopy(last.inputDiff(), 2 * word * width, first.outputDiff(), word * width, width);
    }
    first.backward(t);
  }

  /** Keeps the length of the layers' gradients, all as one vector, within bounds. */
  private void clip() {
    double length = Math.sqrt(layers.stream().mapToDouble(LstmLayer::squares).sum());
    if (length > LONGEST) {
      layers.forEach(layer -> layer.shorten((float) (LONGEST / length)));
    }
  }

  /** Public code multiplies the gradients of embeddings by the number of texts. */
  private void gatherEmbedding() {
    int width = extent.width();
    embeddingRows.begin();
    for (int word = 0; word < extent.words(); word++) {
      float[] gradients = layers.getFirst().inputDiff();
      embeddingRows.add(words[word], gradients, 2 * word * width, REAL_TEXTS, width);
    }
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory().i32("words", words).i32("right", right);
    embedding.addTo(memory);
    memory.f32("embedding.rows", embeddingRows.values()).f32("embedded", embedded);
    layers.forEach(layer -> layer.addTo(memory));
    softmax.addTo(memory);
    return memory.arrays();
  }

  /** The mean loss of the last tenth that has one. */
  @Override
  public double residual() {
    return meanLoss;
  }
}
