package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.ScalarType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Barriers of a thread block. */
final class BarrierOperation {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  static {
    DECODERS.put("bar", BarrierOperation::decode);
    DECODERS.put("barrier", BarrierOperation::decode);
    // Instructions execute one after the other, each seen by all at once.
    DECODERS.put("membar", BarrierOperation::fence);
    DECODERS.put("fence", BarrierOperation::fence);
  }

  private BarrierOperation() {}

  private static Operation fence(Decoding at) {
    at.drop(_ -> true);
    return new ControlOperation.Nothing(InstructionClass.FENCE);
  }

  private static Operation decode(Decoding at) {
    if (at.take("warp")) {
      return WarpOperations.barrier(at);
    }
    at.take("cta");
    at.take("aligned");
    String kind = at.takeOneOf("sync", "arrive", "red");
    if (kind == null) {
      throw at.bad("this instruction is not supported");
    }
    if (!kind.equals("red")) {
      at.expectOperands(1, 2);
      return barrier(
          at.source(0, ScalarType.U32),
          at.operands() == 2 ? at.source(1, ScalarType.U32) : -1,
          kind.equals("sync"),
          null,
          at.function().always(),
          -1);
    }
    String reduction = at.takeRequired("popc", "and", "or");
    at.takeType();
    at.expectOperands(3, 4);
    Operand to = at.operand(0);
    int result =
        reduction.equals("popc")
            ? at.destination(to, ScalarType.U32, false)
            : at.predicateDestination(to);
    return barrier(
        at.source(1, ScalarType.U32),
        at.operands() == 4 ? at.source(2, ScalarType.U32) : -1,
        true,
        reduction,
        at.predicateSource(at.operands() - 1),
        result);
  }

  private static Operation barrier(
      int number, int count, boolean waits, @Nullable String reduction, int vote, int result) {
    return new Operation(InstructionClass.BARRIER) {
      @Override
      void execute(Warp warp, int mask) {
        int lane = Integer.numberOfTrailingZeros(mask);
        long named = warp.r[number][lane] & 0xffff_ffffL;
        Barrier barrier = warp.block().barrier(named);
        if (barrier == null) {
          throw warp.fault(this, lane, "barrier %d is not one of 0 to 15".formatted(named));
        }
        int expected = count < 0 ? -1 : (int) warp.r[count][lane];
        if (count >= 0 && (expected <= 0 || expected % Warp.LANES != 0)) {
          throw warp.fault(
              this, lane, "%d threads are not a multiple of the warp's 32".formatted(expected));
        }
        Barrier.Waiting then = waits ? release(reduction, result, warp.r, warp.p) : null;
        if (!barrier.arrive(warp, mask, expected, warp.predicate(vote), then)) {
          throw warp.fault(
              this, lane, "barrier %d is in use with another number of threads".formatted(named));
        }
        if (waits) {
          warp.divergent.hold(mask);
        }
        barrier.check();
        warp.divergent.pass(this, mask);
      }
    };
  }

  /** The registers are those of the path that waits: the warp may be on another one by then. */
  private static Barrier.Waiting release(
      @Nullable String reduction, int result, long[][] r, int[] p) {
    return (mask, votes, all) -> {
      if (reduction == null) {
        return;
      }
      switch (reduction) {
        case "popc" -> {
          for (int rest = mask; rest != 0; rest &= rest - 1) {
            r[result][Integer.numberOfTrailingZeros(rest)] = votes;
          }
        }
        case "and" -> p[result] = (p[result] & ~mask) | (all ? mask : 0);
        default -> p[result] = (p[result] & ~mask) | (votes > 0 ? mask : 0);
      }
    };
  }
}
