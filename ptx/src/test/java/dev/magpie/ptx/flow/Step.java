package dev.magpie.ptx.flow;

import java.util.List;

/** What all threads of a block that have not ended do, one after the other. */
sealed interface Step {

  /** Each for itself. */
  record Apart(List<Statement> statements) implements Step {}

  /** Passes values around in shared memory, between two barriers. */
  record Exchange(int distance) implements Step {}

  /** Adds how many lanes of the warp have a bit set, from instructions that lanes wait in. */
  record Count(int bit) implements Step {}

  /** Waits for the warp, then adds the lanes' values. */
  record Sum() implements Step {}

  /**
   * Calls a function in which threads return early if a bit is set, and end soon after; the others
   * meet at a barrier in the function.
   */
  record ExchangeInCall(int bit, int distance, int change, Statement.Way way) implements Step {}

  record Repeat(int rounds, List<Step> steps) implements Step {}
}
