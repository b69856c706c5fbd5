package dev.magpie.ptx.syntax;

import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads operands and resolves their names. */
final class OperandParser {
  private static final int DEEPEST = 8;

  private final Tokens tokens;
  private final Map<String, Variable> moduleVariables;

  OperandParser(Tokens tokens, Map<String, Variable> moduleVariables) {
    this.tokens = tokens;
    this.moduleVariables = moduleVariables;
  }

  /** Reads operands up to the semicolon, and the semicolon. */
  List<Operand> operands(Scope scope) {
    return list(scope, ";", "to end the instruction", 0);
  }

  private Operand operand(Scope scope, int depth) {
    if (depth > DEEPEST) {
      throw tokens.error("operands are nested too deeply");
    }
    if (tokens.take("{")) {
      Operand vector = new Operand.Vector(list(scope, "}", "to end the list", depth + 1));
      return tokens.take("|") ? new Operand.Pair(vector, simple(scope)) : vector;
    }
    if (tokens.isAt("(") && !isExpression()) {
      tokens.next();
      return new Operand.Group(list(scope, ")", "to end the list", depth + 1));
    }
    if (tokens.take("[")) {
      return memory(scope, depth);
    }
    if (tokens.isAt("!") && tokens.peek(1).kind() == Token.Kind.IDENTIFIER) {
      tokens.next();
      return new Operand.Not(operand(scope, depth + 1));
    }
    Operand first = simple(scope);
    if (tokens.take("|")) {
      return new Operand.Pair(first, simple(scope));
    }
    return first;
  }

  /** Whether a parenthesis is part of a constant expression. */
  private boolean isExpression() {
    Token inner = tokens.peek(1);
    return (inner.kind() == Token.Kind.INTEGER
            && !tokens.peek(2).is(",")
            && !tokens.peek(2).is(")"))
        || (inner.is("-") && !tokens.peek(3).is(",") && !tokens.peek(3).is(")"));
  }

  private List<Operand> list(Scope scope, String close, String where, int depth) {
    List<Operand> elements = new ArrayList<>();
    tokens.list(close, where, () -> elements.add(operand(scope, depth)));
    return elements;
  }

  private Operand memory(Scope scope, int depth) {
    Operand base = operand(scope, depth + 1);
    long offset = 0;
    while (tokens.isAt("+") || tokens.isAt("-")) {
      offset += ConstantExpression.parseSignedTerm(tokens);
    }
    if (tokens.isAt(",")) {
      List<Operand> elements = new ArrayList<>(List.of(base));
      while (tokens.take(",")) {
        elements.add(operand(scope, depth + 1));
      }
      tokens.expect("]", "to end the address");
      return new Operand.Group(elements);
    }
    tokens.expect("]", "to end the address");
    return new Operand.Memory(base, offset);
  }

  private Operand simple(Scope scope) {
    Token token = tokens.peek();
    if (token.is("-") && tokens.peek(1).kind() == Token.Kind.REAL) {
      tokens.next();
      return new Operand.Real(-Double.longBitsToDouble(tokens.next().bits()));
    }
    return switch (token.kind()) {
      case REAL -> new Operand.Real(Double.longBitsToDouble(tokens.next().bits()));
      case IDENTIFIER -> {
        if (token.text().equals("WARP_SZ")) {
          yield new Operand.Whole(ConstantExpression.parse(tokens));
        }
        tokens.next();
        yield named(token, scope);
      }
      case INTEGER, PUNCTUATION -> new Operand.Whole(ConstantExpression.parse(tokens));
      default -> throw tokens.error("an operand is expected, not " + token.described());
    };
  }

  private Operand named(Token token, Scope scope) {
    String name = token.text();
    if (name.equals("_")) {
      return new Operand.Sink();
    }
    return switch (scope.find(name)) {
      case Scope.Named.OfRegister(Register register) -> new Operand.Reg(register);
      case Scope.Named.OfRegisters(List<Register> elements) -> element(token, elements);
      case Scope.Named.OfVariable(Variable variable) -> place(variable);
      case null -> {
        Variable variable = moduleVariables.get(name);
        if (variable != null) {
          yield place(variable);
        }
        if (name.startsWith("%")) {
          yield special(token);
        }
        yield new Operand.Name(label(name, scope));
      }
    };
  }

  private Operand place(Variable variable) {
    long addend =
        tokens.isAt("+") || tokens.isAt("-") ? ConstantExpression.parseSignedTerm(tokens) : 0;
    return new Operand.Place(variable, addend);
  }

  private Operand element(Token token, List<Register> elements) {
    Token suffix = tokens.peek();
    if (suffix.kind() != Token.Kind.DIRECTIVE || !token.touches(suffix)) {
      return new Operand.Vector(elements.stream().<Operand>map(Operand.Reg::new).toList());
    }
    tokens.next();
    int index = Math.max(".x.y.z.w".indexOf(suffix.text()), ".r.g.b.a".indexOf(suffix.text())) / 2;
    if (suffix.text().length() != 2
        || !".x.y.z.w.r.g.b.a".contains(suffix.text())
        || index >= elements.size()) {
      throw tokens.error(
          token.line(), "'%s' has no element %s".formatted(token.text(), suffix.text()));
    }
    return new Operand.Reg(elements.get(index));
  }

  private Operand special(Token token) {
    String name = token.text();
    Token suffix = tokens.peek();
    if (suffix.kind() == Token.Kind.DIRECTIVE && token.touches(suffix)) {
      name += tokens.next().text();
    }
    if (!SpecialNames.isKnown(name)) {
      throw tokens.error(token.line(), "no register is called '%s'".formatted(name));
    }
    return new Operand.Special(name);
  }

  private static String label(String name, Scope scope) {
    for (Scope each = scope; each != null; each = each.outer()) {
      String unique = each.labels().get(name);
      if (unique != null) {
        return unique;
      }
    }
    return name;
  }
}
