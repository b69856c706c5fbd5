package dev.magpie.gpu.execute;

import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.ptx.execute.Operation;

/** Which class of operation a PTX instruction is. */
final class Classification {
  private Classification() {}

  static OperationClass of(Operation operation) {
    return switch (operation.kind()) {
      case INTEGER -> arithmetic("INTEGER", operation);
      case FLOAT, HALF -> arithmetic("FLOAT", operation);
      case DOUBLE -> arithmetic("DOUBLE", operation);
      case SPECIAL ->
          operation.source().has("f64") ? OperationClass.DOUBLE_DIVIDE : OperationClass.SPECIAL;
      case MATRIX -> OperationClass.MATRIX;
      case LOGIC, CONVERT, COMPARE, MOVE, WARP -> OperationClass.INTEGER_ADD;
      case LOAD, STORE, ATOMIC -> OperationClass.MEMORY;
      case BRANCH, CALL -> OperationClass.CONTROL;
      case BARRIER ->
          // A warp's lanes are in step with each other already.
          operation.source().has("warp") ? OperationClass.INTEGER_ADD : OperationClass.BARRIER;
      case FENCE ->
          switch (operation.source().opcode()) {
            case "membar", "fence", "cp" -> OperationClass.FENCE;
            default -> OperationClass.INTEGER_ADD;
          };
    };
  }

  private static OperationClass arithmetic(String numbers, Operation operation) {
    String work =
        switch (operation.source().opcode()) {
          case "min", "max" -> "MAXIMUM";
          case "mul", "mul24" -> "MULTIPLY";
          case "mad", "madc", "mad24", "fma", "dp4a", "dp2a" -> "MULTIPLY_ADD";
          case "div", "rem" -> "DIVIDE";
          default -> "ADD";
        };
    return OperationClass.valueOf(numbers + "_" + work);
  }
}
