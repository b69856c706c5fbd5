package dev.magpie.codec.basedelta;

import dev.magpie.codec.simd.BulkSizer;
import java.lang.foreign.MemorySegment;

/** Lowers each block's size to that of the smallest unit of one word size that fits it. */
abstract class UnitKernel implements BulkSizer {
  final int blockBytes;
  final UnitSearch search;

  UnitKernel(UnitSearch search, int blockBytes) {
    this.search = search;
    this.blockBytes = blockBytes;
  }

  /** Whether the unit with this index can code the block. */
  abstract boolean fits(MemorySegment memory, long at, int unit);

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < sizes.length; i++) {
      long at = offset + (long) i * blockBytes;
      int unit = search.ordered ? bisect(memory, at) : tryInTurn(memory, at);
      sizes[i] = Math.min(sizes[i], search.sizes[unit]);
    }
  }

  private int bisect(MemorySegment memory, long at) {
    int low = 0;
    int high = search.units();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (fits(memory, at, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private int tryInTurn(MemorySegment memory, long at) {
    int unit = 0;
    while (unit < search.units() && !fits(memory, at, unit)) {
      unit++;
    }
    return unit;
  }
}
