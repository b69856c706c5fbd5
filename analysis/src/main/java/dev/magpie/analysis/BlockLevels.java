package dev.magpie.analysis;

import java.util.function.IntUnaryOperator;

/**
 * How large the blocks of one allocation are, for a map of its memory. Of large allocations it
 * keeps every n-th row only.
 */
public final class BlockLevels {
  private final int rowBlocks;
  private final long stride;
  private final byte[] levels;

  /**
   * @param blocks of the allocation
   * @param rowBlocks blocks in a row of the map
   * @param mostRows that are kept
   */
  public BlockLevels(long blocks, int rowBlocks, long mostRows) {
    this.rowBlocks = rowBlocks;
    long rows = Math.ceilDiv(blocks, rowBlocks);
    stride = Math.max(1, Math.ceilDiv(rows, mostRows));
    long lastRow = Math.max(0, rows - 1);
    // The last row may be short; if it is not kept, all that are kept are full.
    long kept =
        lastRow % stride == 0
            ? lastRow / stride * rowBlocks + blocks - lastRow * rowBlocks
            : Math.ceilDiv(rows, stride) * rowBlocks;
    levels = new byte[(int) kept];
  }

  /**
   * Takes note of a range.
   *
   * @param sizes coded bits by block of the range
   * @param level of a coded size
   */
  public void note(BlockRange range, int[] sizes, IntUnaryOperator level) {
    long end = range.firstBlock() + range.blocks();
    for (long row = range.firstBlock() / rowBlocks; row * rowBlocks < end; row++) {
      if (row % stride == 0) {
        long from = Math.max(row * rowBlocks, range.firstBlock());
        long to = Math.min((row + 1) * rowBlocks, end);
        int place = (int) (row / stride * rowBlocks + from - row * rowBlocks);
        int first = (int) (from - range.firstBlock());
        for (int i = 0; i < to - from; i++) {
          levels[place + i] = (byte) level.applyAsInt(sizes[first + i]);
        }
      }
    }
  }

  /** The levels of the rows that are kept; none without blocks. */
  public byte[] levels() {
    return levels.clone();
  }

  /** How many levels are kept. */
  public int kept() {
    return levels.length;
  }

  /** From a row that is kept to the next one: 1 if all are. */
  public long step() {
    return stride;
  }
}
