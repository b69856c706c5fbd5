package dev.magpie.report;

/** Where the values of a series come from; charts tell the two apart at a glance. */
public enum Origin {
  /** Measured here: filled bars, solid lines. */
  MEASURED,
  /**
   * Taken from a paper: hollow bars, dashed lines, in the colour of the measured series before it.
   */
  CLAIMED
}
