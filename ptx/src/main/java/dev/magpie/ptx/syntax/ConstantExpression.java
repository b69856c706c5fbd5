package dev.magpie.ptx.syntax;

import java.util.List;

/** Integer constant expressions, with C's operators and their precedence. */
final class ConstantExpression {
  private static final int DEEPEST = 100;

  /** Binary operators, the weakest first. */
  private static final List<List<String>> LEVELS =
      List.of(
          List.of("||"),
          List.of("&&"),
          List.of("|"),
          List.of("^"),
          List.of("&"),
          List.of("==", "!="),
          List.of("<", "<=", ">", ">="),
          List.of("<<", ">>"),
          List.of("+", "-"),
          List.of("*", "/", "%"));

  private final Tokens tokens;
  private int depth;

  private ConstantExpression(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Reads an expression. */
  static long parse(Tokens tokens) {
    return new ConstantExpression(tokens).conditional();
  }

  /** Reads a sum's next term with its sign, for what follows a symbol: {@code + 4}. */
  static long parseSignedTerm(Tokens tokens) {
    boolean minus = tokens.take("-");
    if (!minus) {
      tokens.take("+");
    }
    long value = new ConstantExpression(tokens).binary(LEVELS.size() - 1);
    return minus ? -value : value;
  }

  private long conditional() {
    long condition = binary(0);
    if (!tokens.take("?")) {
      return condition;
    }
    long ifTrue = conditional();
    tokens.expect(":", "in this conditional expression");
    long ifFalse = conditional();
    return condition != 0 ? ifTrue : ifFalse;
  }

  private long binary(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    long value = binary(level + 1);
    while (tokens.peek().kind() == Token.Kind.PUNCTUATION
        && LEVELS.get(level).contains(tokens.peek().text())) {
      String operator = tokens.next().text();
      long right = binary(level + 1);
      if (right == 0 && (operator.equals("/") || operator.equals("%"))) {
        throw tokens.error("a constant is divided by zero");
      }
      value = apply(operator, value, right);
    }
    return value;
  }

  private static long apply(String operator, long left, long right) {
    return switch (operator) {
      case "||" -> left != 0 || right != 0 ? 1 : 0;
      case "&&" -> left != 0 && right != 0 ? 1 : 0;
      case "|" -> left | right;
      case "^" -> left ^ right;
      case "&" -> left & right;
      case "==" -> left == right ? 1 : 0;
      case "!=" -> left != right ? 1 : 0;
      case "<" -> left < right ? 1 : 0;
      case "<=" -> left <= right ? 1 : 0;
      case ">" -> left > right ? 1 : 0;
      case ">=" -> left >= right ? 1 : 0;
      case "<<" -> left << right;
      case ">>" -> left >> right;
      case "+" -> left + right;
      case "-" -> left - right;
      case "*" -> left * right;
      case "/" -> left / right;
      default -> left % right;
    };
  }

  private long unary() {
    if (++depth > DEEPEST) {
      throw tokens.error("this constant expression is nested too deeply");
    }
    try {
      if (tokens.take("-")) {
        return -unary();
      }
      if (tokens.take("+")) {
        return unary();
      }
      if (tokens.take("~")) {
        return ~unary();
      }
      if (tokens.take("!")) {
        return unary() == 0 ? 1 : 0;
      }
      if (tokens.take("(")) {
        boolean cast = tokens.takeDirective(".s64") || tokens.takeDirective(".u64");
        if (cast) {
          tokens.expect(")", "after a cast");
          return unary();
        }
        long value = conditional();
        tokens.expect(")", "to close the parenthesis");
        return value;
      }
      Token token = tokens.peek();
      if (token.kind() == Token.Kind.IDENTIFIER && token.text().equals("WARP_SZ")) {
        tokens.next();
        return 32;
      }
      if (token.kind() != Token.Kind.INTEGER) {
        throw tokens.error("a whole number is expected, not " + token.described());
      }
      return tokens.next().bits();
    } finally {
      depth--;
    }
  }
}
