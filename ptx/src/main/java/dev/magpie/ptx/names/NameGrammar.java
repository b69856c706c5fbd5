package dev.magpie.ptx.names;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of functions and of what they are in (Itanium C++ ABI, sections 5.1.2 to 5.1.4 and 5.1.6 to
 * 5.1.8).
 */
final class NameGrammar {
  private static final Pattern UNNAMED_NAMESPACE = Pattern.compile("_GLOBAL_[._$]N.*");

  private final Grammar grammar;
  private final MangledText text;

  NameGrammar(Grammar grammar) {
    this.grammar = grammar;
    text = grammar.text;
  }

  /** What follows from a function's name for its type. */
  private static final class Form {
    private boolean hasArguments;
    private boolean hasNoResult;
    private String qualifiers = "";
    private List<Node> arguments = List.of();
  }

  /**
   * An {@code <encoding>}: a function with its parameters, or a variable. What it returns is read
   * and left out.
   */
  Node encoding() {
    grammar.enter();
    Form form = new Form();
    Node name = name(form);
    Node encoding = name;
    if (!isAtEndOfEncoding()) {
      if (form.hasArguments && !form.hasNoResult) {
        grammar.types.type();
      }
      encoding = new Node.Function(name, parameters(), form.qualifiers, form.arguments);
      requirements();
    }
    grammar.leave();
    return encoding;
  }

  private boolean isAtEndOfEncoding() {
    return text.isAtEnd() || text.next() == 'E';
  }

  private List<Node> parameters() {
    List<Node> parameters = new ArrayList<>();
    if (!text.take('v')) {
      while (!isAtEndOfEncoding() && text.next() != 'Q') {
        parameters.add(grammar.types.type());
      }
    }
    return parameters;
  }

  /** Constraints tell no two kernels apart that people would write. */
  private void requirements() {
    if (text.take('Q')) {
      grammar.expressions.expression();
    }
  }

  /** The {@code <name>} of a type or of a variable. */
  Node name() {
    return name(null);
  }

  private Node name(@Nullable Form form) {
    grammar.enter();
    Node name =
        switch (text.next()) {
          case 'N' -> nested(form);
          case 'Z' -> local(form);
          default -> unscoped(form);
        };
    grammar.leave();
    return name;
  }

  private Node unscoped(@Nullable Form form) {
    boolean isSubstitution = text.next() == 'S' && text.ahead(1) != 't';
    Node name;
    if (isSubstitution) {
      text.take(1);
      name = grammar.substitution();
    } else {
      boolean isStandard = text.take("St");
      name = unqualified(form, null);
      name = isStandard ? new Node.Qualified(new Node.Text("std"), name) : name;
    }
    if (text.next() != 'I') {
      if (isSubstitution) {
        throw text.bad();
      }
      return name;
    }
    if (!isSubstitution) {
      grammar.addSubstitution(name);
    }
    return templated(form, name);
  }

  private Node templated(@Nullable Form form, Node name) {
    List<Node> arguments = templateArguments();
    if (form != null) {
      form.hasArguments = true;
      form.arguments = arguments;
    }
    return new Node.Templated(name, arguments);
  }

  /**
   * A {@code <nested-name>}: its prefixes can be referred to, and the whole only as the type that
   * it is.
   */
  private Node nested(@Nullable Form form) {
    text.expect('N');
    String qualifiers = grammar.types.functionQualifiers();
    Node sofar = null;
    boolean isNew = false;
    while (!text.take('E')) {
      if (form != null) {
        form.hasArguments = false;
      }
      boolean wasFirst = sofar == null;
      isNew = true;
      if (text.next() == 'I' && sofar != null) {
        sofar = templated(form, sofar);
      } else if (wasFirst && text.take("St")) {
        sofar = new Node.Text("std");
        isNew = false;
      } else if (wasFirst && text.take('S')) {
        sofar = grammar.substitution();
        isNew = false;
      } else if (wasFirst && text.take('T')) {
        sofar = grammar.templateParameter();
      } else if (wasFirst && text.next() == 'D' && (text.ahead(1) == 't' || text.ahead(1) == 'T')) {
        sofar = grammar.types.decltype();
      } else {
        Node member = unqualified(form, sofar);
        sofar = sofar == null ? member : new Node.Qualified(sofar, member);
        text.take('M');
      }
      if (isNew) {
        grammar.addSubstitution(sofar);
      }
    }
    if (sofar == null || !isNew) {
      throw text.bad();
    }
    grammar.removeLastSubstitution();
    if (form != null) {
      form.qualifiers = qualifiers;
    }
    return sofar;
  }

