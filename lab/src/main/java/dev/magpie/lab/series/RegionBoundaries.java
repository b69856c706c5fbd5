package dev.magpie.lab.series;

/**
 * Where memory begins to compress otherwise, in the rows of 64 memory-entries that the Buddy paper
 * draws it in (section III-B, Figure 8): a boundary lies between two rows, one after the other,
 * whose most common number of sectors differs. Rows are whole, and begin anew in each allocation.
 *
 * @param boundaries in all snapshots
 * @param ofAllocations those of them that lie between two allocations
 */
public record RegionBoundaries(long boundaries, long ofAllocations) {
  /** Memory-entries of a row of the paper's maps. */
  public static final int ROW_ENTRIES = 64;

  private static final int MOST_SECTORS = 4;

  /** Percent of the boundaries that are allocations'; NaN if memory compresses alike everywhere. */
  public double percentOfAllocations() {
    return 100.0 * ofAllocations / boundaries;
  }

  /** Counts them over allocation after allocation, as they lie in memory. */
  static final class Counter {
    private static final int NONE = -1;

    private int snapshot = NONE;
    private int last = NONE;
    private long boundaries;
    private long ofAllocations;

    /**
     * Counts those of an allocation.
     *
     * @param ofSnapshot whose memory it is in
     * @param sectors of each entry
     */
    void visit(int ofSnapshot, byte[] sectors) {
      if (ofSnapshot != snapshot) {
        snapshot = ofSnapshot;
        last = NONE;
      }
      for (int from = 0; from + ROW_ENTRIES <= sectors.length; from += ROW_ENTRIES) {
        int row = mostCommon(sectors, from);
        if (last != NONE && row != last) {
          boundaries++;
          ofAllocations += from == 0 ? 1 : 0;
        }
        last = row;
      }
    }

    /** The number of sectors that most entries of a row take, the least of several. */
    private static int mostCommon(byte[] sectors, int from) {
      int[] entries = new int[MOST_SECTORS + 1];
      int most = 0;
      for (int e = from; e < from + ROW_ENTRIES; e++) {
        entries[sectors[e]]++;
      }
      for (int s = 1; s <= MOST_SECTORS; s++) {
        most = entries[s] > entries[most] ? s : most;
      }
      return most;
    }

    RegionBoundaries boundaries() {
      return new RegionBoundaries(boundaries, ofAllocations);
    }
  }
}
