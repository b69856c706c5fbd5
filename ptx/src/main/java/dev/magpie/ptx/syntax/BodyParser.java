package dev.magpie.ptx.syntax;

import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Linkage;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.SourceLine;
import dev.magpie.ptx.ir.StateSpace;
import dev.magpie.ptx.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the body of a function. */
final class BodyParser {
  private static final int DEEPEST = 64;

  private final Tokens tokens;
  private final DeclarationParser declarations;
  private final OperandParser operands;
  private final Map<Long, String> files;

  /** Takes the variables of the module that are declared inside functions. */
  private final List<Variable> moduleVariables;

  final List<Variable> variables = new ArrayList<>();
  final List<Instruction> instructions = new ArrayList<>();
  final Map<String, Integer> labels = new HashMap<>();
  final Map<String, List<String>> branchTables = new HashMap<>();
  final Set<Integer> notUnrolled = new HashSet<>();
  private final List<Register> registers;

  /** How often each label occurs in blocks of the function so far. */
  private final Map<String, Integer> labelCounts = new HashMap<>();

  /** What the instructions that follow were compiled from. */
  private @Nullable SourceLine location;

  /**
   * Reads bodies.
   *
   * @param files that they were compiled from, by the numbers that they have in the module
   */
  BodyParser(
      Tokens tokens,
      Map<Long, String> files,
      Map<String, Variable> known,
      List<Variable> moduleVariables,
      List<Register> registers) {
    this.tokens = tokens;
    this.files = files;
    this.declarations = new DeclarationParser(tokens);
    this.operands = new OperandParser(tokens, known);
    this.moduleVariables = moduleVariables;
    this.registers = registers;
  }

  /** Reads a block, its opening brace being next. */
  void block(Scope scope, int depth) {
    if (depth > DEEPEST) {
      throw tokens.error("blocks are nested too deeply");
    }
    int start = tokens.line();
    collectLabels(scope);
    tokens.expect("{", "to begin a block");
    while (!tokens.take("}")) {
      Token token = tokens.peek();
      switch (token.kind()) {
        case END -> throw tokens.error(start, "the block that begins here does not end");
        case DIRECTIVE -> directive(scope);
        case IDENTIFIER -> {
          if (tokens.peek(1).is(":")) {
            label(scope);
          } else {
            instruction(scope, null, false);
          }
        }
        default -> {
          if (token.is("{")) {
            block(new Scope(scope, registers), depth + 1);
          } else if (tokens.take("@")) {
            guarded(scope);
          } else if (!tokens.take(";")) {
            throw tokens.error("an instruction is expected, not " + token.described());
          }
        }
      }
    }
  }

  /** Names the labels of a block, the rest of it being unread: jumps may come before them. */
  private void collectLabels(Scope scope) {
    int depth = 0;
    for (int ahead = 0; ; ahead++) {
      Token token = tokens.peek(ahead);
      if (token.kind() == Token.Kind.END) {
        return;
      }
      if (token.is("{")) {
        depth++;
      } else if (token.is("}")) {
        if (--depth == 0) {
          return;
        }
      } else if (depth == 1
          && token.kind() == Token.Kind.IDENTIFIER
          && tokens.peek(ahead + 1).is(":")
          && !tokens.peek(ahead - 1).is("?")) {
        String name = token.text();
        int count = labelCounts.merge(name, 1, Integer::sum);
        if (scope.labels().put(name, count == 1 ? name : name + "#" + count) != null) {
          throw tokens.error(token.line(), "label '%s' is declared twice".formatted(name));
        }
      }
    }
  }

  private void directive(Scope scope) {
    Token token = tokens.peek();
    StateSpace space = DeclarationParser.spaceOf(token);
    if (space != null) {
      for (Variable variable : declarations.variables(Linkage.LOCAL)) {
        if (!scope.declare(variable.name(), new Scope.Named.OfVariable(variable))) {
          throw tokens.error(variable.line(), "'%s' is declared twice".formatted(variable.name()));
        }
        if (space == StateSpace.GLOBAL || space == StateSpace.CONST) {
          moduleVariables.add(variable);
        } else {
          variables.add(variable);
        }
      }
      return;
    }
    switch (token.text()) {
      case ".reg" -> declarations.registers(scope);
      case ".loc" -> {
        location = location(location);
        tokens.skipLine(token.line());
      }
      case ".file" -> tokens.skipLine(token.line());
      case ".pragma" -> {
        tokens.next();
        if (tokens.next().text().contains("nounroll")) {
          notUnrolled.add(instructions.size());
        }
        tokens.expect(";", "after .pragma");
      }
      case ".section" -> {
        tokens.next();
        tokens.next();
        tokens.skipBraces();
      }
      default -> throw tokens.error("directive %s is not supported here".formatted(token.text()));
    }
  }

  /**
   * What {@code .loc} says, which is next; where that is nothing, as line 0, what was said before.
   */
  private @Nullable SourceLine location(@Nullable SourceLine before) {
    Token file = tokens.peek(1);
    Token line = tokens.peek(2);
    String name = files.get(file.bits());
    boolean isLine =
        line.kind() == Token.Kind.INTEGER && line.bits() > 0 && line.bits() < Integer.MAX_VALUE;
    if (file.kind() != Token.Kind.INTEGER || !isLine || name == null) {
      return before;
    }
    SourceLine said = new SourceLine(name, (int) line.bits());
    return said.equals(before) ? before : said;
  }

  private void label(Scope scope) {
    String written = tokens.next().text();
    String name = String.valueOf(scope.labels().get(written));
    tokens.expect(":", "after a label");
    if (tokens.takeDirective(".branchtargets")) {
      branchTables.put(
          name,
          operands.operands(scope).stream()
              .map(target -> ((target instanceof Operand.Name(var label)) ? label : "" + target))
              .toList());
    } else if (tokens.peek().isDirective(".callprototype")
        || tokens.peek().isDirective(".calltargets")) {
      while (!tokens.take(";")) {
        if (tokens.isAtEnd()) {
          throw tokens.error("this prototype does not end");
        }
        tokens.next();
      }
      branchTables.put(name, List.of());
    } else {
      labels.put(name, instructions.size());
    }
  }

  private void guarded(Scope scope) {
    boolean negated = tokens.take("!");
    int line = tokens.line();
    String name = tokens.identifier("a predicate");
    if (!(scope.find(name) instanceof Scope.Named.OfRegister(Register register))
        || register.type() != ScalarType.PRED) {
      throw tokens.error(line, "'%s' is not a predicate register".formatted(name));
    }
    instruction(scope, register, negated);
  }

  private void instruction(Scope scope, @Nullable Register guard, boolean negated) {
    int line = tokens.line();
    String opcode = tokens.identifier("an instruction");
    List<String> modifiers = new ArrayList<>();
    while (tokens.peek().kind() == Token.Kind.DIRECTIVE) {
      modifiers.add(tokens.next().text().substring(1));
    }
    instructions.add(
        new Instruction(
            line, guard, negated, opcode, modifiers, operands.operands(scope), location));
  }
}
