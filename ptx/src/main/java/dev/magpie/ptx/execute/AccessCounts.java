package dev.magpie.ptx.execute;

import dev.magpie.ptx.execute.MemoryObserver.Access;
import dev.magpie.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;

/** How often a launch accessed memory, by space, kind and width. */
public final class AccessCounts {
  /** Bytes of a sector, in which global memory is accessed. */
  public static final int SECTOR_BYTES = 32;

  private static final int SECTOR_SHIFT = 5;
  private static final int WIDTHS = 7;
  private static final int COUNTERS = 3;

  private static final List<StateSpace> SPACES = List.of(StateSpace.values());
  private static final List<Access> ACCESSES = List.of(Access.values());

  private final long[] counts = new long[SPACES.size() * ACCESSES.size() * WIDTHS * COUNTERS];
  private final long[] sectors = new long[Warp.LANES];

  /**
   * The accesses of one kind.
   *
   * @param bytes that each thread accesses at once
   * @param requests of warps
   * @param threads that took part
   * @param sectors that the requests touched, each counted once a request; 0 but for global memory
   */
  public record Row(
      StateSpace space, Access access, int bytes, long requests, long threads, long sectors) {}

  private static int row(StateSpace space, Access access, int width) {
    int kind = SPACES.indexOf(space) * ACCESSES.size() + ACCESSES.indexOf(access);
    return (kind * WIDTHS + width) * COUNTERS;
  }

  void count(StateSpace space, Access access, int bytes, int mask, long[] addresses) {
    count(space, access, bytes, mask, addresses, 0);
  }

  /** The same with offsets from an address. */
  void count(StateSpace space, Access access, int bytes, int mask, long[] offsets, long base) {
    int at = row(space, access, Integer.numberOfTrailingZeros(bytes));
    counts[at]++;
    counts[at + 1] += Integer.bitCount(mask);
    if (space == StateSpace.GLOBAL) {
      counts[at + 2] += sectors(mask, offsets, base);
    }
  }

  /** Different sectors; neighbours are mostly in order, so the last one is looked at first. */
  private int sectors(int mask, long[] offsets, long base) {
    if (mask == -1) {
      int rising = risingSectors(offsets, base);
      if (rising > 0) {
        return rising;
      }
    }
    int count = 0;
    long highest = Long.MIN_VALUE;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long sector = offsets[Integer.numberOfTrailingZeros(rest)] + base >> SECTOR_SHIFT;
      if (sector > highest) {
        highest = sector;
        sectors[count++] = sector;
      } else if (sector != highest && !isKnown(sector, count)) {
        sectors[count++] = sector;
      }
    }
    return count;
  }

  /** Sectors of lanes whose addresses do not fall, or 0 if they do. */
  private static int risingSectors(long[] offsets, long base) {
    int count = 1;
    long falls = 0;
    long before = offsets[0] + base >> SECTOR_SHIFT;
    for (int i = 1; i < Warp.LANES; i++) {
      long sector = offsets[i] + base >> SECTOR_SHIFT;
      falls |= sector - before;
      count += sector == before ? 0 : 1;
      before = sector;
    }
    return falls < 0 ? 0 : count;
  }

  private boolean isKnown(long sector, int count) {
    for (int i = count - 1; i >= 0; i--) {
      if (sectors[i] == sector) {
        return true;
      }
    }
    return false;
  }

  /** The kinds of access that occurred. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (StateSpace space : SPACES) {
      for (Access access : ACCESSES) {
        for (int width = 0; width < WIDTHS; width++) {
          int at = row(space, access, width);
          if (counts[at] > 0) {
            rows.add(
                new Row(space, access, 1 << width, counts[at], counts[at + 1], counts[at + 2]));
          }
        }
      }
    }
    return rows;
  }

  void add(AccessCounts other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }
}
