package dev.magpie.gpu.stream;

import java.util.Arrays;

/** Lines that the lanes of a warp touch with one instruction, and which of their bytes. */
public final class TouchedLines {
  private static final int LANES = 32;

  private long[] line = new long[LANES];
  private long[] low = new long[32];
  private long[] high = new long[32];
  private int[] lanes = new int[32];
  private int count;

  /** Begins an instruction. */
  public void clear() {
    count = 0;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * A lane touches bytes of a line.
   *
   * @param start address of the line
   * @param from the first of the bytes, in the line
   * @param bytes at most 64
   */
  public void touch(long start, int from, int bytes) {
    int at = find(start);
    lanes[at]++;
    long mask = -1L >>> (Long.SIZE - bytes);
    if (from >= Long.SIZE) {
      high[at] |= mask << (from - Long.SIZE);
      return;
    }
    low[at] |= mask << from;
    if (from + bytes > Long.SIZE) {
      high[at] |= mask >>> (Long.SIZE - from);
    }
  }

  /**
   * All lanes of a warp touch as many bytes, side by side.
   *
   * @param start where the first lane's are
   * @param bytes of each lane, none of which touches two lines
   */
  public void touch(long start, int bytes) {
    long end = start + (long) LANES * bytes;
    for (long at = start & -MemoryAccess.LINE_BYTES; at < end; at += MemoryAccess.LINE_BYTES) {
      int from = (int) Math.max(0, start - at);
      int to = (int) Math.min(MemoryAccess.LINE_BYTES, end - at);
      int place = find(at);
      lanes[place] += (to - from) / bytes;
      low[place] |= bits(from, to);
      high[place] |= bits(from - Long.SIZE, to - Long.SIZE);
    }
  }

  /** Bits from one to another, of those from 0 to 63. */
  private static long bits(int from, int to) {
    long below = to >= Long.SIZE ? -1 : to <= 0 ? 0 : (1L << to) - 1;
    return from >= Long.SIZE ? 0 : from <= 0 ? below : below & -1L << from;
  }

  /** Neighbours are likely to share a line. */
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

  /** Adds the lines to an access, in the order in which they were touched. */
  public void addTo(MemoryAccess access) {
    for (int i = 0; i < count; i++) {
      int full = ~(any(~low[i]) | any(~high[i]) << 2) & MemoryAccess.ALL_SECTORS;
      access.addLine(line[i], any(low[i]) | any(high[i]) << 2, full, lanes[i]);
    }
  }

  /** Which of the two sectors of half a line have bytes. */
  private static int any(long bytes) {
    return ((bytes & 0xffff_ffffL) != 0 ? 1 : 0) | (bytes >>> 32 != 0 ? 2 : 0);
  }
}
