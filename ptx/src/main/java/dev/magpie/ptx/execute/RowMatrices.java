package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.foreign.MemorySegment;

/**
 * Matrices of 8 by 8 elements of 16 bits, whose rows lie anywhere in shared memory: {@code
 * ldmatrix}, {@code stmatrix} and {@code movmatrix}. Lane 8 i + j names row j of the i-th; of its
 * register lane t has elements 2 (t mod 4) and the next of row t / 4.
 */
final class RowMatrices {
  private static final int ROWS = 8;
  private static final int ROW_BYTES = 16;
  private static final int GROUP = 4;

  private RowMatrices() {}

  static Operation load(Decoding at) {
    return decode(at, MemoryObserver.Access.LOAD);
  }

  static Operation store(Decoding at) {
    return decode(at, MemoryObserver.Access.STORE);
  }

  private static Operation decode(Decoding at, MemoryObserver.Access access) {
    int members = WholeWarp.members(at);
    if (!at.take("m8n8") || !at.take("b16")) {
      throw at.bad("only .m8n8 and .b16 are supported");
    }
    String times = at.takeOneOf("x1", "x2", "x4");
    boolean transposed = at.take("trans");
    StateSpace named = MemoryAccesses.takeSpace(at);
    if (times == null || (named != StateSpace.SHARED && named != StateSpace.GENERIC)) {
      throw at.bad(times == null ? ".x1, .x2 or .x4 is missing" : "only shared memory has rows");
    }
    at.expectOperands(2);
    boolean loads = access == MemoryObserver.Access.LOAD;
    int matrices = times.charAt(1) - '0';
    int[] slots =
        MemoryAccesses.elements(at, at.operand(loads ? 0 : 1), matrices).stream()
            .mapToInt(each ->
                loads
                    ? at.destination(each, ScalarType.B32, false)
                    : at.source(each, ScalarType.B32, false))
            .toArray();
    MemoryOperation.Address address = MemoryAccesses.address(at, named, at.operand(loads ? 1 : 0));
    return new Access(address, access, slots, transposed, members);
  }

  /** Loads or stores matrices. */
  private static final class Access extends MemoryOperation {
    private final int[] slots;
    private final boolean transposed;
    private final boolean stores;
    private final int members;

    /** The lanes that name rows. */
    private final int naming;

    Access(
        Address address,
        MemoryObserver.Access access,
        int[] slots,
        boolean transposed,
        int members) {
      super(address, access, ROW_BYTES);
      this.slots = slots;
      this.transposed = transposed;
      this.members = members;
      stores = access == MemoryObserver.Access.STORE;
      naming = -1 >>> (Warp.LANES - ROWS * slots.length);
    }

    @Override
    void execute(Warp warp, int mask) {
      if (WholeWarp.meets(warp, this, mask, members)) {
        findAddresses(warp);
        reach(warp, naming);
        WholeWarp.part(warp, this, mask);
      }
    }

    @Override
    void access(Warp warp, int mask, StateSpace space, MemorySegment memory, long[] offsets) {
      if (space != StateSpace.SHARED || mask != naming) {
        throw warp.fault(
            this,
            Integer.numberOfTrailingZeros(space == StateSpace.SHARED ? ~mask & naming : mask),
            "rows of matrices must lie in shared memory");
      }
      for (int i = 0; i < slots.length; i++) {
        long[] lanes = warp.r[slots[i]];
        for (int lane = 0; lane < Warp.LANES; lane++) {
          long low = place(offsets, i, lane, 0);
          long high = place(offsets, i, lane, 1);
          if (stores) {
            LaneMemory.set(memory, low, Short.BYTES, lanes[lane]);
            LaneMemory.set(memory, high, Short.BYTES, lanes[lane] >>> Short.SIZE);
          } else {
            lanes[lane] =
                LaneMemory.get(memory, low, Short.BYTES)
                    | LaneMemory.get(memory, high, Short.BYTES) << Short.SIZE;
          }
        }
      }
    }

    /** Where the first or the second element of a lane's register lies. */
    private long place(long[] rows, int matrix, int lane, int element) {
      int across = lane / GROUP;
      int along = 2 * (lane % GROUP) + element;
      int row = transposed ? along : across;
      int column = transposed ? across : along;
      return rows[ROWS * matrix + row] + (long) Short.BYTES * column;
    }
  }

  /** Transposes a matrix in registers. */
  static Operation transpose(Decoding at) {
    int members = WholeWarp.members(at);
    if (!at.take("m8n8") || !at.take("trans") || !at.take("b16")) {
      throw at.bad("only .m8n8.trans.b16 is supported");
    }
    at.expectOperands(2);
    int d = at.destination(0, ScalarType.B32);
    int a = at.source(1, ScalarType.B32);
    return new Operation(InstructionClass.WARP) {
      @Override
      boolean readsOtherLanes() {
        return true;
      }

      @Override
      void execute(Warp warp, int mask) {
        if (!WholeWarp.meets(warp, this, mask, members)) {
          return;
        }
        long[] from = warp.r[a];
        for (int lane = 0; lane < Warp.LANES; lane++) {
          int column = lane / GROUP;
          int row = 2 * (lane % GROUP);
          warp.scratch[lane] =
              element(from, row, column) | element(from, row + 1, column) << Short.SIZE;
        }
        Lanes.blend(warp.r[d], warp.scratch, -1);
        WholeWarp.part(warp, this, mask);
      }
    };
  }

  private static long element(long[] lanes, int row, int column) {
    return lanes[GROUP * row + column / 2] >>> (Short.SIZE * (column % 2)) & 0xffff;
  }
}
