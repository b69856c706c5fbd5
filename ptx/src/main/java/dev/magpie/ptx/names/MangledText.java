package dev.magpie.ptx.names;

/** The characters of a mangled name, and how far it is read. */
final class MangledText {
  private static final char END = '\0';

  private final String text;
  private int at;

  MangledText(String text) {
    this.text = text;
  }

  boolean isAtEnd() {
    return at == text.length();
  }

  /** The next character, or a zero at the end. */
  char next() {
    return ahead(0);
  }

  char ahead(int distance) {
    return at + distance < text.length() ? text.charAt(at + distance) : END;
  }

  boolean nextIsDigit() {
    return next() >= '0' && next() <= '9';
  }

  /** Takes the next character, if it is this one. */
  boolean take(char wanted) {
    if (next() != wanted || isAtEnd()) {
      return false;
    }
    at++;
    return true;
  }

  boolean take(String wanted) {
    if (!text.startsWith(wanted, at)) {
      return false;
    }
    at += wanted.length();
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) {
      throw bad();
    }
  }

  String take(int length) {
    if (length > text.length() - at) {
      throw bad();
    }
    at += length;
    return text.substring(at - length, at);
  }

  /** Digits, of which there may be none. */
  String digits() {
    int from = at;
    while (nextIsDigit()) {
      at++;
    }
    return text.substring(from, at);
  }

  /** A number that is no greater than the text is long. */
  int number() {
    String digits = digits();
    if (digits.isEmpty() || digits.length() > 6) {
      throw bad();
    }
    return Integer.parseInt(digits);
  }

  /** {@code _} is 0, {@code 0_} is 1, and so on. */
  int ordinal() {
    int ordinal = nextIsDigit() ? number() + 1 : 0;
    expect('_');
    return ordinal;
  }

  /** A {@code <seq-id>}: the same with digits and capital letters. */
  int sequence() {
    if (take('_')) {
      return 0;
    }
    int sequence = 0;
    for (int digits = 0; !take('_'); digits++) {
      int value = next() > 'Z' ? -1 : Character.digit(next(), 36);
      if (value < 0 || digits > 3) {
        throw bad();
      }
      at++;
      sequence = sequence * 36 + value;
    }
    return sequence + 1;
  }

  UnreadableNameException bad() {
    return new UnreadableNameException("%s, at character %d".formatted(text, at));
  }
}
