package dev.magpie.gpu.core;

import java.util.Arrays;

/** The states of the warps of a multiprocessor, as sets with a bit for each warp slot. */
@SuppressWarnings("EnumOrdinal") // Sets by state are an array: they change with each instruction.
final class WarpStates {
  private static final int FIRST_WAIT = WarpState.ARITHMETIC.ordinal();
  private static final int LAST_WAIT = WarpState.ENDING.ordinal();

  private final WarpState[] states;

  /** By {@link WarpState#ordinal}. */
  private final long[] in = new long[WarpState.COUNT];

  /** The warps that are ready, by the unit that they need. */
  private final long[] readyFor;

  /** The warps that need what a load brings that the memory has yet to answer. */
  private long onUnknownLoads;

  WarpStates(int warps, int unitKinds) {
    states = new WarpState[warps];
    readyFor = new long[unitKinds];
    clear();
  }

  /** There are no warps. */
  void clear() {
    Arrays.fill(states, WarpState.NO_WARP);
    Arrays.fill(in, 0);
    Arrays.fill(readyFor, 0);
    onUnknownLoads = 0;
  }

  WarpState of(int warp) {
    return states[warp];
  }

  long in(WarpState state) {
    return in[state.ordinal()];
  }

  void enter(int warp, WarpState to) {
    long bit = 1L << warp;
    in[states[warp].ordinal()] &= ~bit;
    in[to.ordinal()] |= bit;
    states[warp] = to;
  }

  /** A warp can issue an instruction when a unit of some kind is free. */
  void ready(int warp, int unit) {
    enter(warp, WarpState.READY);
    readyFor[unit] |= 1L << warp;
  }

  /** A unit has taken a warp's instruction. */
  void issued(int warp, int unit) {
    readyFor[unit] &= ~(1L << warp);
  }

  long readyFor(int unit) {
    return readyFor[unit];
  }

  /** A warp waits for a load, and nobody knows how long. */
  void waitsForLoad(int warp) {
    enter(warp, WarpState.MEMORY);
    onUnknownLoads |= 1L << warp;
  }

  /** A load's values will be there; returns whether the warp waited to know that. */
  boolean knowsOfLoad(int warp) {
    boolean waited = (onUnknownLoads >>> warp & 1) != 0;
    onUnknownLoads &= ~(1L << warp);
    return waited;
  }

  /**
   * The first of some warps that are in a state that {@link #stall} gave; {@link Long#SIZE} if that
   * is that there is none.
   */
  int firstIn(int state, long warps) {
    if (state == WarpState.NO_WARP.ordinal()) {
      return Long.SIZE;
    }
    long ready = in[WarpState.READY.ordinal()] & warps;
    long there =
        state == WarpState.UNIT_BUSY.ordinal()
            ? ready & ~readyFor[KernelTable.MEMORY_UNIT]
            : state == WarpState.MEMORY_UNIT.ordinal() ? ready : in[state] & warps;
    return Long.numberOfTrailingZeros(there);
  }

  /** Why none of some warps issues, as {@link WarpState#ordinal}. */
  int stall(long warps) {
    long ready = in[WarpState.READY.ordinal()] & warps;
    if (ready != 0) {
      return (ready & ~readyFor[KernelTable.MEMORY_UNIT]) != 0
          ? WarpState.UNIT_BUSY.ordinal()
          : WarpState.MEMORY_UNIT.ordinal();
    }
    for (int i = FIRST_WAIT; i <= LAST_WAIT; i++) {
      if ((in[i] & warps) != 0) {
        return i;
      }
    }
    return WarpState.NO_WARP.ordinal();
  }
}
