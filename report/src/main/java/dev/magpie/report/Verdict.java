package dev.magpie.report;

/** What a measured value says about a claim, the better before the worse of each kind. */
public enum Verdict {
  /** A number is the claimed one, to its rounding. */
  EXACT("exact"),
  /** A number is as near as that, relative to the claimed one. */
  WITHIN_5_PERCENT("within 5 %"),
  WITHIN_10_PERCENT("within 10 %"),
  /** A number differs by more, but from the value of no effect in the claimed direction. */
  SAME_DIRECTION("same direction"),
  CONTRADICTS("contradicts"),
  /** An ordering is so. */
  HOLDS("holds"),
  DOES_NOT_HOLD("does not hold"),
  /** Arithmetic, configuration or construction agree: no evidence of anything measured. */
  CONSISTENT("consistent"),
  INCONSISTENT("inconsistent"),
  /** Nothing here can measure it. */
  OPEN("open"),
  /** The measurement failed. */
  ERROR("error");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** How tables print it. */
  public String label() {
    return label;
  }
}
