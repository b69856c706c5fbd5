package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import java.util.Locale;

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

      @Override
      LaneStep laneStep() {
        return new LaneStep.Combine(d, a, b, logic(operator));
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

  static LaneStep.Logic logic(String operator) {
    return LaneStep.Logic.valueOf(operator.toUpperCase(Locale.ROOT));
  }

  /** Copies a predicate. */
  static Operation move(int d, int a) {
    return new Operation(InstructionClass.LOGIC) {
      @Override
      void execute(Warp warp, int mask) {
        warp.setPredicate(d, mask, warp.predicate(a));
      }

      @Override
      LaneStep laneStep() {
        return new LaneStep.Combine(d, a, a, LaneStep.Logic.AND);
      }
    };
  }
}
