package dev.magpie.codec.burst;

import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Blocks that are sized together, as rows of two vectors, and the memory in which that is done. A
 * block is a row or more of them; where it is a single vector, its row is that vector twice.
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

  /** Two arrays of a vector for each two rows, in each of which lanes are reduced. */
  private static final int PAIRS = ROWS / 2 * VECTOR_BYTES;

  /** An array of a number for each block, of up to eight bytes. */
  static final int NUMBERS = ROWS * Long.BYTES;

  // What is told of bits: those of any word, and those that any word that is not zero lacks.
  static final int ONES = 0;
  static final int LACKS = PAIRS;

  // Of words that are not zero: the least, and the complement of the most.
  static final int LEAST = 2 * PAIRS;
  static final int NOT_MOST = 3 * PAIRS;

  /** Words that are not zero, of each row. */
  static final int CODED = 4 * PAIRS;

  // Numbers of blocks.
  static final int LEAST_CODED = CODED + NUMBERS;
  static final int MOST_CODED = LEAST_CODED + NUMBERS;
  static final int LEAST_WORD = MOST_CODED + NUMBERS;
  static final int MOST_WORD = LEAST_WORD + NUMBERS;
  static final int FAR_FROM_ZERO = MOST_WORD + NUMBERS;

  /** As 4-byte words: bits of each block. */
  static final int SIZES = FAR_FROM_ZERO + NUMBERS;

  /** Blocks that a step has left to the next, a bit for each. */
  static final int CANDIDATES = SIZES + NUMBERS;

  /** Room for blocks, where there are fewer than a tile has. */
  static final int COPY = CANDIDATES + NUMBERS;

  private static final ThreadLocal<MemorySegment> SCRATCH =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(COPY + 2L * ROWS * VECTOR_BYTES, 64));

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

  /** This thread's. */
  static MemorySegment scratch() {
    return SCRATCH.get();
  }
}
