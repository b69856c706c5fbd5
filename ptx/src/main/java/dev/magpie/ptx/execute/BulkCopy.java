package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Copies of a stretch between global and shared memory, each by one thread; complete at once. */
final class BulkCopy extends Operation {
  /** What sizes and addresses are multiples of. */
  private static final int STEP = 16;

  private final MemoryOperation.Address global;
  private final MemoryOperation.Address shared;
  private final int size;

  /** What counts the bytes that come to shared memory; null for copies from there. */
  private final MemoryOperation.@Nullable Address barrier;

  private BulkCopy(
      MemoryOperation.Address global,
      MemoryOperation.Address shared,
      int size,
      MemoryOperation.@Nullable Address barrier) {
    super(barrier == null ? InstructionClass.STORE : InstructionClass.LOAD);
    this.global = global;
    this.shared = shared;
    this.size = size;
    this.barrier = barrier;
  }

  /** Decodes a copy whose {@code cp.async.bulk} has been taken. */
  static Operation decode(Decoding at) {
    if (at.take("commit_group") || at.take("wait_group")) {
      at.take("read");
      return new ControlOperation.Nothing(InstructionClass.FENCE);
    }
    if (at.take("prefetch")) {
      at.drop(modifier -> modifier.startsWith("L2") || modifier.equals("global"));
      return new ControlOperation.Nothing(InstructionClass.FENCE);
    }
    MemoryAccesses.dropHints(at);
    at.take("global");
    boolean toShared = at.take("mbarrier::complete_tx::bytes");
    // A block that is in no cluster is one of its own.
    if ((toShared && at.take("shared::cluster")) || at.take("shared::cta")) {
      if (toShared || at.take("bulk_group")) {
        int operands = toShared ? 4 : 3;
        at.expectOperands(operands, operands + 1);
        return new BulkCopy(
            MemoryAccesses.address(at, StateSpace.GLOBAL, at.operand(toShared ? 1 : 0)),
            MemoryAccesses.address(at, StateSpace.SHARED, at.operand(toShared ? 0 : 1)),
            at.source(2, ScalarType.U32),
            toShared ? MemoryAccesses.address(at, StateSpace.SHARED, at.operand(3)) : null);
      }
    }
    throw at.bad("this instruction is not supported");
  }

  private static long place(Warp warp, int lane, MemoryOperation.Address address) {
    long base = warp.r[address.base()][lane] + address.offset();
    return address.narrow() ? base & 0xffff_ffffL : base;
  }

  @Override
  boolean isSeen() {
    return true;
  }

  @Override
  void execute(Warp warp, int mask) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      copy(warp, Integer.numberOfTrailingZeros(rest));
    }
  }

  private void copy(Warp warp, int lane) {
    long bytes = warp.r[size][lane] & 0xffff_ffffL;
    long outside = place(warp, lane, global);
    long inside = place(warp, lane, shared);
    if (((bytes | outside | inside) & STEP - 1) != 0) {
      throw warp.fault(
          this,
          lane,
          "copies %d bytes between 0x%x and offset %d of shared memory, which are not all multiples of 16"
              .formatted(bytes, outside, inside));
    }
    Region sharedMemory = warp.block().shared();
    if (!sharedMemory.holds(inside, bytes)) {
      throw outside(warp, lane, inside, bytes);
    }
    Region region = warp.block().launch().global().find(outside);
    if (region == null || !region.holds(outside, bytes)) {
      throw warp.fault(
          this,
          lane,
          "copies %d bytes at address 0x%x, where so much is not allocated"
              .formatted(bytes, outside));
    }
    if (barrier == null && region.readOnly()) {
      throw warp.fault(this, lane, "writes to %s, which may only be read".formatted(region.name()));
    }
    tell(warp, lane, StateSpace.GLOBAL, outside, bytes, barrier != null);
    tell(warp, lane, StateSpace.SHARED, inside, bytes, barrier == null);
    MemorySegment there = region.memory().asSlice(outside - region.base(), bytes);
    MemorySegment here = sharedMemory.memory().asSlice(inside, bytes);
    if (barrier == null) {
      there.copyFrom(here);
    } else {
      here.copyFrom(there);
      complete(warp, lane, place(warp, lane, barrier), bytes);
    }
  }

  private void tell(Warp warp, int lane, StateSpace space, long from, long bytes, boolean loads) {
    MemoryObserver.Access access = loads ? MemoryObserver.Access.LOAD : MemoryObserver.Access.STORE;
    for (long at = from; at < from + bytes; at += STEP) {
      warp.address[lane] = at;
      MemoryOperation.tell(warp, this, access, space, 1 << lane, warp.address, STEP);
    }
  }

  private void complete(Warp warp, int lane, long at, long bytes) {
    Region sharedMemory = warp.block().shared();
    if (!sharedMemory.holds(at, Long.BYTES)) {
      throw outside(warp, lane, at, Long.BYTES);
    }
    warp.address[lane] = at;
    MemoryOperation.tell(
        warp,
        this,
        MemoryObserver.Access.ATOMIC,
        StateSpace.SHARED,
        1 << lane,
        warp.address,
        Long.BYTES);
    long old = sharedMemory.memory().get(LaneMemory.LONG, at);
    long next = BarrierObjectOperation.announced(this, warp, lane, old, -bytes);
    sharedMemory.memory().set(LaneMemory.LONG, at, BarrierObject.settle(next));
  }

  private KernelFaultException outside(Warp warp, int lane, long at, long bytes) {
    return warp.fault(
        this,
        lane,
        "accesses %d bytes at offset %d of shared memory, which has %d bytes"
            .formatted(bytes, at, warp.block().shared().size()));
  }
}
