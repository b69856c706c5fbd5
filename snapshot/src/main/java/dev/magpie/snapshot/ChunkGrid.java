package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;

/**
 * An array that is kept in chunks of one shape, those at its edges reaching beyond it, and its
 * memory, in which rows along the last dimension are whole.
 */
final class ChunkGrid {
  private final long[] dimensions;
  private final int[] chunkDimensions;
  private final int elementBytes;
  private final MemorySegment memory;

  /**
   * @param dimensions of the array
   * @param chunkDimensions at least 1 each
   * @param memory as large as the array
   */
  ChunkGrid(long[] dimensions, int[] chunkDimensions, int elementBytes, MemorySegment memory) {
    this.dimensions = dimensions.clone();
    this.chunkDimensions = chunkDimensions.clone();
    this.elementBytes = elementBytes;
    this.memory = memory;
  }

  /**
   * How many chunks there are.
   *
   * @return {@code limit + 1} if more than {@code limit}
   */
  long count(long limit) {
    long product = 1;
    for (int d = 0; d < dimensions.length; d++) {
      long chunks = chunks(d);
      if (chunks == 0) {
        return 0;
      }
      if (chunks > limit / product) {
        return limit + 1;
      }
      product *= chunks;
    }
    return product;
  }

  /** A grid of other chunks over the same array. */
  ChunkGrid of(int[] otherDimensions) {
    return new ChunkGrid(dimensions, otherDimensions, elementBytes, memory);
  }

  int elementBytes() {
    return elementBytes;
  }

  /** Chunks along a dimension. */
  long chunks(int dimension) {
    return Math.ceilDiv(dimensions[dimension], chunkDimensions[dimension]);
  }

  /** Bytes of a whole chunk; of one that no machine has, the largest long. */
  long chunkBytes() {
    double bytes = elementBytes;
    for (int dimension : chunkDimensions) {
      bytes *= dimension;
    }
    return (long) bytes;
  }

  /** A chunk's place among those of each dimension, the last of which runs fastest. */
  long[] place(long chunk) {
    long[] place = new long[dimensions.length];
    for (int d = place.length - 1; d >= 0; d--) {
      place[d] = chunk % chunks(d);
      chunk /= chunks(d);
    }
    return place;
  }

  /**
   * Fills the part of a chunk that is in the array.
   *
   * @param element repeated
   */
  void fill(long[] place, byte[] element) {
    byte[] row = new byte[Math.toIntExact(rowBytes(place))];
    for (int i = 0; i < row.length; i++) {
      row[i] = element[i % element.length];
    }
    forEachRow(
        place,
        (_, to) -> MemorySegment.copy(MemorySegment.ofArray(row), 0, memory, to, row.length));
  }

  /**
   * Takes the part of a chunk that is in the array.
   *
   * @param data of the whole chunk
   */
  void copy(long[] place, MemorySegment data) {
    long bytes = rowBytes(place);
    forEachRow(place, (from, to) -> MemorySegment.copy(data, from, memory, to, bytes));
  }

  private long rowBytes(long[] place) {
    return dimensions.length == 0
        ? elementBytes
        : size(place, dimensions.length - 1) * elementBytes;
  }

  /** Elements of a chunk along a dimension that are in the array. */
  private long size(long[] place, int dimension) {
    long first = place[dimension] * chunkDimensions[dimension];
    return Math.min(chunkDimensions[dimension], dimensions[dimension] - first);
  }

  private interface RowAction {
    /** Takes the places of a row in the chunk and in the array, in bytes. */
    void accept(long from, long to);
  }

  private void forEachRow(long[] place, RowAction action) {
    int last = dimensions.length - 1;
    if (last < 0) {
      action.accept(0, 0);
      return;
    }
    long rows = 1;
    for (int d = 0; d < last; d++) {
      rows *= size(place, d);
    }
    for (long row = 0; row < rows; row++) {
      long rest = row;
      long chunkStride = chunkDimensions[last];
      long stride = dimensions[last];
      long from = 0;
      long to = place[last] * chunkDimensions[last];
      for (int d = last - 1; d >= 0; d--) {
        long size = size(place, d);
        from += rest % size * chunkStride;
        to += (place[d] * chunkDimensions[d] + rest % size) * stride;
        rest /= size;
        chunkStride *= chunkDimensions[d];
        stride *= dimensions[d];
      }
      action.accept(from * elementBytes, to * elementBytes);
    }
  }
}
