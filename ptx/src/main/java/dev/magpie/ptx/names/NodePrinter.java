package dev.magpie.ptx.names;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes parts of names. A declarator stands around its name, so types have a left and a right
 * half. As parts are shared, what is written and how long that takes are bounded.
 */
final class NodePrinter {
  private static final int LONGEST = 1 << 16;
  private static final int MOST_STEPS = 1 << 18;
  private static final int DEEPEST = 400;

  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]+");

  private static final Node NOTHING = new Node.Text("");

  private final StringBuilder out = new StringBuilder();

  /** Arguments of the template that is written. */
  private List<Node> scope;

  /** Parameters of a generic lambda are its own. */
  private boolean isInLambda;

  private int steps;
  private int depth;

  /** Which argument of packs is written, or -1 outside of expansions. */
  private int packIndex = -1;

  /** How many a pack in the expansion has, or -1 before the first pack. */
  private int packSize = -1;

  /** A printer of all parts of one name. */
  NodePrinter(List<Node> scope) {
    this.scope = scope;
  }

  String text(Node node) {
    int from = out.length();
    print(node);
    return out.substring(from);
  }

  private void print(Node node) {
    left(node);
    right(node);
  }

  private void write(String text) {
    if (out.length() + text.length() > LONGEST) {
      throw new UnreadableNameException("too long");
    }
    out.append(text);
  }

  private void step() {
    if (++steps > MOST_STEPS) {
      throw new UnreadableNameException("too long");
    }
  }

  private void enter() {
    step();
    if (++depth > DEEPEST) {
      throw new UnreadableNameException("too deep");
    }
  }

  private void left(Node node) {
    enter();
    switch (node) {
      case Node.Text(String text) -> write(text);
      case Node.Qualified(Node outer, Node member) -> {
        print(outer);
        write("::");
        print(member);
      }
      case Node.Templated(Node name, List<Node> arguments) -> {
        print(name);
        write(endsWith('<') ? " <" : "<");
        list(arguments);
        write(">");
      }
      case Node.Function function -> write(function);
      case Node.Lambda(List<Node> parameters, int number) -> {
        write("{lambda");
        boolean outer = isInLambda;
        isInLambda = true;
        parameters(parameters);
        isInLambda = outer;
        write("#" + (number + 1) + "}");
      }
      case Node.ArgumentPack(List<Node> arguments) -> list(arguments);
      case Node.Parameter parameter -> {
        Node argument = argument(parameter);
        outsideOfPacks(() -> left(argument));
      }
      case Node.Expansion(Node pattern) -> expand(pattern);
      case Node.PackSize(Node pack) -> size(pack);
      case Node.Pointer(Node to) -> indirect(to, "*");
      case Node.Reference reference -> {
        Node to = referred(reference);
        indirect(to, isRvalue(reference) ? "&&" : "&");
      }
      case Node.MemberPointer(Node owner, Node to) -> {
        left(to);
        write(isDeclarator(to) ? "(" : " ");
        print(owner);
        write("::*");
      }
      case Node.Constrained constrained -> constrain(constrained);
      case Node.Array(Node element, _) -> left(element);
      case Node.FunctionType(Node result, _, _) -> {
        left(result);
        write(hasRight(result) ? "" : " ");
      }
      case Node.Literal literal -> write(literal);
      case Node.Listed(List<Node> nodes) -> list(nodes);
      case Node.Joined(List<Node> nodes) -> nodes.forEach(this::print);
      case Node.Operation(List<Node> nodes) -> nodes.forEach(this::print);
      case Node.Operand(Node operand) -> {
        boolean needs = needsParentheses(operand);
        write(needs ? "(" : "");
        print(operand);
        write(needs ? ")" : "");
      }
    }
    depth--;
  }

  private void right(Node node) {
    enter();
    switch (node) {
      case Node.Parameter parameter -> {
        Node argument = argument(parameter);
        outsideOfPacks(() -> right(argument));
      }
      case Node.Pointer(Node to) -> closeIndirect(to);
      case Node.Reference reference -> closeIndirect(referred(reference));
      case Node.MemberPointer(_, Node to) -> {
        if (isDeclarator(to)) {
          write(")");
        }
        right(to);
      }
      case Node.Constrained(Node type, _) -> right(type);
      case Node.Array(Node element, Node size) -> {
        write(endsWith(']') ? "[" : " [");
        print(size);
        write("]");
        right(element);
      }
      case Node.FunctionType(Node result, List<Node> parameters, String qualifiers) -> {
        parameters(parameters);
        right(result);
        write(qualifiers);
      }
      default -> {}
    }
    depth--;
  }

  /** A function's parts refer to arguments of its own template. */
  private void write(Node.Function function) {
    List<Node> outerScope = scope;
    boolean outerLambda = isInLambda;
    scope = function.arguments();
    isInLambda = false;
    print(function.name());
    parameters(function.parameters());
    write(function.qualifiers());
    scope = outerScope;
    isInLambda = outerLambda;
  }

  private boolean needsParentheses(Node operand) {
    Node plain = plain(operand);
    return plain instanceof Node.Operation
        || (plain instanceof Node.Literal(_, String value) && value.startsWith("-"));
  }

  private boolean endsWith(char last) {
    return !out.isEmpty() && out.charAt(out.length() - 1) == last;
  }

  private void parameters(List<Node> parameters) {
    write("(");
    list(parameters);
    write(")");
  }

  /** With commas, where packs may be empty. */
  private void list(List<Node> nodes) {
    boolean hasOne = false;
    for (Node node : nodes) {
      int before = out.length();
      write(hasOne ? ", " : "");
      int from = out.length();
      print(node);
      if (out.length() == from) {
        out.setLength(before);
      } else {
        hasOne = true;
      }
    }
  }

  private void indirect(Node to, String symbol) {
    left(to);
    if (plain(to) instanceof Node.Array) {
      write(" ");
    }
    write(isDeclarator(to) ? "(" + symbol : symbol);
  }

  private void closeIndirect(Node to) {
    if (isDeclarator(to)) {
      write(")");
    }
    right(to);
  }

  private boolean isDeclarator(Node type) {
    Node plain = plain(type);
    return plain instanceof Node.Array || plain instanceof Node.FunctionType;
  }

  private boolean hasRight(Node type) {
    return switch (plain(type)) {
      case Node.Pointer(Node to) -> hasRight(to);
      case Node.Reference(Node to, _) -> hasRight(to);
      case Node.MemberPointer(_, Node to) -> hasRight(to);
      case Node plain -> isDeclarator(plain);
    };
  }

  /** A type without its qualifiers, of which pack it may be. */
  private Node plain(Node type) {
    Node plain = type;
    while (true) {
      step();
      switch (plain) {
        case Node.Parameter parameter -> plain = argument(parameter);
        case Node.Constrained(Node inner, _) -> plain = inner;
        default -> {
          return plain;
        }
      }
    }
  }

  /** A reference to a reference is one (C++, [dcl.ref]). */
  private Node referred(Node.Reference reference) {
    Node to = reference.to();
    while (plain(to) instanceof Node.Reference(Node inner, _)) {
      to = inner;
    }
    return to;
  }

  private boolean isRvalue(Node.Reference reference) {
    boolean isRvalue = reference.isRvalue();
    Node to = reference.to();
    while (plain(to) instanceof Node.Reference(Node inner, boolean is)) {
      isRvalue &= is;
      to = inner;
    }
    return isRvalue;
  }

  /** What is constant already does not become more so. */
  private void constrain(Node.Constrained constrained) {
    left(constrained.type());
    Set<String> known = new HashSet<>();
    Node type = constrained.type();
    while (type instanceof Node.Constrained || type instanceof Node.Parameter) {
      step();
      if (type instanceof Node.Constrained(Node inner, List<String> qualifiers)) {
        known.addAll(qualifiers);
        type = inner;
      } else if (type instanceof Node.Parameter parameter) {
        type = argument(parameter);
      }
    }
    for (String each : constrained.qualifiers()) {
      if (!known.contains(each)) {
        write(" " + each);
      }
    }
  }

  /**
   * What a parameter stands for: of a pack, the argument that is expanded, or all outside of
   * expansions.
   */
  private Node argument(Node.Parameter parameter) {
    if (isInLambda) {
      return new Node.Text("auto:" + (parameter.number() + 1));
    }
    if (parameter.number() >= scope.size()) {
      throw new UnreadableNameException("no template argument has number " + parameter.number());
    }
    Node argument = scope.get(parameter.number());
    if (packIndex < 0 || !(argument instanceof Node.ArgumentPack(List<Node> arguments))) {
      return argument;
    }
    if (packSize < 0) {
      packSize = arguments.size();
    }
    return packIndex < arguments.size() ? arguments.get(packIndex) : NOTHING;
  }

  private void outsideOfPacks(Runnable printing) {
    int index = packIndex;
    int size = packSize;
    packIndex = -1;
    packSize = -1;
    printing.run();
    packIndex = index;
    packSize = size;
  }

  private void expand(Node pattern) {
    outsideOfPacks(() -> {
      int before = out.length();
      packIndex = 0;
      print(pattern);
      if (packSize < 0) {
        write("...");
      } else if (packSize == 0) {
        out.setLength(before);
      }
      int size = packSize;
      for (packIndex = 1; packIndex < size; packIndex++) {
        write(", ");
        print(pattern);
      }
    });
  }

  private void size(Node pack) {
    if (pack instanceof Node.Parameter(int number)
        && number < scope.size()
        && scope.get(number) instanceof Node.ArgumentPack(List<Node> arguments)) {
      write(String.valueOf(arguments.size()));
    } else {
      write("sizeof...(");
      print(pack);
      write(")");
    }
  }

  private void write(Node.Literal literal) {
    String type = literal.type() instanceof Node.Text(String name) ? name : "";
    String value = literal.value();
    switch (type) {
      case "bool" -> write(value.equals("1") ? "true" : value.equals("0") ? "false" : value);
      case "int" -> write(value);
      case "unsigned int" -> write(value + "u");
      case "long" -> write(value + "l");
      case "unsigned long" -> write(value + "ul");
      case "long long" -> write(value + "ll");
      case "unsigned long long" -> write(value + "ull");
      case "std::nullptr_t" -> write("nullptr");
      case "float" -> write(real(value, 8, "(float)"));
      case "double" -> write(real(value, 16, "(double)"));
      default -> {
        write("(");
        print(literal.type());
        write(")" + value);
      }
    }
  }

  /** Reals are written as the bits that they have, highest first. */
  private static String real(String value, int digits, String type) {
    if (value.length() != digits || !HEXADECIMAL.matcher(value).matches()) {
      return type + value;
    }
    long bits = Long.parseUnsignedLong(value, 16);
    return digits == 8
        ? Float.intBitsToFloat((int) bits) + "f"
        : String.valueOf(Double.longBitsToDouble(bits));
  }
}
