package dev.magpie.lab.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Where memory begins to compress otherwise, in rows of 64 entries. */
class RegionBoundariesTest {
  private static final int ROW = RegionBoundaries.ROW_ENTRIES;

  private final RegionBoundaries.Counter counter = new RegionBoundaries.Counter();

  /** Rows of which all entries take so many sectors. */
  private static byte[] rows(int... sectors) {
    byte[] all = new byte[sectors.length * ROW];
    for (int r = 0; r < sectors.length; r++) {
      Arrays.fill(all, r * ROW, (r + 1) * ROW, (byte) sectors[r]);
    }
    return all;
  }

  @Test
  void boundariesLieBetweenAllocationsAndWithin() {
    counter.visit(0, rows(1, 1, 4, 4));
    counter.visit(0, rows(4, 4));
    counter.visit(0, rows(0, 0));
    counter.visit(0, rows(2));
    assertThat(counter.boundaries()).isEqualTo(new RegionBoundaries(3, 2));
    assertThat(counter.boundaries().percentOfAllocations()).isEqualTo(200.0 / 3);
  }

  @Test
  void fewerEntriesThanHalfOfARowMakeNoRegion() {
    byte[] mixed = rows(3, 3);
    Arrays.fill(mixed, 5, 5 + ROW / 2 - 1, (byte) 0);
    counter.visit(0, mixed);
    assertThat(counter.boundaries()).isEqualTo(new RegionBoundaries(0, 0));
    assertThat(counter.boundaries().percentOfAllocations()).isNaN();
  }

  @Test
  void snapshotsAreSeenApart_andRowsThatEndEarlyAreNone() {
    counter.visit(0, rows(1));
    counter.visit(1, rows(4));
    counter.visit(1, Arrays.copyOf(rows(0), ROW - 1));
    counter.visit(1, rows(4));
    assertThat(counter.boundaries()).isEqualTo(new RegionBoundaries(0, 0));
  }
}
