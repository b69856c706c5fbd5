package dev.magpie.gpu.dram;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sums of timing parameters and numbers, such as {@code CL + BL + 2 - CWL}. */
final class LatencyExpression {
  private static final Pattern TERM = Pattern.compile("\\s*([+-]?)\\s*([A-Za-z0-9_]+)\\s*");

  private LatencyExpression() {}

  /** The parameters that it names. */
  static List<String> parameters(String expression) {
    return TERM.matcher(expression)
        .results()
        .map(term -> term.group(2))
        .filter(term -> !isNumber(term))
        .toList();
  }

  /**
   * Computes it.
   *
   * @throws IllegalArgumentException if it is no sum, names a parameter that is not there, or comes
   *     out below 0
   */
  static int value(String expression, Map<String, Integer> parameters) {
    Matcher terms = TERM.matcher(expression);
    long sum = 0;
    int at = 0;
    while (at < expression.length()) {
      if (!terms.find(at) || terms.start() != at || (at > 0 && terms.group(1).isEmpty())) {
        throw new IllegalArgumentException(
            "'%s' is not a sum such as 'CL + BL + 2 - CWL'".formatted(expression));
      }
      long term = term(terms.group(2), expression, parameters);
      sum += terms.group(1).equals("-") ? -term : term;
      at = terms.end();
    }
    if (at == 0) {
      throw new IllegalArgumentException("an empty latency");
    }
    if (sum < 0 || sum > DramConfig.MAX_TIMING) {
      throw new IllegalArgumentException(
          "'%s' comes to %d cycles; it has to be 0 to %d"
              .formatted(expression, sum, DramConfig.MAX_TIMING));
    }
    return (int) sum;
  }

  private static boolean isNumber(String term) {
    return term.chars().allMatch(Character::isDigit) && term.length() < 10;
  }

  private static long term(String term, String expression, Map<String, Integer> parameters) {
    if (isNumber(term)) {
      return Long.parseLong(term);
    }
    Integer value = parameters.get(term);
    if (value == null) {
      throw new IllegalArgumentException(
          "'%s' needs the timing parameter %s, which is not given".formatted(expression, term));
    }
    return value;
  }
}
