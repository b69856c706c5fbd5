package dev.magpie.ptx.syntax;

import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Linkage;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.ptx.ir.Variable.Initializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads declarations of variables, registers and parameters. */
final class DeclarationParser {
  /** What no memory of a GPU reaches; keeps sums of sizes far from overflow. */
  private static final long LARGEST_BYTES = 1L << 40;

  private static final int LARGEST_ALIGNMENT = 1 << 16;

  private static final Set<String> OPAQUE = Set.of(".texref", ".samplerref", ".surfref");

  private final Tokens tokens;

  DeclarationParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /** What stands between a space and a name. */
  private record Shape(ScalarType type, int elements, int alignment) {}

  /** The space that a directive such as {@code .global} declares variables in, or null. */
  static @Nullable StateSpace spaceOf(Token token) {
    if (token.isDirective(".tex")) {
      // The old form of .global .texref: known by name, so that only kernels that use it are
      // refused.
      return StateSpace.GLOBAL;
    }
    return token.kind() == Token.Kind.DIRECTIVE ? StateSpace.find(token.text().substring(1)) : null;
  }

  /** Reads the variables of a declaration, whose space comes next, up to its semicolon. */
  List<Variable> variables(Linkage linkage) {
    StateSpace space = spaceOf(tokens.peek());
    if (space == null) {
      throw tokens.error("a state space is expected, not " + tokens.peek().described());
    }
    tokens.next();
    Shape shape = shape();
    List<Variable> variables = new ArrayList<>();
    do {
      int line = tokens.line();
      String name = tokens.identifier("the name of a variable");
      long elements = arrayElements();
      List<Initializer> values = List.of();
      if (tokens.take("=")) {
        if (space != StateSpace.GLOBAL && space != StateSpace.CONST) {
          throw tokens.error(
              "'%s' is in .%s memory, which has no initial values".formatted(name, space));
        }
        values = new ArrayList<>();
        initializers(shape.type(), values, 0);
        if (elements == UNSIZED) {
          elements = values.size();
        }
      }
      variables.add(variable(name, space, shape, elements, linkage, values, line));
    } while (tokens.take(","));
    tokens.expect(";", "to end the declaration");
    return variables;
  }

  private static final long UNSIZED = -1;

  private Variable variable(
      String name,
      StateSpace space,
      Shape shape,
      long elements,
      Linkage linkage,
      List<Initializer> values,
      int line) {
    long bytes = elements == UNSIZED ? 0 : elements * shape.elements() * shape.type().bytes();
    if (bytes > LARGEST_BYTES) {
      throw tokens.error(line, "'%s' takes %d bytes, which no device has".formatted(name, bytes));
    }
    if ((long) values.size() * shape.type().bytes() > bytes) {
      throw tokens.error(
          line, "'%s' has %d bytes and %d initial values".formatted(name, bytes, values.size()));
    }
    int alignment =
        shape.alignment() > 0 ? shape.alignment() : shape.type().bytes() * shape.elements();
    return new Variable(name, space, shape.type(), alignment, bytes, linkage, values, line);
  }

  /** Reads a list of parameters in parentheses. */
  List<Function.Parameter> parameters(Scope scope) {
    tokens.expect("(", "to begin a list of parameters");
    List<Function.Parameter> parameters = new ArrayList<>();
    tokens.list(")", "to end the list of parameters", () -> parameters.add(parameter(scope)));
    return parameters;
  }

  private Function.Parameter parameter(Scope scope) {
    int line = tokens.line();
    boolean inRegister = tokens.peek().isDirective(".reg");
    if (!inRegister && !tokens.peek().isDirective(".param")) {
      throw tokens.error(
          "a parameter begins with .param or .reg, not " + tokens.peek().described());
    }
    tokens.next();
    Shape shape = shape();
    String name = tokens.identifier("the name of a parameter");
    if (inRegister) {
      if (!name.equals("_") && !scope.declareRegister(name, shape.type(), 1)) {
        throw tokens.error(line, "'%s' is declared twice".formatted(name));
      }
      return scope.find(name) instanceof Scope.Named.OfRegister(var register)
          ? new Function.Parameter.InRegister(register)
          : new Function.Parameter.InRegister(
              new dev.magpie.ptx.ir.Register(0, name, shape.type()));
    }
    Variable variable =
        variable(name, StateSpace.PARAM, shape, arrayElements(), Linkage.LOCAL, List.of(), line);
    if (!name.equals("_") && !scope.declare(name, new Scope.Named.OfVariable(variable))) {
      throw tokens.error(line, "'%s' is declared twice".formatted(name));
    }
    return new Function.Parameter.InMemory(variable);
  }

