package dev.magpie.lab;

import dev.magpie.report.Verdict;

/**
 * One statement of a paper that a measured value can confirm. The verdict follows from that value
 * alone.
 *
 * @param measure name of the measured value in the experiment's {@link Findings}
 * @param text the statement
 * @param paper the paper's value
 * @param band which values count as the paper's
 * @param unit how both values are printed
 * @param notExpected why the paper's value cannot be expected here; empty where it can
 */
public record Claim(
    String measure, String text, double paper, Band band, Unit unit, String notExpected) {

  /** A value to be met exactly. */
  public static Claim of(String measure, String text, double paper, Unit unit) {
    return new Claim(measure, text, paper, Band.exactly(paper), unit, "");
  }

  /** A statement that holds or does not; measured as 1 or 0. */
  public static Claim holds(String measure, String text) {
    return of(measure, text, 1, Unit.YES_NO);
  }

  /** A statement that must have no exception; measured as the number of exceptions. */
  public static Claim never(String measure, String text, String what) {
    return of(measure, text, 0, Unit.whole(what));
  }

  public Claim within(Band values) {
    return new Claim(measure, text, paper, values, unit, notExpected);
  }

  /** Declares beforehand that the paper's value cannot be expected here. */
  public Claim notExpected(String reason) {
    return new Claim(measure, text, paper, band, unit, reason);
  }

  /**
   * The number decides, whatever was expected; the expectation only tells how a failure is named.
   * NaN, for what could not be measured, is an error.
   */
  Verdict judge(double measured) {
    if (Double.isNaN(measured)) {
      return Verdict.ERROR;
    }
    if (band.contains(measured)) {
      return Verdict.REPRODUCED;
    }
    return notExpected.isEmpty() ? Verdict.NOT_REPRODUCED : Verdict.NOT_EXPECTED;
  }
}
