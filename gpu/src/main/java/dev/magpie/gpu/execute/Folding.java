package dev.magpie.gpu.execute;

import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * How many machine instructions each of a function's is. None are those that only name what another
 * takes as it is (parameters, constants, addresses with an offset), and the first of two that a
 * machine does in one: a product that is added, a shift that is added, sums and logic of three
 * numbers. Integers of 64 bits take two, and products of them four.
 */
final class Folding {
  private static final Set<String> LOGIC = Set.of("and", "or", "xor", "not");
  private static final Set<String> WIDE = Set.of("s64", "u64", "b64");
  private static final Set<String> IN_HALVES =
      Set.of(
          "add", "sub", "and", "or", "xor", "not", "min", "max", "setp", "selp", "shl", "shr",
          "neg", "abs", "mov");

  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private final List<Operation> code;

  // By register slot.
  private final int[] writers;
  private final int[] reader;

  /** Whether an instruction has taken another one in. */
  private final boolean[] hasTaken;

  private final int[] instructions;

  Folding(List<Operation> code) {
    this.code = code;
    int slots = 0;
    for (Operation each : code) {
      slots = Math.max(slots, most(each.reads()));
      slots = Math.max(slots, most(each.writes()));
    }
    writers = new int[slots + 1];
    reader = new int[slots + 1];
    Arrays.fill(reader, NOBODY);
    for (int i = 0; i < code.size(); i++) {
      for (int slot : code.get(i).writes()) {
        writers[slot]++;
      }
      for (int slot : code.get(i).reads()) {
        reader[slot] = reader[slot] == NOBODY || reader[slot] == i ? i : SEVERAL;
      }
    }
    hasTaken = new boolean[code.size()];
    instructions = new int[code.size()];
    for (int i = 0; i < instructions.length; i++) {
      instructions[i] = isFolded(i) ? 0 : 1;
    }
    for (int i = 0; i < instructions.length; i++) {
      instructions[i] *= parts(i);
    }
  }

  private static int most(int[] slots) {
    int most = 0;
    for (int slot : slots) {
      most = Math.max(most, slot);
    }
    return most;
  }

  int[] instructions() {
    return instructions.clone();
  }

  private boolean isFolded(int index) {
    Operation operation = code.get(index);
    Instruction source = operation.source();
    if (source.guard() != null) {
      return false;
    }
    if (source.has("pred") && (LOGIC.contains(source.opcode()) || source.opcode().equals("mov"))) {
      return true;
    }
    if (operation.writes().length == 0 || writers[operation.writes()[0]] != 1) {
      return false;
    }
    return switch (source.opcode()) {
      case "cvta" -> true;
      case "ld" -> source.has("param");
      case "mov" -> isName(source);
      case "mul" -> isProduct(source) && joins(index, Set.of("add"));
      case "shl" -> hasConstant(source) && joins(index, Set.of("add", "sub"));
      case "add", "sub" ->
          isWide(source)
              ? isOffset(index)
              : isInteger(index) && joins(index, Set.of("add", "sub", "min", "max"));
      case "and", "or", "xor", "not" -> !isWide(source) && joins(index, LOGIC);
      case "neg", "abs" -> operation.kind() == InstructionClass.FLOAT && isModifier(index);
      case "cvt" -> source.modifiers().equals(List.of("u32", "u16"));
      default -> false;
    };
  }

  /** What only gives a constant, a register or the halves of one another name. */
  private static boolean isName(Instruction source) {
    Operand from = source.operands().getLast();
    Operand to = source.operands().getFirst();
    if (from instanceof Operand.Vector(List<Operand> elements)) {
      return source.has("b64") || elements.stream().distinct().count() == 1;
    }
    return to instanceof Operand.Vector ? source.has("b64") : !(from instanceof Operand.Special);
  }

  /** Whether it gives all bits of a product of two words, or its low word. */
  private static boolean isProduct(Instruction source) {
    return source.has("wide") || (source.has("lo") && !isWide(source));
  }

  private boolean isInteger(int index) {
    return code.get(index).kind() == InstructionClass.INTEGER;
  }

  private static boolean isWide(Instruction source) {
    return source.modifiers().stream().anyMatch(WIDE::contains);
  }

  private static boolean hasConstant(Instruction source) {
    return source.operands().getLast() instanceof Operand.Whole;
  }

  /** Whether the only instruction that needs a result can take in what makes it. */
  private boolean joins(int index, Set<String> opcodes) {
    int by = reader[code.get(index).writes()[0]];
    if (by < 0 || hasTaken[by] || by <= index) {
      return false;
    }
    Operation user = code.get(by);
    boolean isAlike =
        opcodes.contains(user.source().opcode())
            && (user.kind() == InstructionClass.INTEGER || user.kind() == InstructionClass.LOGIC)
            && !user.source().has("pred");
    hasTaken[by] |= isAlike;
    return isAlike;
  }

  /** Whether it adds a constant to what is only used as an address. */
  private boolean isOffset(int index) {
    Operation operation = code.get(index);
    if (!hasConstant(operation.source()) || !operation.source().opcode().equals("add")) {
      return false;
    }
    int slot = operation.writes()[0];
    boolean used = false;
    for (Operation each : code) {
      for (int read : each.reads()) {
        if (read == slot) {
          used = true;
          if (!isAddress(each, operation.source().operands().getFirst())) {
            return false;
          }
        }
      }
    }
    return used;
  }

  /** Whether an access has a register as its address and for nothing else. */
  private static boolean isAddress(Operation operation, Operand register) {
    boolean isAccess =
        operation.kind() == InstructionClass.LOAD || operation.kind() == InstructionClass.STORE;
    return isAccess
        && operation.source().operands().stream()
            .allMatch(each ->
                switch (each) {
                  case Operand.Memory _ -> true;
                  case Operand.Vector(List<Operand> elements) -> !elements.contains(register);
                  default -> !each.equals(register);
                });
  }

  /** Whether only arithmetic of floating-point numbers reads it, which negates for nothing. */
  private boolean isModifier(int index) {
    int slot = code.get(index).writes()[0];
    for (Operation each : code) {
      for (int read : each.reads()) {
        if (read == slot && each.kind() != InstructionClass.FLOAT) {
          return false;
        }
      }
    }
    return true;
  }

  /** How many machine instructions one is that is not part of another. */
  private int parts(int index) {
    Instruction source = code.get(index).source();
    if (code.get(index).kind() == InstructionClass.MATRIX) {
      return MatrixWork.of(source);
    }
    boolean isInteger =
        switch (code.get(index).kind()) {
          case INTEGER, LOGIC, COMPARE, MOVE -> true;
          default -> false;
        };
    if (!isInteger || !isWide(source)) {
      return 1;
    }
    if (source.has("lo")) {
      return 4;
    }
    // A sum that has taken in a product or a shift is a single multiplication.
    return hasTaken[index] || !IN_HALVES.contains(source.opcode()) ? 1 : 2;
  }
}
