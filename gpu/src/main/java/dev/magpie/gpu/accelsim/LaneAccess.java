package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.stream.MemoryAccess;
import java.util.Arrays;

/** Addresses of a warp's lanes, and what they come to together: lines, or conflicts of banks. */
final class LaneAccess {
  static final int LANES = 32;
  private static final int BANKS = 32;
  private static final int BANK_BYTES = 4;

  /** Each of four words of a lane's local memory may lie in a line of its own. */
  private static final int MOST_LINES = 4 * LANES;

  final long[] address = new long[LANES];
  private int mask;

  private final long[] lines = new long[MOST_LINES];
  private final long[] low = new long[MOST_LINES];
  private final long[] high = new long[MOST_LINES];
  private final int[] lanes = new int[MOST_LINES];
  private int count;

  private final long[] words = new long[BANKS * LANES];
  private final int[] depth = new int[BANKS];

  void begin(int activeLanes) {
    mask = activeLanes;
  }

  int mask() {
    return mask;
  }

  /** Adds the lines that lanes touch, in the order of the lanes. */
  void coalesce(int width, MemoryAccess access) {
    count = 0;
    for (int lane = 0; lane < LANES; lane++) {
      if ((mask >>> lane & 1) != 0) {
        long first = address[lane];
        long last = first + width - 1;
        touch(first, Math.min(last, first | (MemoryAccess.LINE_BYTES - 1)));
        if ((first ^ last) >>> 7 != 0) {
          touch(last & -MemoryAccess.LINE_BYTES, last);
        }
      }
    }
    add(access);
  }

  /** The same for words of local memory, of which each line has one of each lane. */
  void coalesceLocal(int width, MemoryAccess access) {
    count = 0;
    for (int word = 0; word < Math.max(1, width / BANK_BYTES); word++) {
      for (int lane = 0; lane < LANES; lane++) {
        if ((mask >>> lane & 1) != 0) {
          long first =
              (address[lane] / BANK_BYTES + word) * MemoryAccess.LINE_BYTES
                  + (long) BANK_BYTES * lane;
          touch(first, first + BANK_BYTES - 1);
        }
      }
    }
    add(access);
  }

  private void add(MemoryAccess access) {
    for (int i = 0; i < count; i++) {
      access.addLine(lines[i], sectors(i, false), sectors(i, true), lanes[i]);
    }
  }

  private void touch(long first, long last) {
    long line = first & -MemoryAccess.LINE_BYTES;
    // Neighbours are likely to share a line.
    int at = count - 1;
    while (at >= 0 && lines[at] != line) {
      at--;
    }
    if (at < 0) {
      at = count++;
      lines[at] = line;
      low[at] = 0;
      high[at] = 0;
      lanes[at] = 0;
    }
    lanes[at]++;
    int from = (int) (first - line);
    int to = (int) (last - line);
    low[at] |= bits(from, to);
    high[at] |= bits(from - 64, to - 64);
  }

  /** Bits of a word, as far as they lie in it. */
  private static long bits(int from, int to) {
    int first = Math.max(0, from);
    int last = Math.min(63, to);
    return first > last ? 0 : (-1L >>> (63 - (last - first))) << first;
  }

  private int sectors(int at, boolean whole) {
    int sectors = 0;
    for (int i = 0; i < MemoryAccess.SECTORS; i++) {
      int bytes = (int) ((i < 2 ? low[at] : high[at]) >>> (32 * (i & 1)));
      if (whole ? bytes == -1 : bytes != 0) {
        sectors |= 1 << i;
      }
    }
    return sectors;
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
      cycles += conflicts(from, from + together, width, shares);
    }
    return Math.max(1, cycles);
  }

  private int conflicts(int from, int to, int width, boolean shares) {
    Arrays.fill(depth, 0);
    int most = 0;
    for (int lane = from; lane < to; lane++) {
      if ((mask >>> lane & 1) == 0) {
        continue;
      }
      long first = address[lane] / BANK_BYTES;
      long last = (address[lane] + width - 1) / BANK_BYTES;
      for (long word = first; word <= last; word++) {
        int bank = (int) (word & (BANKS - 1));
        if (!shares || !has(bank, word)) {
          if (depth[bank] < LANES) {
            words[bank * LANES + depth[bank]] = word;
            depth[bank]++;
          }
          most = Math.max(most, depth[bank]);
        }
      }
    }
    return most;
  }

  private boolean has(int bank, long word) {
    for (int i = 0; i < depth[bank]; i++) {
      if (words[bank * LANES + i] == word) {
        return true;
      }
    }
    return false;
  }
}
