package dev.magpie.job;

import dev.magpie.job.expression.Expression;
import dev.magpie.job.expression.ExpressionParser;
import dev.magpie.job.expression.NumericValue;
import dev.magpie.snapshot.Dtype;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A number of a job file, as it is written: a plain one, or arithmetic.
 *
 * @param at what messages call it
 * @param text as written
 * @param expression null for a plain number, which each type reads in its own way
 */
record Formula(String at, String text, @Nullable Expression expression) {
  private static final String ITERATION = "$i";

  /** Where neither sizes of buffers nor an iteration are needed. */
  static final Expression.Scope NOTHING = new JobScope(Map.of(), 0);

  /**
   * Reads a number. One that is plain when digits stand in place of {@code $i} is plain.
   *
   * @throws JobException if it is none, or if it has no value whatever sizes buffers have
   */
  static Formula of(String at, String text, ExpressionParser.Names names) {
    try {
      Numbers.requireShort(text);
      if (Numbers.isPlain(text.replace(ITERATION, "0"))) {
        if (text.contains(ITERATION)) {
          names.iteration();
        }
        return new Formula(at, text, null);
      }
      return new Formula(at, text, ExpressionParser.parse(text, names));
    } catch (IllegalArgumentException e) {
      throw new JobException("%s: %s".formatted(at, e.getMessage()), e);
    }
  }

  /** A plain whole number. */
  static Formula of(String at, long number) {
    return new Formula(at, String.valueOf(number), null);
  }

  /** Whether it can have a value before there are buffers. */
  boolean needsNoBuffers() {
    return expression == null || !expression.hasSize();
  }

  /**
   * Its bits in a type, in the lower bits.
   *
   * @throws JobException if the type does not reach it, or it has no value
   */
  long bits(Dtype dtype, Expression.Scope scope) {
    try {
      return expression == null
          ? Numbers.bits(dtype, plain(scope))
          : Numbers.bits(dtype, expression.value(scope, Numbers.isReal(dtype)));
    } catch (IllegalArgumentException e) {
      throw bad(scope, e);
    }
  }

  /**
   * The value that a constant has.
   *
   * @throws JobException if it has none
   */
  NumericValue constant() {
    try {
      return expression == null ? Numbers.value(text) : expression.value(NOTHING, false);
    } catch (IllegalArgumentException e) {
      throw bad(NOTHING, e);
    }
  }

  /**
   * It as a whole number.
   *
   * @param wanted what messages say that it is not, such as "a size"
   * @throws JobException if it is none, or out of bounds
   */
  long whole(Expression.Scope scope, long least, long most, String wanted) {
    try {
      NumericValue value =
          expression == null ? Numbers.value(plain(scope)) : expression.value(scope, false);
      BigInteger whole = value.whole().orElse(null);
      if (whole == null
          || whole.compareTo(BigInteger.valueOf(least)) < 0
          || whole.compareTo(BigInteger.valueOf(most)) > 0) {
        throw new IllegalArgumentException("%s is not %s".formatted(value, wanted));
      }
      return whole.longValueExact();
    } catch (IllegalArgumentException e) {
      throw bad(scope, e);
    }
  }

  private String plain(Expression.Scope scope) {
    return text.contains(ITERATION)
        ? text.replace(ITERATION, String.valueOf(scope.iteration()))
        : text;
  }

  private JobException bad(Expression.Scope scope, IllegalArgumentException e) {
    boolean iterates = expression == null ? text.contains(ITERATION) : expression.hasIteration();
    return new JobException(
        "%s: %s%s"
            .formatted(at, e.getMessage(), iterates ? ", with $i = " + scope.iteration() : ""),
        e);
  }
}
