package dev.magpie.ptx.syntax;

import dev.magpie.ptx.ir.PtxException;
import java.util.ArrayList;
import java.util.List;

/** Splits PTX text into tokens. */
final class Lexer {
  private static final String[] LONG_PUNCTUATION = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};

  private final String label;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;

  private Lexer(String label, String text) {
    this.label = label;
    this.text = text;
  }

  /** The tokens, with one that marks the end. */
  static List<Token> tokens(String label, String text) {
    Lexer lexer = new Lexer(label, text);
    lexer.run();
    return lexer.tokens;
  }

  private void run() {
    while (true) {
      skipBlank();
      if (at >= text.length()) {
        tokens.add(new Token(Token.Kind.END, "", 0, line, at));
        return;
      }
      char c = text.charAt(at);
      if (isNameStart(c) || (c == '%' && isNameStart(charAt(at + 1)))) {
        add(Token.Kind.IDENTIFIER, endOfName(at + 1), 0);
      } else if (Character.isDigit(c)) {
        number();
      } else if (c == '.' && isNamePart(charAt(at + 1))) {
        add(Token.Kind.DIRECTIVE, endOfDirective(), 0);
      } else if (c == '"') {
        string();
      } else {
        punctuation(c);
      }
    }
  }

  private void add(Token.Kind kind, int end, long bits) {
    tokens.add(new Token(kind, text.substring(at, end), bits, line, at));
    at = end;
  }

  private void skipBlank() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        line++;
        at++;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || (c == 0 && isTail())) {
        at++;
      } else if (text.startsWith("//", at) || text.startsWith("@@", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw error("this comment does not end");
        }
        line += (int) text.substring(at, end).chars().filter(each -> each == '\n').count();
        at = end + 2;
      } else {
        return;
      }
    }
  }

  /** Compilers end PTX in a binary with a zero byte. */
  private boolean isTail() {
    return text.substring(at).chars().allMatch(each -> each == 0);
  }

  private int endOfName(int from) {
    int end = from;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** A directive may have a qualifier: {@code .shared::cta}. */
  private int endOfDirective() {
    int end = endOfName(at + 1);
    while (text.startsWith("::", end) && isNamePart(charAt(end + 2))) {
      end = endOfName(end + 2);
    }
    return end;
  }

  private void number() {
    char second = Character.toLowerCase(charAt(at + 1));
    if (text.charAt(at) == '0' && (second == 'f' || second == 'd')) {
      exactReal(second == 'f' ? 8 : 16);
      return;
    }
    int end = endOfName(at);
    boolean hex = text.charAt(at) == '0' && second == 'x';
    if (!hex
        && ((charAt(end) == '.' && Character.isDigit(charAt(end + 1))) || hasExponent(at, end))) {
      decimalReal();
      return;
    }
    String digits = text.substring(at, end);
    String number = digits.replaceAll("[uU]$", "");
    try {
      long value =
          hex
              ? Long.parseUnsignedLong(number.substring(2), 16)
              : number.matches("0[bB].+")
                  ? Long.parseUnsignedLong(number.substring(2), 2)
                  : number.length() > 1 && number.startsWith("0")
                      ? Long.parseUnsignedLong(number, 8)
                      : Long.parseUnsignedLong(number);
      add(Token.Kind.INTEGER, end, value);
    } catch (NumberFormatException _) {
      throw error("'%s' is not a number".formatted(digits));
    }
  }

  private boolean hasExponent(int from, int end) {
    return text.substring(from, end).matches("\\d+[eE]\\d*")
        && ((end > from + 1 && Character.isDigit(text.charAt(end - 1)))
            || charAt(end) == '+'
            || charAt(end) == '-');
  }

  private void exactReal(int digits) {
    int end = endOfName(at);
    if (end != at + 2 + digits) {
      throw error(
          "'%s' is not a floating-point literal: 0f takes 8 hexadecimal digits, 0d takes 16"
              .formatted(text.substring(at, end)));
    }
    try {
      long bits = Long.parseUnsignedLong(text, at + 2, end, 16);
      double value = digits == 8 ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
      // A single's NaN keeps its bits: they are what matters, and a double has room for them.
      add(
          Token.Kind.REAL,
          end,
          digits == 8 && Double.isNaN(value)
              ? RealBits.widenNan((int) bits)
              : Double.doubleToRawLongBits(value));
    } catch (NumberFormatException _) {
      throw error("'%s' is not a floating-point literal".formatted(text.substring(at, end)));
    }
  }

  private void decimalReal() {
    int end = at;
    while (Character.isDigit(charAt(end)) || charAt(end) == '.') {
      end++;
    }
    if (Character.toLowerCase(charAt(end)) == 'e') {
      end++;
      if (charAt(end) == '+' || charAt(end) == '-') {
        end++;
      }
      while (Character.isDigit(charAt(end))) {
        end++;
      }
    }
    try {
      double value = Double.parseDouble(text.substring(at, end));
      add(Token.Kind.REAL, end, Double.doubleToRawLongBits(value));
    } catch (NumberFormatException _) {
      throw error("'%s' is not a number".formatted(text.substring(at, end)));
    }
  }

  private void string() {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\n') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= text.length() || text.charAt(end) != '"') {
      throw error("this string does not end");
    }
    add(Token.Kind.STRING, end + 1, 0);
  }

  private void punctuation(char c) {
    for (String each : LONG_PUNCTUATION) {
      if (text.startsWith(each, at)) {
        add(Token.Kind.PUNCTUATION, at + each.length(), 0);
        return;
      }
    }
    if ("()[]{}<>,;:=+-*/%&|^~!?@".indexOf(c) < 0) {
      throw error("'%c' (U+%04X) has no meaning in PTX".formatted(c, (int) c));
    }
    add(Token.Kind.PUNCTUATION, at + 1, 0);
  }

  private char charAt(int index) {
    return index < text.length() ? text.charAt(index) : '\n';
  }

  private static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || (c >= '0' && c <= '9');
  }

  private PtxException error(String problem) {
    return new PtxException("%s:%d: %s".formatted(label, line, problem));
  }
}
