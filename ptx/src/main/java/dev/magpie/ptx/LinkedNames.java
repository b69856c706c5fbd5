package dev.magpie.ptx;

import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Variable;
import java.util.List;
import java.util.Map;

/**
 * The names of a module that are others after linking.
 *
 * @param renamed from those in its text
 */
record LinkedNames(Map<String, String> renamed) {
  String of(String name) {
    return renamed.getOrDefault(name, name);
  }

  /** A function with the names that it has and uses after linking. */
  Function in(Function function) {
    if (renamed.isEmpty()) {
      return function;
    }
    return function.renamed(
        of(function.name()), function.instructions().stream().map(this::in).toList());
  }

  /** In branches names are labels, which stay. */
  private Instruction in(Instruction instruction) {
    boolean branches = instruction.opcode().equals("bra") || instruction.opcode().equals("brx");
    if (branches || instruction.operands().stream().noneMatch(this::isRenamed)) {
      return instruction;
    }
    List<Operand> operands =
        instruction.operands().stream()
            .map(each ->
                each instanceof Operand.Name(String name) ? new Operand.Name(of(name)) : each)
            .toList();
    return new Instruction(
        instruction.line(),
        instruction.guard(),
        instruction.guardNegated(),
        instruction.opcode(),
        instruction.modifiers(),
        operands,
        instruction.location());
  }

  private boolean isRenamed(Operand operand) {
    return operand instanceof Operand.Name(String name) && renamed.containsKey(name);
  }

  /** A variable with the names that it has and is initialised with after linking. */
  Variable in(Variable variable) {
    boolean isNamed =
        renamed.containsKey(variable.name())
            || variable.initializers().stream()
                .anyMatch(each ->
                    each instanceof Variable.Initializer.Address address
                        && renamed.containsKey(address.symbol()));
    return isNamed
        ? variable.renamed(
            of(variable.name()), variable.initializers().stream().map(this::in).toList())
        : variable;
  }

  private Variable.Initializer in(Variable.Initializer value) {
    return value instanceof Variable.Initializer.Address address
        ? new Variable.Initializer.Address(
            of(address.symbol()), address.addend(), address.generic(), address.shift())
        : value;
  }
}
