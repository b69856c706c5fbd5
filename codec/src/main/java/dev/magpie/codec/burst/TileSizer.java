package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.GT;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sets sizes a tile at a time, which the nearest cache holds.
 *
 * @param stages steps, in the order in which each finds what it needs; none is begun when all
 *     blocks of a tile take a single burst
 */
record TileSizer(Bursts bursts, Tile tile, List<List<TileStep>> stages) implements BulkSizer {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    Scratch scratch = Scratch.own();
    int blocks = tile.blocks();
    for (int first = 0; first < sizes.length; first += blocks) {
      int count = Math.min(blocks, sizes.length - first);
      long at = offset + (long) first * tile.blockBytes();
      Arrays.fill(scratch.sizes, 0, blocks, BlockCodec.RAW);
      if (count == blocks) {
        size(memory, at, scratch);
      } else {
        // What is behind the copied blocks is old, and its sizes are not read.
        MemorySegment.copy(memory, at, scratch.copy, 0, (long) count * tile.blockBytes());
        size(scratch.copy, 0, scratch);
      }
      System.arraycopy(scratch.sizes, 0, sizes, first, count);
    }
  }

  private void size(MemorySegment memory, long offset, Scratch scratch) {
    for (int i = 0; i < stages.size() && isAnyLarge(scratch.sizes); i++) {
      List<TileStep> steps = stages.get(i);
      for (int j = 0; j < steps.size(); j++) {
        steps.get(j).run(memory, offset, scratch);
      }
    }
  }

  /** Whether a block takes more than a burst. */
  private boolean isAnyLarge(int[] sizes) {
    for (int i = 0; i < tile.blocks(); i += SPECIES.length()) {
      if (IntVector.fromArray(SPECIES, sizes, i).compare(GT, bursts.bits()).anyTrue()) {
        return true;
      }
    }
    return false;
  }
}