  /** Reads registers, {@code .reg} being next. */
  void registers(Scope scope) {
    tokens.next();
    Shape shape = shape();
    do {
      int line = tokens.line();
      String name = tokens.identifier("the name of a register");
      boolean isNew;
      if (tokens.take("<")) {
        Token count = tokens.next();
        if (count.kind() != Token.Kind.INTEGER || count.bits() < 0) {
          throw tokens.error(
              line, "a number of registers is expected in < >, not " + count.described());
        }
        tokens.expect(">", "after the number of registers");
        isNew = scope.declareFamily(name, shape.type(), shape.elements(), count.bits());
      } else {
        isNew = scope.declareRegister(name, shape.type(), shape.elements());
      }
      if (!isNew) {
        throw tokens.error(line, "register '%s' is declared twice".formatted(name));
      }
    } while (tokens.take(","));
    tokens.expect(";", "to end the declaration");
  }

  private Shape shape() {
    int alignment = 0;
    int elements = 1;
    while (true) {
      Token token = tokens.peek();
      if (token.kind() != Token.Kind.DIRECTIVE) {
        throw tokens.error("a type such as .u32 is expected, not " + token.described());
      }
      tokens.next();
      String name = token.text().substring(1);
      ScalarType type = ScalarType.find(name);
      if (type != null) {
        skipPointerNotes();
        return new Shape(type, elements, alignment);
      }
      switch (name) {
        case "align" -> alignment = alignment();
        case "v2" -> elements = 2;
        case "v4" -> elements = 4;
        case "attribute" -> skipParentheses();
        default -> {
          if (OPAQUE.contains(token.text())) {
            // Known by name, so that only kernels that use one are refused.
            return new Shape(ScalarType.B64, 1, 8);
          }
          throw tokens.error(token.line(), "type %s is not supported".formatted(token.text()));
        }
      }
    }
  }

  /** Skips what a kernel's parameter says of the memory it points to. */
  private void skipPointerNotes() {
    if (tokens.takeDirective(".ptr")) {
      while (tokens.peek().kind() == Token.Kind.DIRECTIVE) {
        if (tokens.next().isDirective(".align")) {
          alignment();
        }
      }
    } else if (tokens.takeDirective(".align")) {
      alignment();
    }
  }

  private int alignment() {
    Token token = tokens.next();
    long value = token.bits();
    if (token.kind() != Token.Kind.INTEGER
        || value <= 0
        || value > LARGEST_ALIGNMENT
        || Long.bitCount(value) != 1) {
      throw tokens.error(
          token.line(),
          "an alignment is a power of two up to %d, not %s"
              .formatted(LARGEST_ALIGNMENT, token.described()));
    }
    return (int) value;
  }

  private void skipParentheses() {
    tokens.expect("(", "after .attribute");
    while (!tokens.take(")")) {
      if (tokens.isAtEnd()) {
        throw tokens.error("an attribute does not end");
      }
      tokens.next();
    }
  }

  /** Elements of an array of any number of dimensions; 1 without brackets. */
  private long arrayElements() {
    long elements = 1;
    boolean unsized = false;
    while (tokens.take("[")) {
      if (tokens.take("]")) {
        unsized = true;
        continue;
      }
      long dimension = ConstantExpression.parse(tokens);
      tokens.expect("]", "after an array's size");
      if (dimension < 0 || (dimension != 0 && elements > LARGEST_BYTES / dimension)) {
        throw tokens.error("an array of %d elements does not fit".formatted(dimension));
      }
      elements *= dimension;
    }
    return unsized ? UNSIZED : elements;
  }

  private void initializers(ScalarType type, List<Initializer> values, int depth) {
    if (depth > 16) {
      throw tokens.error("initial values are nested too deeply");
    }
    if (!tokens.take("{")) {
      values.add(initializer(type));
      return;
    }
    tokens.list("}", "to end the initial values", () -> initializers(type, values, depth + 1));
  }

  private Initializer initializer(ScalarType type) {
    boolean negative = tokens.isAt("-") && tokens.peek(1).kind() == Token.Kind.REAL;
    if (negative) {
      tokens.next();
    }
    Token token = tokens.peek();
    if (token.kind() == Token.Kind.REAL) {
      tokens.next();
      double value = Double.longBitsToDouble(token.bits());
      return new Initializer.Bits(RealBits.of(type, negative ? -value : value));
    }
    if (token.kind() == Token.Kind.IDENTIFIER && !token.text().equals("WARP_SZ")) {
      return address(0);
    }
    if (token.kind() == Token.Kind.INTEGER && tokens.peek(1).is("(")) {
      long mask = tokens.next().bits();
      int shift = Long.numberOfTrailingZeros(mask);
      tokens.expect("(", "after a mask");
      Initializer masked = address(shift == 64 ? 0 : shift);
      tokens.expect(")", "after a masked address");
      return masked;
    }
    long value = ConstantExpression.parse(tokens);
    return new Initializer.Bits(type.isFloat() ? RealBits.of(type, (double) value) : value);
  }

  private Initializer address(int shift) {
    String name = tokens.identifier("a symbol");
    boolean generic = name.equals("generic") && tokens.take("(");
    if (generic) {
      name = tokens.identifier("a symbol");
      tokens.expect(")", "after generic(" + name);
    }
    long addend =
        tokens.isAt("+") || tokens.isAt("-") ? ConstantExpression.parseSignedTerm(tokens) : 0;
    return new Initializer.Address(name, addend, generic, shift);
  }
}
