package dev.magpie.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The blocks of a launch that are timed behind its first ones: some spots, spread evenly, the last
 * of which is the end of the grid.
 *
 * @param first block that has not begun
 * @param spot blocks of a spot
 * @param spots how many
 * @param blocks of the launch
 */
record SpotOrder(long first, long spot, int spots, long blocks) implements LongUnaryOperator {
  /** Which block begins after so many others. */
  @Override
  public long applyAsLong(long place) {
    return place < first ? place : start((place - first) / spot) + (place - first) % spot;
  }

  private long start(long number) {
    return blocks - spot - (spots - 1 - number) * ((blocks - first) / spots);
  }

  /** Blocks that are timed, the first ones with them. */
  long timed() {
    return first + spots * spot;
  }

  /** The others. */
  List<GridRange> leftOut() {
    List<GridRange> ranges = new ArrayList<>();
    long from = first;
    for (int i = 0; i < spots; i++) {
      ranges.add(new GridRange(from, start(i)));
      from = start(i) + spot;
    }
    return ranges;
  }
}
