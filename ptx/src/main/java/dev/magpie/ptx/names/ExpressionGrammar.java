package dev.magpie.ptx.names;

import static dev.magpie.ptx.names.OperatorCode.parenthesized;

import java.util.ArrayList;
import java.util.List;

/** Expressions and literals (Itanium C++ ABI, sections 5.1.6.1 and 5.1.6.2). */
final class ExpressionGrammar {
  private final Grammar grammar;
  private final MangledText text;

  ExpressionGrammar(Grammar grammar) {
    this.grammar = grammar;
    text = grammar.text;
  }

  Node expression() {
    grammar.enter();
    boolean isGlobal = text.take("gs");
    Node expression = read();
    grammar.leave();
    return isGlobal ? Node.Joined.of(new Node.Text("::"), expression) : expression;
  }

  private Node read() {
    if (text.next() == 'L') {
      return literal();
    }
    if (text.take('T')) {
      return grammar.templateParameter();
    }
    if (text.nextIsDigit()) {
      return withArguments(grammar.names.sourceName());
    }
    String code = text.take(2);
    OperatorCode operator = OperatorCode.of(code);
    if (operator != null && operator.operands() > 0) {
      return operation(code, operator);
    }
    return switch (code) {
      case "fp", "fL" -> parameter(code);
      case "sr" -> scoped();
      case "on" -> operatorName();
      case "st" -> call("sizeof", grammar.types.type());
      case "sz" -> call("sizeof", expression());
      case "at" -> call("alignof", grammar.types.type());
      case "az" -> call("alignof", expression());
      case "nx" -> call("noexcept", expression());
      case "sZ" -> new Node.PackSize(expression());
      case "sp" -> new Node.Expansion(expression());
      case "cv" -> conversion();
      case "sc" -> cast("static_cast");
      case "dc" -> cast("dynamic_cast");
      case "rc" -> cast("reinterpret_cast");
      case "cc" -> cast("const_cast");
      case "tl" -> braced(grammar.types.type());
      case "il" -> braced(new Node.Text(""));
      case "cl" -> Node.Joined.of(new Node.Operand(expression()), parenthesized(list()));
      case "ix" -> {
        Node array = new Node.Operand(expression());
        yield Node.Joined.of(array, new Node.Text("["), expression(), new Node.Text("]"));
      }
      case "qu" -> conditional();
      case "dt" -> member(".");
      case "pt" -> member("->");
      case "di" -> designated(".", grammar.names.sourceName());
      default -> throw text.bad();
    };
  }

  private Node operation(String code, OperatorCode operator) {
    if (operator.operands() == 1) {
      // One that follows its operand has an underscore less.
      boolean follows = (code.equals("pp") || code.equals("mm")) && !text.take('_');
      Node operand = expression();
      Node symbol = new Node.Text(operator.symbol());
      if (follows) {
        return Node.Operation.of(new Node.Operand(operand), symbol);
      }
      // The address of something is as good as a name.
      return code.equals("ad")
          ? Node.Joined.of(symbol, operand)
          : Node.Operation.of(symbol, new Node.Operand(operand));
    }
    Node left = new Node.Operand(expression());
    String symbol = operator.symbol();
    return Node.Operation.of(
        left,
        new Node.Text(
            symbol.equals(",") ? ", " : symbol.equals(".*") ? symbol : " " + symbol + " "),
        new Node.Operand(expression()));
  }

  private Node call(String function, Node argument) {
    return Node.Joined.of(new Node.Text(function), parenthesized(argument));
  }

  private Node cast(String kind) {
    Node type = grammar.types.type();
    return Node.Joined.of(
        new Node.Text(kind + "<"), type, new Node.Text(">"), parenthesized(expression()));
  }

  private Node conversion() {
    Node type = grammar.types.type();
    return text.take('_')
        ? Node.Joined.of(type, parenthesized(list()))
        : Node.Operation.of(parenthesized(type), new Node.Operand(expression()));
  }

  private Node braced(Node type) {
    return Node.Joined.of(type, new Node.Text("{"), list(), new Node.Text("}"));
  }

  private Node list() {
    List<Node> nodes = new ArrayList<>();
    while (!text.take('E')) {
      nodes.add(expression());
    }
    return new Node.Listed(nodes);
  }

  private Node conditional() {
    Node condition = new Node.Operand(expression());
    Node one = new Node.Operand(expression());
    Node other = new Node.Operand(expression());
    return Node.Operation.of(condition, new Node.Text(" ? "), one, new Node.Text(" : "), other);
  }

  private Node member(String symbol) {
    Node object = new Node.Operand(expression());
    return Node.Joined.of(object, new Node.Text(symbol), expression());
  }

  private Node designated(String symbol, Node name) {
    return Node.Joined.of(new Node.Text(symbol), name, new Node.Text(" = "), expression());
  }

  /** A {@code <function-param>}: the first is number 1. */
  private Node parameter(String code) {
    if (code.equals("fL")) {
      text.number();
      text.expect('p');
    } else if (text.take('T')) {
      return new Node.Text("this");
    }
    grammar.types.functionQualifiers();
    return new Node.Text("{parm#%d}".formatted(text.ordinal() + 1));
  }

  /** An {@code <unresolved-name>}, after its {@code sr}. */
  private Node scoped() {
    boolean isNested = text.take('N') || text.nextIsDigit();
    Node scope =
        text.nextIsDigit() ? withArguments(grammar.names.sourceName()) : grammar.types.type();
    while (isNested && !text.take('E')) {
      scope = new Node.Qualified(scope, withArguments(grammar.names.sourceName()));
    }
    return new Node.Qualified(
        scope, text.take("on") ? operatorName() : withArguments(grammar.names.sourceName()));
  }

  private Node operatorName() {
    OperatorCode operator = OperatorCode.of(text.take(2));
    if (operator == null) {
      throw text.bad();
    }
    return withArguments(new Node.Text("operator" + operator.symbol()));
  }

  private Node withArguments(Node name) {
    return text.next() == 'I' ? new Node.Templated(name, grammar.names.templateArguments()) : name;
  }

  /** An {@code <expr-primary>}. */
  Node literal() {
    text.expect('L');
    if (text.take("_Z") || text.take('Z')) {
      Node entity = grammar.names.encoding();
      text.expect('E');
      return entity;
    }
    Node type = grammar.types.type();
    String sign = text.take('n') ? "-" : "";
    StringBuilder value = new StringBuilder(sign);
    while (!text.take('E')) {
      value.append(text.take(1));
    }
    return new Node.Literal(type, value.toString());
  }
}
