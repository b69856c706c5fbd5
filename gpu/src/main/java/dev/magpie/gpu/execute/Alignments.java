package dev.magpie.gpu.execute;

import dev.magpie.ptx.execute.FunctionCode;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.ir.Function;
import dev.magpie.ptx.ir.Instruction;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * By how many zero bits each register of a function ends, whatever its arguments are: what a
 * compiler knows of addresses.
 */
final class Alignments {
  /** Of zero. */
  private static final int ALL = Long.SIZE - 1;

  /**
   * Bytes of the widest load. A compiler places arrays so that it can be used: on an H200 rows of
   * an array that is aligned to 4 bytes are read so.
   */
  static final int WIDEST_LOAD = 16;

  private static final Set<String> WHOLE =
      Set.of("b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64");

  private final Map<Register, Integer> zeros = new HashMap<>();

  Alignments(FunctionCode function) {
    for (Function.Parameter each : function.function().parameters()) {
      if (each instanceof Function.Parameter.InRegister(Register register)) {
        zeros.put(register, 0);
      }
    }
    for (Operation each : function.operations()) {
      Destinations.of(each).forEach(register -> zeros.putIfAbsent(register, ALL));
    }
    // What is written in several places, as in a loop, ends by the least of them.
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Operation each : function.operations()) {
        for (Register register : Destinations.of(each)) {
          int least = Math.min(known(register), result(each.source()));
          changed |= least < known(register);
          zeros.put(register, least);
        }
      }
    }
  }

  /** How many zero bits an operand ends by, at least. */
  int of(Operand operand) {
    return switch (operand) {
      case Operand.Reg(Register register) -> known(register);
      case Operand.Whole(long value) -> ofNumber(value);
      case Operand.Place(Variable variable, long addend) ->
          Math.min(ofVariable(variable), ofNumber(addend));
      default -> 0;
    };
  }

  private int known(Register register) {
    return zeros.getOrDefault(register, 0);
  }

  private static int ofVariable(Variable variable) {
    boolean isArray = variable.bytes() >= WIDEST_LOAD;
    return ofNumber(isArray ? Math.max(WIDEST_LOAD, variable.alignment()) : variable.alignment());
  }

  private static int ofNumber(long value) {
    return Math.min(ALL, Long.numberOfTrailingZeros(value));
  }

  private int result(Instruction source) {
    List<Operand> operands = source.operands();
    if (operands.size() < 2 || !(operands.getFirst() instanceof Operand.Reg)) {
      return 0;
    }
    return switch (source.opcode()) {
      case "mov", "cvta" -> of(operands.get(1));
      case "cvt" -> source.modifiers().stream().allMatch(WHOLE::contains) ? of(operands.get(1)) : 0;
      case "add", "sub", "or", "xor", "min", "max", "selp" ->
          isWhole(source) ? Math.min(of(operands.get(1)), of(operands.get(2))) : 0;
      case "and" -> Math.max(of(operands.get(1)), of(operands.get(2)));
      case "shl" ->
          operands.get(2) instanceof Operand.Whole(long by)
              ? Math.clamp(of(operands.get(1)) + by, 0, ALL)
              : 0;
      case "mul" -> isLow(source) ? product(operands) : 0;
      case "mad" -> isLow(source) ? Math.min(product(operands), of(operands.get(3))) : 0;
      default -> 0;
    };
  }

  private int product(List<Operand> factors) {
    return Math.min(ALL, of(factors.get(1)) + of(factors.get(2)));
  }

  private static boolean isLow(Instruction source) {
    return source.has("lo") || source.has("wide");
  }

  private static boolean isWhole(Instruction source) {
    return !source.has("sat") && source.modifiers().stream().anyMatch(WHOLE::contains);
  }
}
