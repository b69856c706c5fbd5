package dev.magpie.ptx.syntax;

/**
 * A word of PTX.
 *
 * @param text as written; a directive keeps its dot
 * @param bits a number's value: an integer, or the bits of a double
 * @param offset in the text, to tell whether two tokens touch
 */
record Token(Kind kind, String text, long bits, int line, int offset) {
  enum Kind {
    IDENTIFIER,
    /** A dot and a name: a directive or an instruction's modifier. */
    DIRECTIVE,
    INTEGER,
    REAL,
    STRING,
    PUNCTUATION,
    END
  }

  boolean is(String punctuation) {
    return kind == Kind.PUNCTUATION && text.equals(punctuation);
  }

  boolean isDirective(String name) {
    return kind == Kind.DIRECTIVE && text.equals(name);
  }

  /** Whether nothing stands between this token and the next. */
  boolean touches(Token next) {
    return offset + text.length() == next.offset;
  }

  String described() {
    return kind == Kind.END ? "the end of the file" : "'" + shortened(text) + "'";
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
