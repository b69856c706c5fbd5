package dev.magpie.gpu.memory;

/** The memory behind a slice, as the slice sees it. */
interface LineStore {
  /** Whether a slice may ask for more. */
  boolean hasRoom(int slice);

  /** Whether a line moves as a whole, whatever is asked of it. */
  boolean movesWhole(long line);

  /** Whether a line is elsewhere, so that even a write to all of it waits for it. */
  default boolean isAway(long line) {
    return false;
  }

  /**
   * Fetches a line; {@link L2Slice#fill} is told when it is there. A request is at its channel at
   * once; the latencies of slice and controller come on its way back, so that queues which are full
   * stop those behind them at once, too.
   *
   * @param cycle now
   * @param slot where the slice waits for it
   * @param sectors that are wanted
   * @param multiprocessor that asks for them
   */
  void fetch(long cycle, int slice, int slot, long line, int sectors, int multiprocessor);

  /**
   * Writes a line.
   *
   * @param dirty sectors that have changed
   * @param valid sectors that the slice has
   * @param multiprocessor that asks for what takes its place
   */
  void writeBack(long cycle, int slice, long line, int dirty, int valid, int multiprocessor);
}
