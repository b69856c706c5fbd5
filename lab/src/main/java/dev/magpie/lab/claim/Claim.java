package dev.magpie.lab.claim;

import dev.magpie.lab.claim.Statement.Consistency;
import dev.magpie.lab.claim.Statement.Measurement;
import dev.magpie.lab.claim.Statement.Open;
import dev.magpie.lab.claim.Statement.Ordering;
import dev.magpie.report.Verdict;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * One statement of the literature that a measured record can confirm: its text, the value that it
 * gives, and the same value as a function of the record. The verdict follows from that value alone.
 *
 * <pre>{@code
 * Claim.of("gain", "Gain over BDI").percent("48", Ratios::gain)
 * Claim.of("above", "The mean is above BDI's").holds(Ratios::isAbove)
 * Claim.of("larger", "No program gets slower").never("programs", Ratios::slower)
 * Claim.of("misses", "Misses are rare").atMost(1, Unit.PERCENT, Ratios::misses)
 * Claim.consistency("tag", "Bits of a tag").whole(4, "bits", Ratios::tag)
 * Claim.of("area", "Area of the decoder").open("0.02 mm2", "A synthesis.")
 * }</pre>
 *
 * <p>Numbers of a paper are given in its own digits: half of the last place is its rounding, and a
 * value as near is the paper's.
 *
 * @param name the name that result files give its value
 * @param text the statement
 * @param stated the paper's value in its own digits, as printed
 * @param statement what it says of the value
 * @param unit how values are printed
 * @param reason why the value differs, or what an open claim needs; empty where nothing is known
 * @param function the value that was measured; NaN for what could not be
 * @param counterExamples what the statement does not hold for, by name, where it is about many
 * @param <T> what the experiment measures
 */
public record Claim<T>(
    String name,
    String text,
    String stated,
    Statement statement,
    Unit unit,
    String reason,
    ToDoubleFunction<T> function,
    Function<T, List<String>> counterExamples) {

  /** Begins a measurement, an ordering or an open claim, with its name in files and its text. */
  public static Builder of(String name, String text) {
    return new Builder(name, text, Measurement::new, Ordering::new);
  }

  /** Begins a statement of arithmetic, of configuration, or true by construction. */
  public static Builder consistency(String name, String text) {
    return new Builder(
        name,
        text,
        (paper, rounding, _) -> new Consistency(paper, Band.around(paper, rounding)),
        Consistency::new);
  }

  /** The value that was measured; NaN for what could not be. */
  public double in(T measured) {
    return function.applyAsDouble(measured);
  }

  /** What the value says about the statement. */
  public Verdict judge(double value) {
    return statement.judge(value);
  }

  /** Collects what is said about a claim before its value. */
  public static final class Builder {
    /** Makes a statement that something is a number. */
    private interface OfNumber {
      Statement of(double paper, double rounding, double neutral);
    }

    /** Makes a statement that something lies in a band. */
    private interface OfBand {
      Statement of(double paper, Band band);
    }

    private final String name;
    private final String text;
    private final OfNumber number;
    private final OfBand band;
    private OptionalDouble neutral = OptionalDouble.empty();
    private String reason = "";

    private Builder(String name, String text, OfNumber number, OfBand band) {
      this.name = name;
      this.text = text;
      this.number = number;
      this.band = band;
    }

    /**
     * Names the value of no effect, which separates the directions of a number: without it 1 of a
     * ratio, 0 of all else.
     */
    public Builder against(double value) {
      neutral = OptionalDouble.of(value);
      return this;
    }

    /** Says that a number has no direction, as a share of blocks has none. */
    public Builder withoutDirection() {
      return against(Double.NaN);
    }

    /** Says why our value differs, in a reason that belongs to this claim alone. */
    public Builder because(String why) {
      reason = why;
      return this;
    }

    /**
     * A claim about how much something is.
     *
     * @param paper the paper's number in its own digits
     */
    public <T> Claim<T> is(String paper, Unit unit, ToDoubleFunction<T> function) {
      BigDecimal stated = new BigDecimal(paper);
      double rounding = stated.ulp().doubleValue() / 2;
      double noEffect = neutral.orElse(unit.equals(Unit.RATIO) ? 1 : 0);
      return claim(
          unit.append(paper), number.of(stated.doubleValue(), rounding, noEffect), unit, function);
    }

    public <T> Claim<T> percent(String paper, ToDoubleFunction<T> function) {
      return is(paper, Unit.PERCENT, function);
    }

    public <T> Claim<T> ratio(String paper, ToDoubleFunction<T> function) {
      return is(paper, Unit.RATIO, function);
    }

    /** Of a number of whole things, such as bits, which no paper has rounded. */
    public <T> Claim<T> whole(long paper, String what, ToDoubleFunction<T> function) {
      Unit unit = Unit.whole(what);
      return claim(
          unit.format((double) paper),
          number.of((double) paper, 0, neutral.orElse(0)),
          unit,
          function);
    }

    /** A claim that something is at most as much. */
    public <T> Claim<T> atMost(double paper, Unit unit, ToDoubleFunction<T> function) {
      return claim(
          "at most " + unit.format(paper),
          band.of(paper, new Band(Double.NEGATIVE_INFINITY, paper)),
          unit,
          function);
    }

    /** A claim that something is at least as much. */
    public <T> Claim<T> atLeast(double paper, Unit unit, ToDoubleFunction<T> function) {
      return claim(
          "at least " + unit.format(paper),
          band.of(paper, new Band(paper, Double.POSITIVE_INFINITY)),
          unit,
          function);
    }

    /** A claim that something is so, such as one mean above another; its value is 1 or 0. */
    public <T> Claim<T> holds(Predicate<T> predicate) {
      return claim(
          "yes",
          band.of(1, Band.exactly(1)),
          Unit.YES_NO,
          measured -> predicate.test(measured) ? 1 : 0);
    }

    /**
     * A claim that something is so everywhere; its value is the number of exceptions.
     *
     * @param what is counted, such as blocks
     */
    public <T> Claim<T> never(String what, ToDoubleFunction<T> exceptions) {
      return claim("none", band.of(0, Band.exactly(0)), Unit.whole(what), exceptions);
    }

    /**
     * A claim that something is so everywhere; its value is the number of exceptions.
     *
     * @param what is counted, such as programs
     * @param exceptions their names
     */
    public <T> Claim<T> nowhere(String what, Function<T, List<String>> exceptions) {
      Claim<T> counted = never(what, measured -> exceptions.apply(measured).size());
      return new Claim<>(
          name,
          text,
          counted.stated,
          counted.statement,
          counted.unit,
          reason,
          counted.function,
          exceptions);
    }

    /**
     * A claim that cannot be measured here.
     *
     * @param stated the paper's value, as printed
     * @param needs what a measurement takes
     */
    public <T> Claim<T> open(String stated, String needs) {
      return new Claim<>(
          name, text, stated, new Open(), Unit.YES_NO, needs, _ -> Double.NaN, _ -> List.of());
    }

    private <T> Claim<T> claim(
        String stated, Statement statement, Unit unit, ToDoubleFunction<T> function) {
      return new Claim<>(name, text, stated, statement, unit, reason, function, _ -> List.of());
    }
  }
}
