package dev.magpie.gpu.execute;

import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import java.util.List;
import java.util.stream.Stream;

/** The registers that an instruction writes. */
final class Destinations {
  private Destinations() {}

  /** Predicates among them. */
  static List<Register> of(Operation operation) {
    if (operation.writes().length == 0 && operation.predicateWrites().length == 0) {
      return List.of();
    }
    return registers(operation.source().operands().getFirst()).toList();
  }

  private static Stream<Register> registers(Operand operand) {
    return switch (operand) {
      case Operand.Reg(Register register) -> Stream.of(register);
      case Operand.Vector(List<Operand> elements) ->
          elements.stream().flatMap(Destinations::registers);
      case Operand.Group(List<Operand> elements) ->
          elements.stream().flatMap(Destinations::registers);
      case Operand.Pair(Operand first, Operand second) ->
          Stream.concat(registers(first), registers(second));
      default -> Stream.empty();
    };
  }
}
