package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.SharedBanks;
import dev.magpie.gpu.stream.TouchedLines;

/** Addresses of a warp's lanes, and what they come to together: lines, or conflicts of banks. */
final class LaneAccess {
  static final int LANES = 32;
  private static final int BANKS = 32;
  private static final int BANK_BYTES = 4;

  final long[] address = new long[LANES];
  private int mask;
  private final TouchedLines lines = new TouchedLines();
  private final SharedBanks banks = new SharedBanks(BANKS);

  void begin(int activeLanes) {
    mask = activeLanes;
  }

  int mask() {
    return mask;
  }

  /** Adds the lines that lanes touch, in the order of the lanes. */
  void coalesce(int width, MemoryAccess access) {
    lines.clear();
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long first = address[Integer.numberOfTrailingZeros(rest)];
      int from = (int) first & (MemoryAccess.LINE_BYTES - 1);
      int here = Math.min(width, MemoryAccess.LINE_BYTES - from);
      lines.touch(first - from, from, here);
      if (here < width) {
        lines.touch(first + here, 0, width - here);
      }
    }
    lines.addTo(access);
  }

  /** The same for words of local memory, of which each line has one of each lane. */
  void coalesceLocal(int width, MemoryAccess access) {
    lines.clear();
    for (int word = 0; word < Math.max(1, width / BANK_BYTES); word++) {
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        int lane = Integer.numberOfTrailingZeros(rest);
        long start = (address[lane] / BANK_BYTES + word) * MemoryAccess.LINE_BYTES;
        lines.touch(start, BANK_BYTES * lane, BANK_BYTES);
      }
    }
    lines.addTo(access);
  }

  /**
   * Cycles that 32 banks of 4 bytes take: lanes that read the same word share it, and as many lanes
   * go together as the banks have bytes for.
   *
   * @param shares whether lanes can share a word; atomics cannot
   */
  int sharedCycles(int width, boolean shares) {
    int together = Math.min(LANES, BANKS * BANK_BYTES / width);
    int cycles = 0;
    for (int from = 0; from < LANES; from += together) {
      int lanes = mask & (-1 >>> (LANES - together)) << from;
      cycles += lanes == 0 ? 0 : banks.cycles(lanes, address, width, !shares);
    }
    return Math.max(1, cycles);
  }
}
