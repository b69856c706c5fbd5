package dev.magpie.ptx.execute;

/** Operations on predicates alone. */
final class PredicateOperation {
  private PredicateOperation() {}

  /** And, or, exclusive or. */
  static Operation logic(String operator, int d, int a, int b) {
    return new Operation(InstructionClass.LOGIC) {
      @Override
      void execute(Warp warp, int mask) {
        warp.setPredicate(d, mask, combine(operator, warp.predicate(a), warp.predicate(b)));
      }
    };
  }

  static int combine(String operator, int a, int b) {
    return switch (operator) {
      case "and" -> a & b;
      case "or" -> a | b;
      default -> a ^ b;
    };
  }

  /** Copies a predicate. */
  static Operation move(int d, int a) {
    return new Operation(InstructionClass.LOGIC) {
      @Override
      void execute(Warp warp, int mask) {
        warp.setPredicate(d, mask, warp.predicate(a));
      }
    };
  }
}
