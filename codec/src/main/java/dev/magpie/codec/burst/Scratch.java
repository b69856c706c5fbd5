package dev.magpie.codec.burst;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Where steps leave to the next what they found of a tile. Arrays, not a segment: the compiler
 * takes much less code for these, and boxes the vectors of a method that has grown large.
 */
final class Scratch {
  private static final ThreadLocal<Scratch> OWN = ThreadLocal.withInitial(Scratch::new);

  /** As {@link IntSteps} lays them out. */
  final int[] ints = new int[IntSteps.ROOM];

  /** As {@link LongSteps} lays them out. */
  final long[] longs = new long[LongSteps.ROOM];

  /** Bits of each block. */
  final int[] sizes = new int[Tile.ROWS];

  /** Room for blocks, where there are fewer than a tile has. */
  final MemorySegment copy = Arena.ofAuto().allocate(Tile.ROWS * Tile.ROW_BYTES, 64);

  /** Blocks that a step has left to the next, a bit for each. */
  long candidates;

  private Scratch() {}

  /** This thread's. */
  static Scratch own() {
    return OWN.get();
  }
}
