package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** An operation on {@linkplain BarrierObject mbarrier objects} in shared memory. */
abstract class BarrierObjectOperation extends MemoryOperation {
  static final Map<String, Decoders.Decoder> DECODERS =
      Map.of("mbarrier", BarrierObjectOperation::decode);

  private BarrierObjectOperation(Address address, MemoryObserver.Access access) {
    super(address, access, Long.BYTES);
  }

  /**
   * The object's new bits.
   *
   * @param old the ones that it has
   */
  abstract long next(Warp warp, int lane, long old);

  /** Takes what the object was before lanes came to it, in {@link Warp#scratch}. */
  void result(Warp warp, int mask) {}

  @Override
  final void access(Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets) {
    if (space != StateSpace.SHARED) {
      throw warp.fault(
          this, Integer.numberOfTrailingZeros(mask), "the barrier is not in shared memory");
    }
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long old = memory.get(LaneMemory.LONG, offsets[lane]);
      warp.scratch[lane] = old;
      memory.set(LaneMemory.LONG, offsets[lane], next(warp, lane, old));
    }
    result(warp, mask);
  }

  /** The object with fewer arrivals to come. */
  final long arrived(Warp warp, int lane, long old, long count, boolean drops) {
    if (count < 1 || count > BarrierObject.pending(old)) {
      throw warp.fault(
          this,
          lane,
          "%d arrivals at a barrier that expects %d more"
              .formatted(count, BarrierObject.pending(old)));
    }
    return drops ? BarrierObject.drop(old, count) : BarrierObject.arrive(old, count);
  }

  /** The object with more bytes to come. */
  static long announced(Operation by, Warp warp, int lane, long old, long bytes) {
    if (Math.abs(BarrierObject.openBytes(old) + bytes) > BarrierObject.MOST) {
      throw warp.fault(
          by,
          lane,
          "%d bytes more or less are beyond what a barrier counts".formatted(Math.abs(bytes)));
    }
    return BarrierObject.announce(old, bytes);
  }

  private static Operation decode(Decoding at) {
    String what =
        at.takeOneOf(
            "init",
            "inval",
            "arrive",
            "arrive_drop",
            "test_wait",
            "try_wait",
            "pending_count",
            "complete_tx");
    return switch (what) {
      case "init" -> initialise(at);
      case "inval" -> invalidate(at);
      case "arrive", "arrive_drop" -> arrive(at, what.equals("arrive_drop"));
      case "test_wait", "try_wait" -> test(at);
      case "pending_count" -> pendingCount(at);
      case "complete_tx" -> announce(at, -1);
      case null -> {
        if (!at.take("expect_tx")) {
          throw at.bad("this instruction is not supported");
        }
        yield announce(at, 1);
      }
      default -> throw at.bad("this instruction is not supported");
    };
  }

  private static Address address(Decoding at, int operand) {
    MemoryAccesses.dropHints(at);
    StateSpace named = MemoryAccesses.takeSpace(at);
    at.take("b64");
    return MemoryAccesses.address(at, named, at.operand(operand));
  }

  private static Operation initialise(Decoding at) {
    at.expectOperands(2);
    int count = at.source(1, ScalarType.B32);
    return new BarrierObjectOperation(address(at, 0), MemoryObserver.Access.STORE) {
      @Override
      long next(Warp warp, int lane, long old) {
        long expected = warp.r[count][lane] & 0xffff_ffffL;
        if (expected < 1 || expected > BarrierObject.MOST) {
          throw warp.fault(this, lane, "a barrier cannot expect %d arrivals".formatted(expected));
        }
        return BarrierObject.initial(expected);
      }
    };
  }

  private static Operation invalidate(Decoding at) {
    at.expectOperands(1);
    return new BarrierObjectOperation(address(at, 0), MemoryObserver.Access.STORE) {
      @Override
      long next(Warp warp, int lane, long old) {
        return 0;
      }
    };
  }

  private static Operation arrive(Decoding at, boolean drops) {
    boolean expects = at.take("expect_tx");
    boolean completes = !at.take("noComplete");
    at.expectOperands(2, 3);
    int d = at.destination(0, ScalarType.B64);
    int last = at.operands() == 3 ? at.source(2, ScalarType.B32) : -1;
    int bytes = expects ? last : -1;
    int count = expects || last < 0 ? at.function().constant(1) : last;
    return new BarrierObjectOperation(address(at, 1), MemoryObserver.Access.ATOMIC) {
      @Override
      long next(Warp warp, int lane, long old) {
        long announced =
            bytes < 0 ? old : announced(this, warp, lane, old, warp.r[bytes][lane] & 0xffff_ffffL);
        long next = arrived(warp, lane, announced, warp.r[count][lane] & 0xffff_ffffL, drops);
        long settled = BarrierObject.settle(next);
        if (!completes && settled != next) {
          throw warp.fault(this, lane, "the arrival completes the barrier's phase");
        }
        return settled;
      }

      @Override
      void result(Warp warp, int mask) {
        Lanes.blend(warp.r[d], warp.scratch, mask);
      }
    };
  }

  /** Announces bytes, or says that they have come. */
  private static Operation announce(Decoding at, int sign) {
    at.expectOperands(2);
    int bytes = at.source(1, ScalarType.B32);
    return new BarrierObjectOperation(address(at, 0), MemoryObserver.Access.ATOMIC) {
      @Override
      long next(Warp warp, int lane, long old) {
        long next = announced(this, warp, lane, old, sign * (warp.r[bytes][lane] & 0xffff_ffffL));
        return sign < 0 ? BarrierObject.settle(next) : next;
      }
    };
  }

  /** Asks whether a phase is complete; threads go on asking, for none is ever suspended. */
  private static Operation test(Decoding at) {
    boolean parity = at.take("parity");
    at.expectOperands(3, 4);
    int p = at.predicateDestination(at.operand(0));
    int phase = at.source(2, parity ? ScalarType.B32 : ScalarType.B64);
    return new BarrierObjectOperation(address(at, 1), MemoryObserver.Access.ATOMIC) {
      @Override
      long next(Warp warp, int lane, long old) {
        return old;
      }

      @Override
      void result(Warp warp, int mask) {
        int complete = 0;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          long now = BarrierObject.phase(warp.scratch[lane]);
          long asked = warp.r[phase][lane];
          boolean passed = parity ? (now - asked & 1) != 0 : now != BarrierObject.phase(asked);
          complete |= passed ? 1 << lane : 0;
        }
        warp.setPredicate(p, mask, complete);
        if (complete != mask) {
          warp.divergent.giveWay();
        }
      }
    };
  }

  private static Operation pendingCount(Decoding at) {
    at.take("b64");
    return LaneOperation.of(
        at,
        InstructionClass.MOVE,
        Lanes.each(BarrierObject::pending),
        ScalarType.B32,
        ScalarType.B64);
  }

  /** Arrives for copies that the thread has made before: all are complete. */
  static Operation arriveForCopies(Decoding at) {
    boolean counts = at.take("noinc");
    at.expectOperands(1);
    Address address = address(at, 0);
    return new BarrierObjectOperation(address, MemoryObserver.Access.ATOMIC) {
      @Override
      long next(Warp warp, int lane, long old) {
        // Otherwise the barrier expects one arrival more, and has it already.
        return counts ? BarrierObject.settle(arrived(warp, lane, old, 1, false)) : old;
      }
    };
  }

  /** Whether an operation asks for something that another warp does. */
  static boolean polls(Operation operation) {
    return operation.source().has("test_wait")
        || operation.source().has("try_wait")
        || operation.source().opcode().equals("nanosleep");
  }
}
