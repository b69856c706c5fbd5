package dev.magpie.lab.claim;

import dev.magpie.report.Verdict;
import java.util.Locale;

/** What a claim says of a value, and so how the value is judged. */
public sealed interface Statement {

  /** What values that could be measured say; NaN, for one that could not, is an error. */
  default Verdict judge(double value) {
    return Double.isNaN(value) ? Verdict.ERROR : judgeMeasured(value);
  }

  /** The verdict on a value that is a number. */
  Verdict judgeMeasured(double value);

  /** How a file calls this kind of statement. */
  default String kind() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /**
   * That something is a number. Graded by how far the value is from it, relative to it.
   *
   * @param paper the number, not zero unless it is its own neutral value
   * @param rounding half of the last place that the paper gives: nearer values are the same
   * @param neutral the value of no effect, such as 1 of a speedup, which separates the directions;
   *     NaN where there are none, as of a share
   */
  record Measurement(double paper, double rounding, double neutral) implements Statement {
    /** Binary fractions may miss the last place of a decimal number by as much. */
    private static final double ARITHMETIC = 1e-9;

    /** How far a value is above the paper's, as a fraction of it; infinite where that is zero. */
    public double error(double value) {
      return value == paper ? 0 : (value - paper) / Math.abs(paper);
    }

    @Override
    public Verdict judgeMeasured(double value) {
      double error = Math.abs(error(value));
      if (Math.abs(value - paper) <= rounding + ARITHMETIC * Math.abs(paper)) {
        return Verdict.EXACT;
      }
      if (error <= 0.05) {
        return Verdict.WITHIN_5_PERCENT;
      }
      if (error <= 0.1) {
        return Verdict.WITHIN_10_PERCENT;
      }
      return (value - neutral) * (paper - neutral) > 0
          ? Verdict.SAME_DIRECTION
          : Verdict.CONTRADICTS;
    }
  }

  /**
   * Who is above whom, what grows, what stays below a bound that the paper gives.
   *
   * @param paper the bound; for counter-examples 0, for yes and no 1
   * @param band the values with which it holds
   */
  record Ordering(double paper, Band band) implements Statement {
    @Override
    public Verdict judgeMeasured(double value) {
      return band.contains(value) ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD;
    }
  }

  /**
   * Arithmetic, configuration, or true by construction: no evidence, but were it false, all else
   * would be about something other than what the paper describes.
   *
   * @param paper the number or bound
   * @param band the values that are consistent
   */
  record Consistency(double paper, Band band) implements Statement {
    @Override
    public Verdict judgeMeasured(double value) {
      return band.contains(value) ? Verdict.CONSISTENT : Verdict.INCONSISTENT;
    }
  }

  /** What cannot be measured here. */
  record Open() implements Statement {
    @Override
    public Verdict judge(double value) {
      return Verdict.OPEN;
    }

    @Override
    public Verdict judgeMeasured(double value) {
      return Verdict.OPEN;
    }
  }
}
