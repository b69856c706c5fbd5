package dev.magpie.codec.burst;

import java.lang.foreign.MemorySegment;

/**
 * A step in the sizing of a tile of blocks. Each reads the blocks or what steps before it left in
 * the tile's scratch memory. Steps are many small methods behind one call that the compiler does
 * not look through, since it boxes the vectors of a method that has grown large.
 */
@FunctionalInterface
interface TileStep {
  /**
   * Does it.
   *
   * @param offset where the tile starts, all of whose blocks can be read
   */
  void run(MemorySegment memory, long offset, Scratch scratch);
}
