package dev.magpie.ptx.execute;

import dev.magpie.ptx.execute.MemoryObserver.Access;
import dev.magpie.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;

/** How often a launch accessed memory, by space, kind and width. */
public final class AccessCounts implements AccessSink {
  /** Bytes of a sector, in which global memory is accessed. */
  public static final int SECTOR_BYTES = 32;

  private static final int SECTOR_SHIFT = 5;
  private static final int WIDTHS = 7;

  /** Spreads sectors over the hash table: 2^64 over the golden ratio. */
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  private static final int HASH_SHIFT = 58;
  private static final int COUNTERS = 3;

  private static final List<StateSpace> SPACES = List.of(StateSpace.values());
  private static final List<Access> ACCESSES = List.of(Access.values());

  private final long[] counts = new long[SPACES.size() * ACCESSES.size() * WIDTHS * COUNTERS];

  /** A hash table of the sectors of the request under way. */
  private final long[] sectors = new long[2 * Warp.LANES];

  /** For each of its places, the last request that took it. */
  private final long[] requests = new long[2 * Warp.LANES];

  private long request;

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

  /** Counts accesses of which no sectors count. */
  void count(StateSpace space, Access access, int bytes, long requests, long threads) {
    int at = row(space, access, Integer.numberOfTrailingZeros(bytes));
    counts[at] += requests;
    counts[at + 1] += threads;
  }

  @Override
  public void access(
      StateSpace space, Access access, int bytes, int mask, long[] offsets, long base) {
    int at = row(space, access, Integer.numberOfTrailingZeros(bytes));
    counts[at]++;
    counts[at + 1] += Integer.bitCount(mask);
    if (space == StateSpace.GLOBAL) {
      counts[at + 2] += sectors(mask, offsets, base);
    }
  }

  /** Different sectors; those of neighbours mostly rise. */
  private int sectors(int mask, long[] offsets, long base) {
    if (mask == -1) {
      int rising = risingSectors(offsets, base);
      if (rising > 0) {
        return rising;
      }
    }
    int count = 0;
    request++;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long sector = (offsets[Integer.numberOfTrailingZeros(rest)] + base) >> SECTOR_SHIFT;
      if (isNew(sector)) {
        count++;
      }
    }
    return count;
  }

  /** Sectors of lanes whose addresses do not fall, or 0 if they do. */
  private static int risingSectors(long[] offsets, long base) {
    int count = 1;
    long falls = 0;
    long before = (offsets[0] + base) >> SECTOR_SHIFT;
    for (int i = 1; i < Warp.LANES; i++) {
      long sector = (offsets[i] + base) >> SECTOR_SHIFT;
      falls |= sector - before;
      count += sector == before ? 0 : 1;
      before = sector;
    }
    return falls < 0 ? 0 : count;
  }

  /** Whether no lane of the request has touched a sector yet. */
  private boolean isNew(long sector) {
    int place = (int) ((sector * SPREAD) >>> HASH_SHIFT);
    while (requests[place] == request) {
      if (sectors[place] == sector) {
        return false;
      }
      place = place + 1 & sectors.length - 1;
    }
    requests[place] = request;
    sectors[place] = sector;
    return true;
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
