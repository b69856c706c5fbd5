package dev.magpie.gpu.execute;

import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.SharedBanks;
import dev.magpie.gpu.stream.TouchedLines;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.LaneMemory;
import dev.magpie.ptx.execute.MemoryObserver;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.execute.Warp;
import dev.magpie.ptx.ir.StateSpace;

/** Gathers what the lanes of a warp access into lines. */
final class Coalescer implements MemoryObserver {
  private static final int WORD_BYTES = 4;
  private static final int LINE_BYTES = MemoryAccess.LINE_BYTES;

  private final byte[] uncached;
  private final SharedBanks banks;
  private MemoryAccess access = new MemoryAccess();
  private long localBase;

  /** Of the instruction that is issued. */
  private final TouchedLines lines = new TouchedLines();

  /**
   * A coalescer.
   *
   * @param uncached by number of the operation: not 0 if a load must not be answered by the L1
   */
  Coalescer(byte[] uncached, int sharedBanks) {
    this.uncached = uncached;
    banks = new SharedBanks(sharedBanks);
  }

  /**
   * Begins an instruction of a warp.
   *
   * @param to is told what it accesses, at the {@linkplain #end end}
   * @param localMemory where the warp's part of its block's local memory begins
   */
  void begin(MemoryAccess to, long localMemory) {
    to.clear();
    access = to;
    localBase = localMemory;
    lines.clear();
  }

  /** Ends the instruction. */
  void end() {
    lines.addTo(access);
  }

  @Override
  public void access(
      Warp warp,
      Operation operation,
      Access what,
      StateSpace space,
      int mask,
      long[] addresses,
      int bytes) {
    switch (space) {
      case SHARED -> access.addShared(banks.cycles(mask, addresses, bytes, what == Access.ATOMIC));
      case CONST, PARAM -> access.addConstant();
      case LOCAL -> {
        if (operation.source().has("param")) {
          // Arguments of functions, which a compiler passes in registers.
          access.addConstant();
        } else {
          access.setKind(what == Access.LOAD ? Kind.LOAD : Kind.STORE, lines.isEmpty());
          local(mask, addresses, bytes);
        }
      }
      case GLOBAL, GENERIC -> {
        access.setKind(kind(operation, what), false);
        global(mask, addresses, bytes);
      }
    }
  }

  private Kind kind(Operation operation, Access what) {
    return switch (what) {
      case LOAD -> uncached[operation.id()] != 0 ? Kind.LOAD_UNCACHED : Kind.LOAD;
      case STORE -> Kind.STORE;
      case ATOMIC ->
          operation.writes().length == 0 && operation.source().opcode().equals("red")
              ? Kind.REDUCTION
              : Kind.ATOMIC;
    };
  }

  private void global(int mask, long[] addresses, int bytes) {
    boolean isAligned = (addresses[0] & (bytes - 1)) == 0;
    if (mask == -1 && isAligned && LaneMemory.areInRow(addresses, bytes)) {
      lines.touch(addresses[0] - AddressSpace.HEAP, bytes);
      return;
    }
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long address = addresses[Integer.numberOfTrailingZeros(rest)] - AddressSpace.HEAP;
      long start = address & -LINE_BYTES;
      lines.touch(start, (int) (address - start), bytes);
    }
  }

  /** Words of the threads of a warp lie side by side. */
  private void local(int mask, long[] addresses, int bytes) {
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long address = addresses[lane];
      long last = address + bytes - 1;
      for (long word = address / WORD_BYTES; word <= last / WORD_BYTES; word++) {
        int from = (int) Math.max(0, address - word * WORD_BYTES);
        int to = (int) Math.min(WORD_BYTES, last + 1 - word * WORD_BYTES);
        long start = MemoryAccess.lineOfBlock(localBase + word * LINE_BYTES);
        lines.touch(start, lane * WORD_BYTES + from, to - from);
      }
    }
  }
}
