package dev.magpie.ptx.syntax;

import dev.magpie.ptx.ir.PtxException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Walks along a file's tokens. */
final class Tokens {
  private final String label;
  private final List<Token> all;
  private int at;

  Tokens(String label, String text) {
    this.label = label;
    this.all = Lexer.tokens(label, text);
  }

  /** The names that all {@code .file} directives give, by number. */
  Map<Long, String> files() {
    Map<Long, String> files = new HashMap<>();
    for (int i = 0; i + 2 < all.size(); i++) {
      Token name = all.get(i + 2);
      if (all.get(i).isDirective(".file") && name.kind() == Token.Kind.STRING) {
        String quoted = name.text().substring(1, name.text().length() - 1);
        files.put(all.get(i + 1).bits(), quoted.replace("\\\\", "\\"));
      }
    }
    return files;
  }

  Token peek() {
    return all.get(at);
  }

  Token peek(int ahead) {
    return all.get(Math.min(at + ahead, all.size() - 1));
  }

  Token next() {
    Token token = all.get(at);
    if (at < all.size() - 1) {
      at++;
    }
    return token;
  }

  boolean isAt(String punctuation) {
    return peek().is(punctuation);
  }

  boolean isAtEnd() {
    return peek().kind() == Token.Kind.END;
  }

  /** Takes a punctuation mark if it comes next. */
  boolean take(String punctuation) {
    if (isAt(punctuation)) {
      at++;
      return true;
    }
    return false;
  }

  boolean takeDirective(String directive) {
    if (peek().isDirective(directive)) {
      at++;
      return true;
    }
    return false;
  }

  void expect(String punctuation, String where) {
    if (!take(punctuation)) {
      throw error("'%s' is expected %s, not %s".formatted(punctuation, where, peek().described()));
    }
  }

  String identifier(String what) {
    if (peek().kind() != Token.Kind.IDENTIFIER) {
      throw error("%s is expected, not %s".formatted(what, peek().described()));
    }
    return next().text();
  }

  /** Reads elements with commas between them, up to what closes the list. */
  void list(String close, String where, Runnable element) {
    if (take(close)) {
      return;
    }
    do {
      element.run();
    } while (take(","));
    expect(close, where);
  }

  int line() {
    return peek().line();
  }

  /** Skips up to and with a closing brace, the opening one being next. */
  void skipBraces() {
    int start = line();
    expect("{", "to begin a section");
    for (int depth = 1; depth > 0; ) {
      Token token = next();
      if (token.kind() == Token.Kind.END) {
        throw error(start, "the section that begins here does not end");
      }
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
  }

  /** Skips up to and with a punctuation mark. */
  void skipTo(String close, int line, String problem) {
    while (!take(close)) {
      if (isAtEnd()) {
        throw error(line, problem);
      }
      next();
    }
  }

  /** Skips the rest of the line that the next token is on. */
  void skipLine(int line) {
    while (!isAtEnd() && line() == line) {
      next();
    }
  }

  PtxException error(String problem) {
    return error(line(), problem);
  }

  PtxException error(int line, String problem) {
    return new PtxException("%s:%d: %s".formatted(label, line, problem));
  }
}
