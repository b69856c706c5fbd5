package dev.magpie.gpu.execute;

import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.MemoryObserver;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.execute.Warp;
import dev.magpie.ptx.ir.StateSpace;
import java.util.Arrays;

/** Gathers what the lanes of a warp access into lines. */
final class Coalescer implements MemoryObserver {
  private static final int WORD_BYTES = 4;
  private static final int LINE_BYTES = MemoryAccess.LINE_BYTES;

  private final byte[] uncached;
  private final SharedBanks banks;
  private MemoryAccess access = new MemoryAccess();
  private long localBase;

  // The lines of the instruction that is issued, and which of their bytes are touched.
  private long[] line = new long[32];
  private long[] low = new long[32];
  private long[] high = new long[32];
  private int[] lanes = new int[32];
  private int count;

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
    count = 0;
  }

  /** Ends the instruction. */
  void end() {
    for (int i = 0; i < count; i++) {
      access.addLine(line[i], sectors(i), fullSectors(i), lanes[i]);
    }
  }

  private int sectors(int i) {
    return (int) (any(low[i]) | any(high[i]) << 2);
  }

  private int fullSectors(int i) {
    return ~(int) (any(~low[i]) | any(~high[i]) << 2) & MemoryAccess.ALL_SECTORS;
  }

  /** Which of the two sectors of half a line have bytes. */
  private static long any(long bytes) {
    return ((bytes & 0xffff_ffffL) != 0 ? 1 : 0) | (bytes >>> 32 != 0 ? 2 : 0);
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
          access.setKind(what == Access.LOAD ? Kind.LOAD : Kind.STORE, count == 0);
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
    int at = -1;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long address = addresses[Integer.numberOfTrailingZeros(rest)] - AddressSpace.HEAP;
      long start = address & -LINE_BYTES;
      if (at < 0 || line[at] != start) {
        at = find(start);
      }
      touch(at, (int) (address - start), bytes);
      lanes[at]++;
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
        int at = find(MemoryAccess.lineOfBlock(localBase + word * LINE_BYTES));
        touch(at, lane * WORD_BYTES + from, to - from);
        lanes[at]++;
      }
    }
  }

  /** Bytes of an aligned access, which lie within one half of a line. */
  private void touch(int at, int offset, int bytes) {
    long mask = (bytes == Long.SIZE ? -1L : (1L << bytes) - 1) << offset;
    if (offset < Long.SIZE) {
      low[at] |= mask;
    } else {
      high[at] |= mask;
    }
  }

  private int find(long start) {
    for (int i = count - 1; i >= 0; i--) {
      if (line[i] == start) {
        return i;
      }
    }
    if (count == line.length) {
      line = Arrays.copyOf(line, 2 * count);
      low = Arrays.copyOf(low, 2 * count);
      high = Arrays.copyOf(high, 2 * count);
      lanes = Arrays.copyOf(lanes, 2 * count);
    }
    line[count] = start;
    low[count] = 0;
    high[count] = 0;
    lanes[count] = 0;
    return count++;
  }
}
