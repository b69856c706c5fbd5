package dev.magpie.gpu.core;

import java.util.Locale;

/**
 * What a warp is doing or waits for, what lasts least first. A scheduler that issues nothing in a
 * cycle counts the state of its warp that is nearest to going on.
 */
public enum WarpState {
  /** It can issue its next instruction. */
  READY,
  /** It could, but the unit that it needs is busy. */
  UNIT_BUSY,
  /** It could, but loads and stores wait for the L1 or what is beyond it. */
  MEMORY_UNIT,
  /** The result of an arithmetic operation is not there yet. */
  ARITHMETIC,
  /** It is not known yet where a branch goes. */
  CONTROL,
  /** What a load or an atomic gives is not there yet. */
  MEMORY,
  /** A fence waits for writes. */
  FENCE,
  /** Other warps have yet to come to a barrier. */
  BARRIER,
  /** It has ended, but not all of its writes have. */
  ENDING,
  /** There is no warp. */
  NO_WARP;

  static final int COUNT = values().length;

  /** Whether a scheduler whose warps are all in it issues nothing. */
  boolean isStall() {
    return this != READY;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