  /** A {@code <local-name>}: what is in a function. */
  private Node local(@Nullable Form form) {
    text.expect('Z');
    Node function = encoding();
    text.expect('E');
    Node entity;
    if (text.take('s')) {
      entity = new Node.Text("string literal");
    } else {
      if (text.take('d')) {
        text.ordinal();
      }
      entity = name(form);
    }
    discriminator();
    return new Node.Qualified(function, entity);
  }

  private void discriminator() {
    if (text.take("__")) {
      text.number();
      text.expect('_');
    } else if (text.next() == '_' && text.ahead(1) >= '0' && text.ahead(1) <= '9') {
      text.take(2);
    }
  }

  private Node unqualified(@Nullable Form form, @Nullable Node scope) {
    text.take('L');
    char next = text.next();
    Node name;
    if (text.nextIsDigit()) {
      name = sourceName();
    } else if (next == 'U') {
      name = unnamed();
    } else if (next == 'C' || (next == 'D' && text.ahead(1) >= '0' && text.ahead(1) <= '5')) {
      name = constructor(scope);
      if (form != null) {
        form.hasNoResult = true;
      }
    } else {
      name = operator(form);
    }
    while (text.take('B')) {
      name = Node.Joined.of(name, new Node.Text("[abi:"), sourceName(), new Node.Text("]"));
    }
    return name;
  }

  Node sourceName() {
    int length = text.number();
    if (length == 0) {
      throw text.bad();
    }
    String name = text.take(length);
    return new Node.Text(
        UNNAMED_NAMESPACE.matcher(name).matches() ? "(anonymous namespace)" : name);
  }

  private Node unnamed() {
    if (text.take("Ut")) {
      return new Node.Text("{unnamed type#%d}".formatted(text.ordinal() + 1));
    }
    if (!text.take("Ul")) {
      throw text.bad();
    }
    List<Node> parameters = new ArrayList<>();
    if (!text.take('v')) {
      while (text.next() != 'E') {
        if (!text.take("Ty")) {
          parameters.add(grammar.types.type());
        }
      }
    }
    text.expect('E');
    return new Node.Lambda(parameters, text.ordinal());
  }

  private Node constructor(@Nullable Node scope) {
    boolean isDestructor = text.take(1).equals("D");
    if (scope == null || !"012345".contains(text.take(1))) {
      throw text.bad();
    }
    Node name = scope;
    while (true) {
      if (name instanceof Node.Templated(Node inner, _)) {
        name = inner;
      } else if (name instanceof Node.Qualified(_, Node member)) {
        name = member;
      } else {
        return isDestructor ? Node.Joined.of(new Node.Text("~"), name) : name;
      }
    }
  }

  private Node operator(@Nullable Form form) {
    if (text.take("cv")) {
      if (form != null) {
        form.hasNoResult = true;
      }
      return Node.Joined.of(new Node.Text("operator "), grammar.types.type());
    }
    if (text.take("li")) {
      return Node.Joined.of(new Node.Text("operator\"\" "), sourceName());
    }
    OperatorCode operator = OperatorCode.of(text.take(2));
    if (operator == null) {
      throw text.bad();
    }
    return new Node.Text("operator" + operator.symbol());
  }

  /** {@code <template-args>}. */
  List<Node> templateArguments() {
    text.expect('I');
    List<Node> arguments = new ArrayList<>();
    while (text.next() != 'E') {
      if (text.next() == 'Q') {
        requirements();
        break;
      }
      arguments.add(templateArgument());
    }
    text.expect('E');
    return arguments;
  }

  private Node templateArgument() {
    grammar.enter();
    Node argument;
    if (text.take('X')) {
      argument = OperatorCode.asArgument(grammar.expressions.expression());
      text.expect('E');
    } else if (text.take('J')) {
      List<Node> pack = new ArrayList<>();
      while (!text.take('E')) {
        pack.add(templateArgument());
      }
      argument = new Node.ArgumentPack(pack);
    } else if (text.next() == 'L') {
      argument = grammar.expressions.literal();
    } else {
      argument = grammar.types.type();
    }
    grammar.leave();
    return argument;
  }
}
