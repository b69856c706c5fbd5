package dev.magpie.lab.claim;

import dev.magpie.report.Verdict;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * One statement of the literature that a measured record can confirm: its text, the value that it
 * gives, and the same value as a function of the record. The verdict follows from that value alone.
 *
 * <pre>{@code
 * Claim.of("gain", "Gain over BDI").around(0.5).is(48, Unit.PERCENT, Ratios::gain)
 * Claim.of("above", "The mean is above BDI's").holds(Ratios::isAbove)
 * Claim.of("larger", "No block becomes larger").never("blocks", Ratios::larger)
 * }</pre>
 *
 * @param name the name that result files give its value
 * @param text the statement
 * @param paper the paper's value
 * @param band which values count as the paper's
 * @param unit how values are printed
 * @param notExpected why the paper's value cannot be expected here; empty where it can
 * @param function the value that was measured; NaN for what could not be
 * @param <T> what the experiment measures
 */
public record Claim<T>(
    String name,
    String text,
    double paper,
    Band band,
    Unit unit,
    String notExpected,
    ToDoubleFunction<T> function) {

  /** Begins a claim with its name in result files and its text. */
  public static Builder of(String name, String text) {
    return new Builder(name, text);
  }

  /** The value that was measured; NaN for what could not be. */
  public double in(T measured) {
    return function.applyAsDouble(measured);
  }

  /**
   * The number decides, whatever was expected; the expectation only tells how a failure is named.
   * NaN, for what could not be measured, is an error.
   */
  public Verdict judge(double value) {
    if (Double.isNaN(value)) {
      return Verdict.ERROR;
    }
    if (band.contains(value)) {
      return Verdict.REPRODUCED;
    }
    return notExpected.isEmpty() ? Verdict.NOT_REPRODUCED : Verdict.NOT_EXPECTED;
  }

  /** Collects what is said about a claim before its value. */
  public static final class Builder {
    private final String name;
    private final String text;
    private DoubleFunction<Band> band = Band::exactly;
    private String notExpected = "";

    private Builder(String name, String text) {
      this.name = name;
      this.text = text;
    }

    /** Values as near as this count as the paper's. */
    public Builder around(double tolerance) {
      band = paper -> Band.around(paper, tolerance);
      return this;
    }

    /** Values from the one to the other count as the paper's. */
    public Builder within(double low, double high) {
      Band values = new Band(low, high);
      band = _ -> values;
      return this;
    }

    /** Values of this and more count as the paper's. */
    public Builder atLeast(double low) {
      return within(low, Double.POSITIVE_INFINITY);
    }

    /** Declares beforehand that the paper's value cannot be expected here. */
    public Builder notExpected(String reason) {
      notExpected = reason;
      return this;
    }

    /** A claim about how much something is: exactly the paper's value, unless otherwise said. */
    public <T> Claim<T> is(double paper, Unit unit, ToDoubleFunction<T> function) {
      return new Claim<>(name, text, paper, band.apply(paper), unit, notExpected, function);
    }

    public <T> Claim<T> percent(double paper, ToDoubleFunction<T> function) {
      return is(paper, Unit.PERCENT, function);
    }

    public <T> Claim<T> ratio(double paper, ToDoubleFunction<T> function) {
      return is(paper, Unit.RATIO, function);
    }

    /** Of a number of whole things, such as bits. */
    public <T> Claim<T> whole(double paper, String what, ToDoubleFunction<T> function) {
      return is(paper, Unit.whole(what), function);
    }

    /** A claim that something is so, such as one mean above another; its value is 1 or 0. */
    public <T> Claim<T> holds(Predicate<T> statement) {
      return is(1, Unit.YES_NO, measured -> statement.test(measured) ? 1 : 0);
    }

    /**
     * A claim that something is so everywhere; its value is the number of exceptions.
     *
     * @param what is counted, such as blocks
     */
    public <T> Claim<T> never(String what, ToDoubleFunction<T> exceptions) {
      return new Claim<T>(
          name,
          text + ": exceptions",
          0,
          Band.exactly(0),
          Unit.whole(what),
          notExpected,
          exceptions);
    }
  }
}
