package dev.magpie.gpu.core;

/** What a write to memory is known by: the warp that it is of, and the instruction. */
final class WriteTag {
  /** Of what the L1 writes back: no fence waits for it. */
  static final int NOBODY = -1;

  /** A multiprocessor has no more warp slots than a set has bits. */
  private static final int WARP_BITS = 6;

  private WriteTag() {}

  static int of(int warp, int instruction) {
    return instruction << WARP_BITS | warp;
  }

  static int warp(int tag) {
    return tag & (1 << WARP_BITS) - 1;
  }

  static int instruction(int tag) {
    return tag >>> WARP_BITS;
  }
}
