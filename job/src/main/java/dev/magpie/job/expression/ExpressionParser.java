package dev.magpie.job.expression;

import dev.magpie.job.expression.Expression.Iteration;
import dev.magpie.job.expression.Expression.Literal;
import dev.magpie.job.expression.Expression.Negation;
import dev.magpie.job.expression.Expression.Operation;
import dev.magpie.job.expression.Expression.Size;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads arithmetic by recursive descent, with C's precedence:
 *
 * <pre>
 * shift   = sum { ("&lt;&lt;" | "&gt;&gt;") sum }
 * sum     = product { ("+" | "-") product }
 * product = sign { ("*" | "/" | "%") sign }
 * sign    = ("-" | "+") sign | primary
 * primary = number | constant | "$i" | "(" shift ")"
 *         | ("min" | "max") "(" shift "," shift ")" | ("len" | "bytes") "(" buffer ")"
 * </pre>
 *
 * <p>There is no choice and no repetition in it, so that an expression takes as long as it is.
 */
public final class ExpressionParser {
  /** Far above what people write, and small enough that nothing overflows the stack. */
  public static final int MOST_CHARACTERS = 1000;

  private static final int MOST_DEPTH = 100;

  private static final Set<String> FUNCTIONS = Set.of("min", "max", "len", "bytes");

  /** What number and word readers elsewhere understand. */
  private static final Set<String> OTHER_WORDS = Set.of("nan", "inf", "infinity", "random");

  private static final Pattern SPACE = Pattern.compile("\\s*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
  private static final Pattern HEX = Pattern.compile("0[xX]([0-9a-fA-F]+)");
  private static final Pattern DECIMAL =
      Pattern.compile("([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?");
  private static final Pattern BUFFER = Pattern.compile("[^)]*");

  /**
   * What names stand for; each throws {@link IllegalArgumentException} that says why it has none.
   */
  public interface Names {
    /** The number that is called so. */
    NumericValue constant(String name);

    /** Makes sure that there is such a buffer. */
    void buffer(String name);

    /** Makes sure that there is an iteration. */
    void iteration();
  }

  private final String text;
  private final Names names;
  private int at;
  private int depth;

  private ExpressionParser(String text, Names names) {
    this.text = text;
    this.names = names;
  }

  /**
   * Reads an expression.
   *
   * @throws IllegalArgumentException if it is none, or names what is not there
   */
  public static Expression parse(String text, Names names) {
    if (text.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException("is longer than %d characters".formatted(MOST_CHARACTERS));
    }
    ExpressionParser parser = new ExpressionParser(text, names);
    Expression whole = parser.shift();
    parser.skipSpace();
    if (parser.at < text.length()) {
      throw parser.expected("an operator");
    }
    return whole;
  }

  /** Whether a constant can be called so. */
  public static boolean isName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return NAME.matcher(name).matches()
        && !FUNCTIONS.contains(name)
        && !OTHER_WORDS.contains(lower);
  }

  private Expression shift() {
    Expression left = sum();
    while (true) {
      if (accept("<<")) {
        left = new Operation(ArithmeticOperator.SHIFT_LEFT, left, sum());
      } else if (accept(">>")) {
        left = new Operation(ArithmeticOperator.SHIFT_RIGHT, left, sum());
      } else {
        return left;
      }
    }
  }

  private Expression sum() {
    Expression left = product();
    while (true) {
      if (accept("+")) {
        left = new Operation(ArithmeticOperator.ADD, left, product());
      } else if (accept("-")) {
        left = new Operation(ArithmeticOperator.SUBTRACT, left, product());
      } else {
        return left;
      }
    }
  }

  private Expression product() {
    Expression left = sign();
    while (true) {
      if (accept("*")) {
        left = new Operation(ArithmeticOperator.MULTIPLY, left, sign());
      } else if (accept("/")) {
        left = new Operation(ArithmeticOperator.DIVIDE, left, sign());
      } else if (accept("%")) {
        left = new Operation(ArithmeticOperator.REMAINDER, left, sign());
      } else {
        return left;
      }
    }
  }

  /** All that nests comes through here. */
  private Expression sign() {
    if (++depth > MOST_DEPTH) {
      throw new IllegalArgumentException("is nested more than %d deep".formatted(MOST_DEPTH));
    }
    Expression result = accept("-") ? new Negation(sign()) : accept("+") ? sign() : primary();
    depth--;
    return result;
  }

  private Expression primary() {
    if (accept("(")) {
      Expression inner = shift();
      expect(")");
      return inner;
    }
    if (accept("$i")) {
      names.iteration();
      return new Iteration();
    }
    String hex = take(HEX);
    if (!hex.isEmpty()) {
      return new Literal(new NumericValue.Whole(new BigInteger(hex.substring(2), 16)));
    }
    String decimal = take(DECIMAL);
    if (!decimal.isEmpty()) {
      return new Literal(number(decimal));
    }
    String name = take(NAME);
    if (name.isEmpty()) {
      throw expected("a number, a constant or (");
    }
    return accept("(") ? call(name) : new Literal(names.constant(name));
  }

  private static NumericValue number(String decimal) {
    if (decimal.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return new NumericValue.Whole(new BigInteger(decimal));
    }
    double value = Double.parseDouble(decimal);
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException("%s is beyond double precision".formatted(decimal));
    }
    return NumericValue.of(value);
  }

  private Expression call(String function) {
    return switch (function) {
      case "min" -> ofTwo(ArithmeticOperator.MIN);
      case "max" -> ofTwo(ArithmeticOperator.MAX);
      case "len" -> new Size(buffer(), false);
      case "bytes" -> new Size(buffer(), true);
      default ->
          throw new IllegalArgumentException(
              "no function is called '%s'; there are len, bytes, min, max".formatted(function));
    };
  }

  private Expression ofTwo(ArithmeticOperator operator) {
    Expression left = shift();
    expect(",");
    Expression right = shift();
    expect(")");
    return new Operation(operator, left, right);
  }

  private String buffer() {
    // It may be called anything.
    String buffer = take(BUFFER).strip();
    expect(")");
    names.buffer(buffer);
    return buffer;
  }

  private void skipSpace() {
    at += match(SPACE).length();
  }

  private boolean accept(String symbol) {
    skipSpace();
    if (!text.startsWith(symbol, at)) {
      return false;
    }
    at += symbol.length();
    return true;
  }

  private void expect(String symbol) {
    if (!accept(symbol)) {
      throw expected(symbol);
    }
  }

  /** The text of a token that comes next; empty if another one does. */
  private String take(Pattern token) {
    skipSpace();
    String found = match(token);
    at += found.length();
    return found;
  }

  private String match(Pattern token) {
    Matcher matcher = token.matcher(text).region(at, text.length());
    return matcher.lookingAt() ? matcher.group() : "";
  }

  private IllegalArgumentException expected(String what) {
    skipSpace();
    String found =
        at == text.length()
            ? "the end"
            : "'%s'".formatted(Character.toString(text.codePointAt(at)));
    return new IllegalArgumentException(
        "expected %s, not %s at character %d".formatted(what, found, at + 1));
  }
}
