package dev.magpie.ptx.execute;

/** Operations on predicates alone. */
abstract class PredicateOperation extends Operation {
  PredicateOperation() {
    super(InstructionClass.LOGIC);
  }

  /** And, or, exclusive or. */
  static final class Logic extends PredicateOperation {
    private final String operator;
    private final int d;
    private final int a;
    private final int b;

    Logic(String operator, int d, int a, int b) {
      this.operator = operator;
      this.d = d;
      this.a = a;
      this.b = b;
    }

    @Override
    void execute(Warp warp, int mask) {
      warp.setPredicate(d, mask, combine(operator, warp.predicate(a), warp.predicate(b)));
    }
  }

  static int combine(String operator, int a, int b) {
    return switch (operator) {
      case "and" -> a & b;
      case "or" -> a | b;
      default -> a ^ b;
    };
  }

  /** Copies a predicate. */
  static final class Move extends PredicateOperation {
    private final int d;
    private final int a;

    Move(int d, int a) {
      this.d = d;
      this.a = a;
    }

    @Override
    void execute(Warp warp, int mask) {
      warp.setPredicate(d, mask, warp.predicate(a));
    }
  }
}
