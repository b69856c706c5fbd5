package dev.magpie.codec.burst;

import dev.magpie.codec.simd.KernelSpecies;

/**
 * Blocks that are sized together, as rows of two vectors. A block is a row or more of them; where
 * it is a single vector, its row is that vector twice.
 *
 * @param blockBytes of a block
 * @param blocks of the tile, as many as an int vector has lanes or more
 * @param rowBytes from a row to the next
 * @param second bytes from a row's first vector to its second
 * @param rowShift the logarithm of a block's rows
 */
record Tile(int blockBytes, int blocks, int rowBytes, int second, int rowShift) {
  private static final int VECTOR_BYTES = KernelSpecies.INTS.vectorByteSize();

  /** Of a tile: more are more than a mask has bits, and fewer make loops short. */
  static final int ROWS = 64;

  /** Of the longest. */
  static final long ROW_BYTES = 2L * VECTOR_BYTES;

  static Tile of(int blockBytes) {
    boolean single = blockBytes == VECTOR_BYTES;
    int rowBytes = single ? VECTOR_BYTES : 2 * VECTOR_BYTES;
    int rows = blockBytes / rowBytes;
    return new Tile(
        blockBytes,
        ROWS / rows,
        rowBytes,
        single ? 0 : VECTOR_BYTES,
        Integer.numberOfTrailingZeros(rows));
  }
}
