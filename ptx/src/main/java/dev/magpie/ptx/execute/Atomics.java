package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Operations that read and write memory at once; a warp's lanes go in order. */
final class Atomics {
  static final Map<String, Decoders.Decoder> DECODERS = new HashMap<>();

  private static final Set<String> OPERATORS =
      Set.of("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec");

  static {
    DECODERS.put("atom", at -> decode(at, true));
    DECODERS.put("red", at -> decode(at, false));
  }

  private Atomics() {}

  /** The value that is written, from the one read and the operands. */
  interface Update {
    long apply(long old, long b, long c);
  }

  private static Operation decode(Decoding at, boolean returns) {
    MemoryAccesses.dropHints(at);
    StateSpace named = MemoryAccesses.takeSpace(at);
    String operator = null;
    for (String modifier : at.instruction().modifiers()) {
      if (OPERATORS.contains(modifier)) {
        operator = modifier;
        at.take(modifier);
        break;
      }
    }
    if (operator == null) {
      throw at.bad("the operation is missing or not supported");
    }
    at.take("noftz");
    String vector = at.takeOneOf("v2", "v4", "v8");
    int count = vector == null ? 1 : vector.charAt(1) - '0';
    ScalarType type = at.takeType();
    boolean swap = operator.equals("cas");
    int first = returns ? 1 : 0;
    at.expectOperands(first + (swap ? 3 : 2), first + (swap ? 4 : 3));
    Update update = update(at, operator, type);
    if (count > 1 && (!operator.equals("add") || type.isInteger())) {
      throw at.bad("this operation on vectors is not supported");
    }
    int[] d = returns ? slots(at, 0, count, each -> at.destination(each, type, false)) : new int[0];
    int[] b = slots(at, first + 1, count, each -> at.source(each, type, false));
    int c = swap ? at.source(first + 2, type) : b[0];
    boolean flush = operator.equals("add") && type == ScalarType.F32;
    boolean commutes =
        !returns
            && !type.isFloat()
            && type.kind() != ScalarType.Kind.PACKED
            && !operator.equals("exch")
            && !swap
            && !operator.equals("inc")
            && !operator.equals("dec");
    int bytes = type.bytes();
    return new MemoryOperation(
        MemoryAccesses.address(at, named, at.operand(first)),
        MemoryObserver.Access.ATOMIC,
        count * bytes) {
      @Override
      boolean mayShare() {
        // Then the order in which warps execute it cannot show.
        return commutes;
      }

      @Override
      void access(Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets) {
        if (warp.block().launch().concurrent() && space == StateSpace.GLOBAL) {
          synchronized (warp.block().launch()) {
            apply(warp, mask, space, memory, offsets);
          }
        } else {
          apply(warp, mask, space, memory, offsets);
        }
      }

      private void apply(
          Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets) {
        for (int element = 0; element < b.length; element++) {
          apply(warp, mask, space, memory, offsets, element);
        }
      }

      private void apply(
          Warp warp,
          int mask,
          StateSpace space,
          MemorySegment memory,
          long[] offsets,
          int element) {
        // Sums of singles in global memory flush subnormal numbers, in shared memory they do not.
        boolean flushes = flush && space != StateSpace.SHARED;
        long[] results = warp.scratch;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          long offset = offsets[lane] + (long) element * bytes;
          long operand = warp.r[b[element]][lane];
          long old = LaneMemory.get(memory, offset, bytes);
          long value =
              flushes ? flushed(old, operand) : update.apply(old, operand, warp.r[c][lane]);
          LaneMemory.set(memory, offset, bytes, value);
          results[lane] = old;
        }
        if (d.length > 0) {
          Lanes.blend(warp.r[d[element]], results, mask);
        }
      }
    };
  }

  /** The slots of the elements of an operand. */
  private static int[] slots(Decoding at, int operand, int count, ToIntFunction<Operand> slot) {
    List<Operand> elements =
        count == 1
            ? List.of(at.operand(operand))
            : MemoryAccesses.elements(at, at.operand(operand), count);
    return elements.stream().mapToInt(slot).toArray();
  }

  private static Update update(Decoding at, String operator, ScalarType type) {
    Update update =
        switch (operator) {
          case "exch" -> (_, b, _) -> b;
          case "cas" -> (old, b, c) -> Narrow.to(Narrow.unsigned(type), b) == old ? c : old;
          case "and" -> (old, b, _) -> old & b;
          case "or" -> (old, b, _) -> old | b;
          case "xor" -> (old, b, _) -> old ^ b;
          case "inc" -> (old, b, _) -> old >= (b & 0xffff_ffffL) ? 0 : old + 1;
          case "dec" -> (old, b, _) -> old == 0 || old > (b & 0xffff_ffffL) ? b : old - 1;
          default -> arithmetic(operator, type);
        };
    if (update == null || type.bits() > 64 || type.bits() < 16) {
      throw at.bad("type ." + type + " is not supported here");
    }
    return update;
  }

  private static @Nullable Update arithmetic(String operator, ScalarType type) {
    boolean add = operator.equals("add");
    boolean least = operator.equals("min");
    return switch (type) {
      case F32 -> add ? (old, b, _) -> SoftFloat.bits(SoftFloat.of(old) + SoftFloat.of(b)) : null;
      case F64 ->
          add
              ? (old, b, _) ->
                  Double.doubleToLongBits(Double.longBitsToDouble(old) + Double.longBitsToDouble(b))
              : null;
      case F16, BF16, F16X2, BF16X2 -> halves(type, operator);
      case U32, S32, U64, S64, B32, B64 ->
          add
              ? (old, b, _) -> old + b
              : (old, b, _) -> Narrow.compare(type, old, b) < 0 == least ? old : b;
      default -> null;
    };
  }

  private static @Nullable Update halves(ScalarType type, String operator) {
    if (!operator.equals("add")) {
      return null;
    }
    HalfArithmetic.Format format = HalfArithmetic.Format.of(type);
    Update one = (old, b, _) -> format.round((double) format.widen(old) + format.widen(b)) & 0xffff;
    return type.bits() == 16
        ? one
        : (old, b, c) -> one.apply(old, b, c) | one.apply(old >> 16, b >> 16, c) << 16;
  }

  private static long flushed(long old, long b) {
    return SingleArithmetic.finish(
        SingleArithmetic.input(old, true) + SingleArithmetic.input(b, true), true, false);
  }
}
