package dev.magpie.lab.claim;

import dev.magpie.report.Verdict;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * One statement of the literature that a measured record can confirm: its text, the value that it
 * gives, and the same value as a function of the record. The verdict follows from that value alone.
 *
 * @param <T> what the experiment measures
 */
public sealed interface Claim<T> {
  /** A value to be met exactly, unless {@linkplain Quantity#within otherwise said}. */
  static <T> Quantity<T> of(
      String name, String text, double paper, Unit unit, ToDoubleFunction<T> function) {
    return new Quantity<>(name, text, paper, Band.exactly(paper), unit, "", function);
  }

  /** A statement that holds or does not; its value is 1 or 0. */
  static <T> Statement<T> holds(String name, String text, Predicate<T> statement) {
    return new Statement<>(name, text, "", statement);
  }

  /** A statement that must have no exception; its value is the number of exceptions. */
  static <T> NoException<T> never(
      String name, String text, String what, ToDoubleFunction<T> exceptions) {
    return new NoException<>(name, text, what, "", exceptions);
  }

  /** The name that result files give its value. */
  String name();

  /** The statement. */
  String text();

  /** The paper's value. */
  double paper();

  /** Which values count as the paper's. */
  Band band();

  /** How values are printed. */
  Unit unit();

  /** Why the paper's value cannot be expected here; empty where it can. */
  String notExpected();

  /** The value that was measured; NaN for what could not be. */
  double in(T measured);

  /** Declares beforehand that the paper's value cannot be expected here. */
  Claim<T> notExpected(String reason);

  /**
   * The number decides, whatever was expected; the expectation only tells how a failure is named.
   * NaN, for what could not be measured, is an error.
   */
  default Verdict judge(double value) {
    if (Double.isNaN(value)) {
      return Verdict.ERROR;
    }
    if (band().contains(value)) {
      return Verdict.REPRODUCED;
    }
    return notExpected().isEmpty() ? Verdict.NOT_REPRODUCED : Verdict.NOT_EXPECTED;
  }

  /** A claim about how much something is. */
  record Quantity<T>(
      String name,
      String text,
      double paper,
      Band band,
      Unit unit,
      String notExpected,
      ToDoubleFunction<T> function)
      implements Claim<T> {
    public Quantity<T> within(Band values) {
      return new Quantity<>(name, text, paper, values, unit, notExpected, function);
    }

    @Override
    public Quantity<T> notExpected(String reason) {
      return new Quantity<>(name, text, paper, band, unit, reason, function);
    }

    @Override
    public double in(T measured) {
      return function.applyAsDouble(measured);
    }
  }

  /** A claim that something is so, such as one mean above another. */
  record Statement<T>(String name, String text, String notExpected, Predicate<T> statement)
      implements Claim<T> {
    @Override
    public double paper() {
      return 1;
    }

    @Override
    public Band band() {
      return Band.exactly(1);
    }

    @Override
    public Unit unit() {
      return Unit.YES_NO;
    }

    @Override
    public Statement<T> notExpected(String reason) {
      return new Statement<>(name, text, reason, statement);
    }

    @Override
    public double in(T measured) {
      return statement.test(measured) ? 1 : 0;
    }
  }

  /**
   * A claim that something is so everywhere.
   *
   * @param what is counted, such as blocks
   */
  record NoException<T>(
      String name, String text, String what, String notExpected, ToDoubleFunction<T> exceptions)
      implements Claim<T> {
    @Override
    public double paper() {
      return 0;
    }

    @Override
    public Band band() {
      return Band.exactly(0);
    }

    @Override
    public Unit unit() {
      return Unit.whole(what);
    }

    @Override
    public NoException<T> notExpected(String reason) {
      return new NoException<>(name, text, what, reason, exceptions);
    }

    @Override
    public double in(T measured) {
      return exceptions.applyAsDouble(measured);
    }
  }
}
