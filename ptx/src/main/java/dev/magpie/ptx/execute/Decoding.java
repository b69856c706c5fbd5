package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instruction while it is decoded: gives its operands as slots, and its modifiers one by one.
 */
final class Decoding {
  private final Instruction instruction;
  private final FunctionDecoder function;
  private final List<String> modifiers;
  private final List<Integer> reads = new ArrayList<>();
  private final List<Integer> writes = new ArrayList<>();
  private final List<Integer> predicateReads = new ArrayList<>();
  private final List<Integer> predicateWrites = new ArrayList<>();

  Decoding(Instruction instruction, FunctionDecoder function) {
    this.instruction = instruction;
    this.function = function;
    this.modifiers = new ArrayList<>(instruction.modifiers());
  }

  Instruction instruction() {
    return instruction;
  }

  String opcode() {
    return instruction.opcode();
  }

  FunctionDecoder function() {
    return function;
  }

  /** What the warp must know of the instruction, decoded. */
  Operation described(Operation operation) {
    if (!modifiers.isEmpty()) {
      throw bad("modifier ." + modifiers.getFirst() + " is not supported here");
    }
    Register guard = instruction.guard();
    if (guard != null) {
      operation.guard = function.predicate(guard);
      operation.guardFlip = instruction.guardNegated() ? -1 : 0;
      predicateReads.add(operation.guard);
    }
    operation.describe(
        instruction, array(reads), array(writes), array(predicateReads), array(predicateWrites));
    return operation;
  }

  private static int[] array(List<Integer> slots) {
    return slots.stream().mapToInt(Integer::intValue).distinct().toArray();
  }

  UnsupportedInstructionException bad(String problem) {
    return new UnsupportedInstructionException("%s: %s".formatted(instruction.mnemonic(), problem));
  }

  // Modifiers.

  /** Takes a modifier if the instruction has it. */
  boolean take(String modifier) {
    return modifiers.remove(modifier);
  }

  /** Takes the first of some modifiers that the instruction has; null if it has none. */
  @Nullable String takeOneOf(String... names) {
    for (String name : names) {
      if (modifiers.remove(name)) {
        return name;
      }
    }
    return null;
  }

  /** Takes the one of some modifiers that the instruction must have. */
  String takeRequired(String... names) {
    String taken = takeOneOf(names);
    if (taken == null) {
      int last = names.length - 1;
      throw bad(
          ".%s or .%s is missing"
              .formatted(String.join(", .", List.of(names).subList(0, last)), names[last]));
    }
    return taken;
  }

  /** The first modifier that is left, or an empty string. */
  String first() {
    return modifiers.isEmpty() ? "" : modifiers.getFirst();
  }

  /** Takes the first modifier, whatever it is. */
  String takeFirst() {
    if (modifiers.isEmpty()) {
      throw bad("a modifier is missing");
    }
    return modifiers.removeFirst();
  }

  /** Takes the modifiers from one that says nothing to an interpreter on. */
  void drop(java.util.function.Predicate<String> hint) {
    modifiers.removeIf(hint);
  }

  /** Takes the first modifier that is a type. */
  ScalarType takeType() {
    for (int i = 0; i < modifiers.size(); i++) {
      ScalarType type = ScalarType.find(modifiers.get(i));
      if (type != null) {
        modifiers.remove(i);
        return type;
      }
    }
    throw bad("the type is missing or not supported");
  }

  /** Takes the rounding of a floating-point result, to nearest even unless another is named. */
  Rounding takeRounding() {
    String name = takeOneOf("rn", "rz", "rm", "rp");
    return name == null ? Rounding.NEAREST_EVEN : Rounding.of(name);
  }

  // Operands.

  int operands() {
    return instruction.operands().size();
  }

  void expectOperands(int count) {
    if (operands() != count) {
      throw bad("takes %d operands, not %d".formatted(count, operands()));
    }
  }

  void expectOperands(int least, int most) {
    if (operands() < least || operands() > most) {
      throw bad("takes %d to %d operands, not %d".formatted(least, most, operands()));
    }
  }

  Operand operand(int index) {
    if (index >= operands()) {
      throw bad("operand %d is missing".formatted(index + 1));
    }
    return instruction.operands().get(index);
  }

  /** The first operand, or the first of the two that it has as in {@code d|p}. */
  Operand result() {
    return operand(0) instanceof Operand.Pair(Operand first, _) ? first : operand(0);
  }

  /** The predicate that is the second of the two results, or -1 where there is none. */
  int secondPredicate() {
    return operand(0) instanceof Operand.Pair(_, Operand second)
            && !(second instanceof Operand.Sink)
        ? predicateDestination(second)
        : -1;
  }

  /** The slot that an operand is read from; its width must be the type's. */
  int source(int index, ScalarType type) {
    return source(operand(index), type, false);
  }

  /** The slot that an operand is read from; it may be wider than the type. */
  int wideSource(Operand operand, ScalarType type) {
    return source(operand, type, true);
  }

  int source(Operand operand, ScalarType type, boolean wider) {
    int slot = function.source(this, operand, type);
    if (operand instanceof Operand.Reg(Register register)) {
      checkWidth(register, type, wider);
      reads.add(slot);
    }
    return slot;
  }

  /** The slot that a result is written to; its width must be the type's. */
  int destination(int index, ScalarType type) {
    return destination(operand(index), type, false);
  }

  /** The slot that a result is written to; it may be wider than the type. */
  int wideDestination(Operand operand, ScalarType type) {
    return destination(operand, type, true);
  }

  int destination(Operand operand, ScalarType type, boolean wider) {
    if (operand instanceof Operand.Sink) {
      return function.sink();
    }
    if (!(operand instanceof Operand.Reg(Register register)) || register.isPredicate()) {
      throw bad("%s cannot be written to".formatted(operand));
    }
    checkWidth(register, type, wider);
    int slot = function.slot(register);
    writes.add(slot);
    return slot;
  }

  private void checkWidth(Register register, ScalarType type, boolean wider) {
    int bits = register.type().bits();
    // Eight-bit values have no registers of their own in most compilers' output.
    if (bits != type.bits() && !(bits > type.bits() && (wider || type.bits() == 8))) {
      throw bad(
          "register %s has %d bits, and .%s takes %d".formatted(register, bits, type, type.bits()));
    }
  }

  /** A predicate that is read: its number, or the complement of it if it is negated. */
  int predicateSource(int index) {
    return predicateSource(operand(index));
  }

  int predicateSource(Operand operand) {
    return switch (operand) {
      case Operand.Not(Operand negated) -> ~predicateSource(negated);
      case Operand.Reg(Register register) when register.isPredicate() -> {
        int slot = function.predicate(register);
        predicateReads.add(slot);
        yield slot;
      }
      case Operand.Whole(long value) -> value != 0 ? function.always() : ~function.always();
      default -> throw bad("%s is not a predicate".formatted(operand));
    };
  }

  int predicateDestination(Operand operand) {
    if (operand instanceof Operand.Sink) {
      return function.predicateSink();
    }
    if (!(operand instanceof Operand.Reg(Register register)) || !register.isPredicate()) {
      throw bad("%s is not a predicate register".formatted(operand));
    }
    int slot = function.predicate(register);
    predicateWrites.add(slot);
    return slot;
  }

  /** An operand that must be a whole number. */
  long constant(int index) {
    if (!(operand(index) instanceof Operand.Whole(long value))) {
      throw bad("operand %d must be a constant".formatted(index + 1));
    }
    return value;
  }
}
