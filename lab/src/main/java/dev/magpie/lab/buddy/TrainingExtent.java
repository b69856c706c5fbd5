package dev.magpie.lab.buddy;

import dev.magpie.lab.result.RunSize;

/**
 * How much a small network is trained.
 *
 * @param images of an epoch
 * @param heldOut images that accuracy is counted on
 * @param epochs of each run
 * @param runs of each batch, beside the one that chooses the rate
 */
public record TrainingExtent(int images, int heldOut, int epochs, int runs) {
  static TrainingExtent of(RunSize size) {
    return size == RunSize.QUICK
        ? new TrainingExtent(512, 256, 6, 2)
        : new TrainingExtent(2048, 1024, 24, 3);
  }

  TrainingExtent once() {
    return new TrainingExtent(images, heldOut, epochs, 1);
  }
}
