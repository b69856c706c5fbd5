package dev.magpie.ptx.names;

import java.util.ArrayList;
import java.util.List;

/**
 * What the parts of the grammar share while they read a name (Itanium C++ ABI, section 5.1): the
 * text, what it can refer back to, and how deep they are.
 */
final class Grammar {
  private static final int DEEPEST = 192;

  final MangledText text;
  final NameGrammar names;
  final TypeGrammar types;
  final ExpressionGrammar expressions;

  private final List<Node> substitutions = new ArrayList<>();

  private int depth;

  Grammar(MangledText text) {
    this.text = text;
    names = new NameGrammar(this);
    types = new TypeGrammar(this);
    expressions = new ExpressionGrammar(this);
  }

  void enter() {
    if (++depth > DEEPEST) {
      throw new UnreadableNameException("too deep");
    }
  }

  void leave() {
    depth--;
  }

  void addSubstitution(Node node) {
    substitutions.add(node);
  }

  void removeLastSubstitution() {
    substitutions.removeLast();
  }

  /** A {@code <substitution>}, after its {@code S}. */
  Node substitution() {
    String known =
        switch (text.next()) {
          case 'a' -> "allocator";
          case 'b' -> "basic_string";
          case 's' -> "string";
          case 'i' -> "istream";
          case 'o' -> "ostream";
          case 'd' -> "iostream";
          default -> "";
        };
    if (!known.isEmpty()) {
      text.take(1);
      return new Node.Qualified(new Node.Text("std"), new Node.Text(known));
    }
    int number = text.sequence();
    if (number >= substitutions.size()) {
      throw text.bad();
    }
    return substitutions.get(number);
  }

  /** A {@code <template-param>}, after its {@code T}. */
  Node.Parameter templateParameter() {
    return new Node.Parameter(text.ordinal());
  }
}
