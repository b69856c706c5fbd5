package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Operand;
import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;

/** Copies from global to shared memory, which complete at once. */
final class AsynchronousCopy {
  private AsynchronousCopy() {}

  static Operation decode(Decoding at) {
    if (!at.take("async")) {
      throw at.bad("this instruction is not supported");
    }
    if (at.take("bulk")) {
      return BulkCopy.decode(at);
    }
    if (at.take("mbarrier")) {
      at.take("arrive");
      return BarrierObjectOperation.arriveForCopies(at);
    }
    if (at.take("commit_group") || at.take("wait_group") || at.take("wait_all")) {
      return new ControlOperation.Nothing(InstructionClass.FENCE);
    }
    MemoryAccesses.dropHints(at);
    if ((!at.take("shared") && !at.take("shared::cta")) || !at.take("global")) {
      throw at.bad("this instruction is not supported");
    }
    at.expectOperands(3, 4);
    long bytes = at.constant(2);
    if (bytes != 4 && bytes != 8 && bytes != 16) {
      throw at.bad("copies 4, 8 or 16 bytes, not " + bytes);
    }
    int size = at.operands() == 4 ? at.source(3, ScalarType.U32) : at.function().constant(bytes);
    MemoryOperation.Address from = MemoryAccesses.address(at, StateSpace.GLOBAL, at.operand(1));
    int to = destination(at);
    return new MemoryOperation(from, MemoryObserver.Access.LOAD, (int) bytes) {
      @Override
      boolean isSeen() {
        return true;
      }

      @Override
      void access(Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets) {
        Region shared = warp.block().shared();
        Operand.Memory target = (Operand.Memory) source().operands().getFirst();
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          long at = (warp.r[to][lane] & 0xffff_ffffL) + target.offset();
          if (at < 0 || at + bytes() > shared.size() || (at & bytes() - 1) != 0) {
            throw warp.fault(
                KernelFaultException.Kind.ADDRESS,
                this,
                lane,
                "copies %d bytes to offset %d of shared memory, which has %d bytes"
                    .formatted(bytes(), at, shared.size()));
          }
          warp.address[lane] = at;
        }
        observe(warp, mask, StateSpace.SHARED, MemoryObserver.Access.STORE);
        for (int rest = mask; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          long at = warp.address[lane];
          int copied = (int) Math.min(bytes(), warp.r[size][lane] & 0xffff_ffffL);
          MemorySegment.copy(memory, offsets[lane], shared.memory(), at, copied);
          shared.memory().asSlice(at + copied, bytes() - copied).fill((byte) 0);
        }
      }
    };
  }

  private static int destination(Decoding at) {
    if (!(at.operand(0) instanceof Operand.Memory(Operand base, long offset))) {
      throw at.bad("%s is not an address".formatted(at.operand(0)));
    }
    if (offset != 0 && !(base instanceof Operand.Reg)) {
      throw at.bad("this address is not supported");
    }
    boolean narrow = base instanceof Operand.Reg(Register register) && register.type().bits() == 32;
    return at.source(base, narrow ? ScalarType.B32 : ScalarType.B64, false);
  }
}
