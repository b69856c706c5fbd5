package dev.magpie.workload.hpc;

import dev.magpie.workload.series.SeriesProgram;

/** A run of a known number of steps, as even a share of them in each tenth as there can be. */
abstract class SteppedRun implements SeriesProgram.Running {
  private final int steps;
  private int part;
  private int done;

  /**
   * @param steps at least as many as there are snapshots
   */
  SteppedRun(int steps) {
    this.steps = steps;
  }

  @Override
  public final void advance() {
    part++;
    int end = (int) ((long) steps * part / SeriesProgram.SNAPSHOTS);
    for (; done < end; done++) {
      step(done);
    }
  }

  /**
   * Computes the next step.
   *
   * @param number from 0
   */
  abstract void step(int number);
}
