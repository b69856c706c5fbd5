package dev.magpie.gpu.execute;

import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.ptx.execute.Operation;

/** Which class of operation a PTX instruction is. */
final class Classification {
  private Classification() {}

  static OperationClass of(Operation operation) {
    return switch (operation.kind()) {
      case INTEGER ->
          arithmetic(
              operation,
              OperationClass.INTEGER_ADD,
              OperationClass.INTEGER_MAXIMUM,
              OperationClass.INTEGER_MULTIPLY,
              OperationClass.INTEGER_MULTIPLY_ADD,
              OperationClass.INTEGER_DIVIDE);
      case FLOAT, HALF ->
          arithmetic(
              operation,
              OperationClass.FLOAT_ADD,
              OperationClass.FLOAT_MAXIMUM,
              OperationClass.FLOAT_MULTIPLY,
              OperationClass.FLOAT_MULTIPLY_ADD,
              OperationClass.FLOAT_DIVIDE);
      case DOUBLE ->
          arithmetic(
              operation,
              OperationClass.DOUBLE_ADD,
              OperationClass.DOUBLE_MAXIMUM,
              OperationClass.DOUBLE_MULTIPLY,
              OperationClass.DOUBLE_MULTIPLY_ADD,
              OperationClass.DOUBLE_DIVIDE);
      case SPECIAL ->
          operation.source().has("f64") ? OperationClass.DOUBLE_DIVIDE : OperationClass.SPECIAL;
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

  private static OperationClass arithmetic(
      Operation operation,
      OperationClass add,
      OperationClass maximum,
      OperationClass multiply,
      OperationClass multiplyAdd,
      OperationClass divide) {
    return switch (operation.source().opcode()) {
      case "min", "max" -> maximum;
      case "mul", "mul24" -> multiply;
      case "mad", "madc", "mad24", "fma", "dp4a", "dp2a" -> multiplyAdd;
      case "div", "rem" -> divide;
      default -> add;
    };
  }
}
