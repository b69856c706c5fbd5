package dev.magpie.ptx.names;

import java.util.List;

/**
 * A part of a name that is read. Parts are shared where the name refers back, so a short name may
 * be a very long text.
 */
sealed interface Node {
  record Text(String text) implements Node {}

  /** {@code scope::member}. */
  record Qualified(Node scope, Node member) implements Node {}

  /** {@code name<arguments>}. */
  record Templated(Node name, List<Node> arguments) implements Node {}

  /**
   * {@code name(parameters) const}.
   *
   * @param arguments of its template, which its parts may refer to
   */
  record Function(Node name, List<Node> parameters, String qualifiers, List<Node> arguments)
      implements Node {}

  /** The n-th lambda of its scope, from 0 on. */
  record Lambda(List<Node> parameters, int number) implements Node {}

  /** All arguments that a pack took. */
  record ArgumentPack(List<Node> arguments) implements Node {}

  /**
   * A parameter of a template, from 0 on. It is one of whatever function it is written in: an inner
   * function's {@code T_} is referred back to by an outer one, whose own it then is.
   */
  record Parameter(int number) implements Node {}

  /** The pattern for each argument of the packs in it. */
  record Expansion(Node pattern) implements Node {}

  /** How many arguments a pack has. */
  record PackSize(Node pack) implements Node {}

  record Pointer(Node to) implements Node {}

  record Reference(Node to, boolean isRvalue) implements Node {}

  record MemberPointer(Node owner, Node to) implements Node {}

  /** A type that is constant, volatile or restricted. */
  record Constrained(Node type, List<String> qualifiers) implements Node {}

  /** An array; its size may be an empty text. */
  record Array(Node element, Node size) implements Node {}

  record FunctionType(Node result, List<Node> parameters, String qualifiers) implements Node {}

  /** A value of a type. */
  record Literal(Node type, String value) implements Node {}

  /** One after the other, with commas between. */
  record Listed(List<Node> nodes) implements Node {}

  /** One after the other. */
  record Joined(List<Node> nodes) implements Node {
    static Joined of(Node... nodes) {
      return new Joined(List.of(nodes));
    }
  }

  /** A part of an expression, with parentheses if it needs some. */
  record Operand(Node node) implements Node {}

  /** One after the other, in need of parentheses as an operand. */
  record Operation(List<Node> nodes) implements Node {
    static Operation of(Node... nodes) {
      return new Operation(List.of(nodes));
    }
  }
}
