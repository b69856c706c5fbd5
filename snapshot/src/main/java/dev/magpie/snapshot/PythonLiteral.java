package dev.magpie.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the Python literal in an {@code .npy} header: dictionaries ({@link Map}), lists and tuples
 * ({@link List}), strings, whole numbers ({@link Long}) and booleans.
 */
final class PythonLiteral {
  private static final int MAX_DEPTH = 32;

  private final String text;
  private int position;

  private PythonLiteral(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException if the text is not one such literal; the message says where
   */
  static Object parse(String text) {
    PythonLiteral parser = new PythonLiteral(text);
    Object value = parser.value(0);
    if (parser.next() != 0) {
      throw parser.unexpected("the end");
    }
    return value;
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("more than %d levels deep".formatted(MAX_DEPTH));
    }
    char c = next();
    return switch (c) {
      case '{' -> dictionary(depth);
      case '(' -> sequence(')', depth);
      case '[' -> sequence(']', depth);
      case '\'', '"' -> string(c);
      case 'T', 'F' -> bool();
      default -> number();
    };
  }

  private Map<String, Object> dictionary(int depth) {
    Map<String, Object> entries = new LinkedHashMap<>();
    position++;
    while (next() != '}') {
      char quote = next();
      if (quote != '\'' && quote != '"') {
        throw unexpected("a quoted key");
      }
      String key = string(quote);
      expect(':');
      if (entries.put(key, value(depth + 1)) != null) {
        throw new IllegalArgumentException("key '%s' stands twice".formatted(key));
      }
      if (next() != '}') {
        expect(',');
      }
    }
    position++;
    return entries;
  }

  private List<Object> sequence(char end, int depth) {
    List<Object> items = new ArrayList<>();
    position++;
    while (next() != end) {
      items.add(value(depth + 1));
      if (next() != end) {
        expect(',');
      }
    }
    position++;
    return items;
  }

  private String string(char quote) {
    StringBuilder value = new StringBuilder();
    for (position++; position < text.length(); position++) {
      char c = text.charAt(position);
      if (c == quote) {
        position++;
        return value.toString();
      }
      if (c == '\\' && position + 1 < text.length()) {
        c = text.charAt(++position);
      }
      value.append(c);
    }
    throw new IllegalArgumentException("a string does not end");
  }

  private Boolean bool() {
    for (Boolean value : List.of(true, false)) {
      String word = value ? "True" : "False";
      if (text.startsWith(word, position)) {
        position += word.length();
        return value;
      }
    }
    throw unexpected("True or False");
  }

  private Long number() {
    int start = position;
    if (next() == '-') {
      position++;
    }
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      position++;
    }
    String digits = text.substring(start, position);
    if (next() == 'L') {
      position++; // Python 2 marked long integers so
    }
    try {
      return Long.valueOf(digits);
    } catch (NumberFormatException e) {
      throw digits.length() > 1
          ? new IllegalArgumentException("the number %s is too large".formatted(digits))
          : unexpected("a value");
    }
  }

  private void expect(char c) {
    if (next() != c) {
      throw unexpected("'" + c + "'");
    }
    position++;
  }

  /** The next character that is not white space, not yet taken; 0 at the end. */
  private char next() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    return position < text.length() ? text.charAt(position) : 0;
  }

  private IllegalArgumentException unexpected(String expected) {
    return new IllegalArgumentException(
        "expected %s at character %d".formatted(expected, position + 1));
  }
}
