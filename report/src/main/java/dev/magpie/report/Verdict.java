package dev.magpie.report;

/** What a measured value says about a claim. */
public enum Verdict {
  REPRODUCED("reproduced"),
  NOT_REPRODUCED("not reproduced"),
  /** Where the claim cannot be expected to hold here, and the report says why. */
  NOT_EXPECTED("not expected"),
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
