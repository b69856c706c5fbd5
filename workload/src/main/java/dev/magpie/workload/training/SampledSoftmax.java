package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.MatrixView;
import dev.magpie.workload.series.Memory;
import java.util.Arrays;

/**
 * Softmax over the right word and a sample of the vocabulary, which small numbers are likelier to
 * be in: {@code log_uniform_candidate_sampler} of public code.
 */
final class SampledSoftmax {
  private final int vocabulary;
  private final int width;
  private final int words;
  private final int samples;
  private final Adagrad weights;
  private final Adagrad bias;
  private final RowSums rows;

  /** Sampled words, and then the right ones. */
  private final int[] candidates;

  private final float[] sampled;
  private final float[] sampledDiff;
  private final float[] scores;
  private final float[] scoresDiff;
  private final Workspace workspace;
  private final Lcg random;

  SampledSoftmax(
      int vocabulary, int width, int words, int samples, Workspace workspace, Lcg random) {
    this.vocabulary = vocabulary;
    this.width = width;
    this.words = words;
    this.samples = samples;
    this.random = random;
    this.workspace = workspace.atLeast(samples * width);
    weights = new Adagrad("softmax", vocabulary * width).uniform(random, Math.sqrt(3.0 / width));
    bias = new Adagrad("softmax.bias", vocabulary);
    rows = new RowSums(samples + words, width + 1);
    candidates = new int[samples + words];
    sampled = new float[samples * width];
    sampledDiff = new float[samples * width];
    scores = new float[words * samples];
    scoresDiff = new float[words * samples];
  }

  /** How often a word is among the samples, about: its logarithm is taken from its score. */
  private float expected(int word) {
    double share = StrictMath.log((word + 2.0) / (word + 1.0)) / StrictMath.log(vocabulary + 1.0);
    return (float) StrictMath.log(samples * share);
  }

  int[] candidates() {
    return candidates;
  }

  /** The logarithms of how often candidates are among the samples. */
  float[] expected() {
    float[] all = new float[candidates.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = expected(candidates[i]);
    }
    return all;
  }

  /** Draws words, beside the right ones. */
  void sample(int[] right) {
    for (int s = 0; s < samples; s++) {
      double word = StrictMath.exp(random.next() * StrictMath.log(vocabulary + 1.0)) - 1;
      candidates[s] = Math.min(vocabulary - 1, (int) word);
    }
    System.arraycopy(right, 0, candidates, samples, words);
  }

  /**
   * Scores words against the samples that were drawn, and leaves the gradients of outputs.
   *
   * @param right the words that come next
   * @param outputs of the network, from {@code at}
   * @param scale of the loss
   * @return the mean loss
   */
  double train(int[] right, float[] outputs, int at, float[] outputsDiff, float scale) {
    for (int s = 0; s < samples; s++) {
      System.arraycopy(weights.weight(), candidates[s] * width, sampled, s * width, width);
    }
    float[] turned = workspace.first();
    Unfolding.transpose(sampled, 0, samples, width, turned);
    for (int word = 0; word < words; word++) {
      for (int s = 0; s < samples; s++) {
        scores[word * samples + s] = bias.weight()[candidates[s]] - expected(candidates[s]);
      }
    }
    MatrixView outputRows = MatrixView.of(outputs, at, words, width);
    MatrixView.addProduct(
        MatrixView.of(scores, 0, words, samples),
        outputRows,
        MatrixView.of(turned, 0, width, samples));
    rows.begin();
    Arrays.fill(outputsDiff, 0);
    double loss = 0;
    for (int word = 0; word < words; word++) {
      loss += train(word, right[word], outputs, at + word * width, outputsDiff, scale);
    }
    MatrixView gradient = MatrixView.of(scoresDiff, 0, words, samples);
    MatrixView.addProduct(
        MatrixView.of(outputsDiff, 0, words, width),
        gradient,
        MatrixView.of(sampled, 0, samples, width));
    Arrays.fill(sampledDiff, 0);
    MatrixView.addProduct(
        MatrixView.of(sampledDiff, 0, samples, width), gradient.transposed(), outputRows);
    for (int s = 0; s < samples; s++) {
      float sum = 0;
      for (int word = 0; word < words; word++) {
        sum += scoresDiff[word * samples + s];
      }
      rows.add(candidates[s], sampledDiff, s * width, 1, width);
      rows.add(candidates[s], width, sum);
    }
    return loss / words;
  }

  private double train(
      int word, int right, float[] outputs, int at, float[] outputsDiff, float scale) {
    float score = bias.weight()[right] - expected(right);
    for (int w = 0; w < width; w++) {
      score += weights.weight()[right * width + w] * outputs[at + w];
    }
    float most = score;
    for (int s = 0; s < samples; s++) {
      most = Math.max(most, scores[word * samples + s]);
    }
    double total = StrictMath.exp(score - most);
    for (int s = 0; s < samples; s++) {
      boolean hit = candidates[s] == right;
      double share = hit ? 0 : StrictMath.exp(scores[word * samples + s] - most);
      scoresDiff[word * samples + s] = (float) share;
      total += share;
    }
    float times = (float) (scale / total);
    for (int s = 0; s < samples; s++) {
      scoresDiff[word * samples + s] *= times;
    }
    double own = StrictMath.exp(score - most) / total;
    float slope = (float) (scale * (own - 1));
    for (int w = 0; w < width; w++) {
      outputsDiff[word * width + w] = slope * weights.weight()[right * width + w];
    }
    rows.add(right, outputs, at, slope, width);
    rows.add(right, width, slope);
    return -StrictMath.log(own);
  }

  void update() {
    rows.forEach((row, values, from) -> {
      weights.update(row * width, values, from, width);
      bias.update(row, values, from + width, 1);
    });
  }

  void addTo(Memory memory) {
    weights.addTo(memory);
    bias.addTo(memory);
    memory
        .i32("softmax.candidates", candidates)
        .f32("softmax.sampled", sampled)
        .f32("softmax.sampled.diff", sampledDiff)
        .f32("softmax.scores", scores)
        .f32("softmax.scores.diff", scoresDiff)
        .f32("softmax.rows", rows.values());
  }
}
