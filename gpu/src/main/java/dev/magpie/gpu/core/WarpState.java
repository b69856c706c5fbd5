package dev.magpie.gpu.core;

/**
 * What a warp is doing, as small numbers: {@link #READY}, {@link #ABSENT}, or what it waits for,
 * what lasts least first.
 */
final class WarpState {
  static final int READY = 0;
  static final int ARITHMETIC = 1;
  static final int CONTROL = 2;
  static final int MEMORY = 3;
  static final int FENCE = 4;
  static final int BARRIER = 5;
  static final int ENDING = 6;
  static final int ABSENT = 7;
  static final int COUNT = 8;

  // What keeps a scheduler from issuing, beside what its warps wait for.
  static final int NO_WARP = ABSENT;
  static final int UNIT_BUSY = COUNT;
  static final int MEMORY_UNIT = COUNT + 1;

  private WarpState() {}

  /** The number of a reason for which a scheduler issues nothing. */
  static int of(StallReason reason) {
    return switch (reason) {
      case UNIT_BUSY -> UNIT_BUSY;
      case MEMORY_UNIT -> MEMORY_UNIT;
      case ARITHMETIC -> ARITHMETIC;
      case CONTROL -> CONTROL;
      case MEMORY -> MEMORY;
      case FENCE -> FENCE;
      case BARRIER -> BARRIER;
      case ENDING -> ENDING;
      case NO_WARP -> NO_WARP;
    };
  }
}
