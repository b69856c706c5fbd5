package dev.magpie.lab.result;

import java.util.Locale;

/**
 * What became of an experiment.
 *
 * @param result what its file now holds
 * @param how where that comes from
 */
public record Outcome(ExperimentResult result, How how) {

  /** Where a result comes from. */
  public enum How {
    /** Measured now. */
    RAN,
    /** From an earlier run with the same parameters, data and program. */
    REUSED,
    /** The experiment ended with an error. */
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
