package dev.magpie.lab.buddy;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Accuracy over epochs at a batch size.
 *
 * @param batch items
 * @param rate of learning that was chosen for it
 * @param runs percent that are right after each epoch, of each run
 */
record AccuracyCurve(int batch, double rate, List<List<Double>> runs) {
  /** The part of a run that it is judged by. */
  private static final double LAST = 0.25;

  private int epochs() {
    return runs.getFirst().size();
  }

  private int firstOfLast() {
    return (int) Math.floor((1 - LAST) * epochs());
  }

  /** Over the last quarter of all runs. */
  double accuracy() {
    return IntStream.range(firstOfLast(), epochs()).mapToDouble(this::mean).average().orElseThrow();
  }

  /** The mean of all runs after an epoch, counted from 0. */
  double mean(int epoch) {
    return runs.stream().mapToDouble(run -> run.get(epoch)).average().orElseThrow();
  }

  /** How far accuracy moves from an epoch to the next in the second half, as a mean of all runs. */
  double jitter() {
    return runs.stream()
        .mapToDouble(run ->
            IntStream.range(epochs() / 2, epochs() - 1)
                .mapToDouble(epoch -> Math.abs(run.get(epoch + 1) - run.get(epoch)))
                .average()
                .orElseThrow())
        .average()
        .orElseThrow();
  }

  /** Whether the mean of all runs is as high after any epoch. */
  boolean reaches(double accuracy) {
    return epochsTo(accuracy) <= epochs();
  }

  /**
   * After how many epochs the mean of all runs is as high; one more than there are if it is not.
   */
  int epochsTo(double accuracy) {
    int epoch = 0;
    while (epoch < epochs() && mean(epoch) < accuracy) {
      epoch++;
    }
    return epoch + 1;
  }

  /** The means of all epochs. */
  double[] means() {
    return IntStream.range(0, epochs()).mapToDouble(this::mean).toArray();
  }
}
