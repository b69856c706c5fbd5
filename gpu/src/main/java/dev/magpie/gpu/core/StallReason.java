package dev.magpie.gpu.core;

import java.util.Locale;

/**
 * Why a scheduler issued nothing in a cycle: what kept the warp that was nearest to going on, in
 * the order of these constants.
 */
public enum StallReason {
  /** A warp could go on, but the unit that it needs is busy. */
  UNIT_BUSY,
  /** A warp could go on, but loads and stores wait for the L1 or what is beyond it. */
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
  /** The warps have ended, but not all of their writes have. */
  ENDING,
  /** The scheduler has no warps. */
  NO_WARP;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
