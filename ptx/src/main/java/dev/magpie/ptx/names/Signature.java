package dev.magpie.ptx.names;

import java.util.ArrayList;
import java.util.List;

/**
 * A name that is read.
 *
 * @param scopes the namespaces and classes that it is in, from the outermost on
 * @param name without any of the rest
 * @param arguments of its template, with their brackets, or nothing
 * @param parameters with their parentheses and what follows them, or nothing
 */
record Signature(List<String> scopes, String name, String arguments, String parameters) {
  private static final Node NOTHING = new Node.Text("");

  Signature {
    scopes = List.copyOf(scopes);
  }

  /** A name that is not mangled, or that cannot be read. */
  static Signature plain(String name) {
    return new Signature(List.of(), name, "", "");
  }

  static Signature of(Node encoding) {
    return encoding instanceof Node.Function function
        ? of(function)
        : of(encoding, "", new NodePrinter(List.of()));
  }

  private static Signature of(Node.Function function) {
    List<Node> known = function.arguments();
    NodePrinter printer = new NodePrinter(known);
    Node.Function nameless =
        new Node.Function(NOTHING, function.parameters(), function.qualifiers(), known);
    return of(function.name(), printer.text(nameless), printer);
  }

  private static Signature of(Node whole, String parameters, NodePrinter printer) {
    Node name = whole;
    String arguments = "";
    if (name instanceof Node.Templated(Node template, List<Node> given)) {
      name = template;
      arguments = printer.text(new Node.Templated(NOTHING, given));
    }
    List<String> parts = new ArrayList<>();
    while (name instanceof Node.Qualified(Node scope, Node member)) {
      parts.add(printer.text(member));
      // What is within a template's instance is within its scopes, too.
      name =
          scope instanceof Node.Templated(Node.Qualified(Node outer, Node inner), List<Node> given)
              ? new Node.Qualified(outer, new Node.Templated(inner, given))
              : scope;
    }
    parts.add(printer.text(name));
    String last = parts.removeFirst();
    return new Signature(parts.reversed(), last, arguments, parameters);
  }

  /** The name in its scopes, from one of these on. */
  String from(int scope) {
    List<String> parts = new ArrayList<>(scopes.subList(scope, scopes.size()));
    parts.add(name);
    return String.join("::", parts);
  }

  /** Without parameters. */
  String shortForm() {
    return from(0) + (name.endsWith("<") && !arguments.isEmpty() ? " " : "") + arguments;
  }

  @Override
  public String toString() {
    return shortForm() + parameters;
  }
}
