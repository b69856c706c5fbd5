package dev.magpie.snapshot;

import io.jhdf.dataset.chunked.ChunkedDatasetBase;
import io.jhdf.exceptions.HdfException;
import io.jhdf.filter.FilterManager;
import io.jhdf.filter.PipelineFilterWithData;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.LongStream;

/** Decodes a chunked dataset chunk by chunk, so that it may be larger than the heap. */
final class Hdf5Chunks {
  /** Chunks of more bytes are decoded one at a time, to spare the heap. */
  private static final long MAX_PARALLEL_BYTES = 4L << 20;

  /** Chunks that a file may have beside those for which it has bytes. */
  private static final long UNSTORED_CHUNKS = 1 << 16;

  /**
   * Deflate, shuffle, Fletcher-32, LZF. jHDF's LZ4 and bitshuffle are left out: their decoder works
   * past Java's bounds checks, which a damaged file must not reach.
   */
  private static final Set<Integer> FILTERS = Set.of(1, 2, 3, Hdf5Lzf.ID);

  static {
    FilterManager.addFilter(new Hdf5Lzf());
  }

  private final ChunkedDatasetBase dataset;
  private final MemorySegment memory;
  private final int elementBytes;
  private final long[] dimensions;
  private final int[] chunkDimensions;

  /** Chunks along each dimension. */
  private final long[] chunks;

  private final byte[] fill;

  private Hdf5Chunks(ChunkedDatasetBase dataset, byte[] fill, MemorySegment memory) {
    this.dataset = dataset;
    this.fill = fill;
    this.memory = memory;
    elementBytes = dataset.getDataType().getSize();
    dimensions = dataset.getDimensionsAsLong();
    chunkDimensions = dataset.getChunkDimensions();
    chunks = new long[dimensions.length];
  }

  /**
   * Decodes all chunks.
   *
   * @param fill one element, which stands where no chunk is stored; empty for zeros
   * @param memory as large as the dataset, and zero
   */
  static void decode(
      Bytes file, String place, ChunkedDatasetBase dataset, byte[] fill, MemorySegment memory) {
    Hdf5Chunks decoder = new Hdf5Chunks(dataset, fill, memory);
    long count = decoder.countChunks(file, place);
    for (PipelineFilterWithData filter : dataset.getFilters()) {
      if (!FILTERS.contains(filter.getId())) {
        throw file.fail(
            place,
            "compressed by filter %d (%s); repack it with h5repack -f GZIP=1"
                .formatted(filter.getId(), filter.getName()));
      }
    }
    LongStream all = LongStream.range(0, count);
    boolean small = decoder.chunkBytes() <= MAX_PARALLEL_BYTES;
    (small ? all.parallel() : all).forEach(decoder::decode);
  }

  private long countChunks(Bytes file, String place) {
    if (chunkDimensions.length != dimensions.length) {
      throw file.fail(
          place,
          "chunks of %d dimensions in a dataset of %d"
              .formatted(chunkDimensions.length, dimensions.length));
    }
    long limit = Math.max(UNSTORED_CHUNKS, file.size());
    long count = 1;
    for (int d = 0; d < chunks.length; d++) {
      if (chunkDimensions[d] < 1) {
        throw file.fail(place, "chunks of %s elements".formatted(Arrays.toString(chunkDimensions)));
      }
      chunks[d] = Math.ceilDiv(dimensions[d], chunkDimensions[d]);
      if (chunks[d] > limit / count) {
        throw file.fail(
            place, "more chunks than the file's %d bytes can hold".formatted(file.size()));
      }
      count *= chunks[d];
    }
    return count;
  }

  private long chunkBytes() {
    double bytes = elementBytes;
    for (int dimension : chunkDimensions) {
      bytes *= dimension;
    }
    return (long) bytes;
  }

  private void decode(long chunk) {
    int rank = dimensions.length;
    long[] offset = new long[rank];
    int[] shape = new int[rank];
    for (int d = rank - 1; d >= 0; d--) {
      offset[d] = chunk % chunks[d] * chunkDimensions[d];
      shape[d] = (int) Math.min(chunkDimensions[d], dimensions[d] - offset[d]);
      chunk /= chunks[d];
    }
    if (!isStored(offset)) {
      if (fill.length > 0) {
        fillRows(offset, shape);
      }
    } else {
      copyRows(MemorySegment.ofBuffer(dataset.getSliceDataBuffer(offset, shape)), offset, shape);
    }
  }

  /** Whether the file has the chunk; jHDF tells it only by the text of an exception. */
  private boolean isStored(long[] offset) {
    if (Arrays.stream(offset).anyMatch(place -> place > Integer.MAX_VALUE)) {
      return true; // jHDF gives zeros where it is not, if there is a chunk index to say so
    }
    try {
      dataset.getRawChunkBuffer(Arrays.stream(offset).mapToInt(place -> (int) place).toArray());
      return true;
    } catch (HdfException e) {
      String message = String.valueOf(e.getMessage());
      if (message.startsWith("No chunk") || message.endsWith(" at address -1")) {
        return false;
      }
      throw e;
    }
  }

  private void fillRows(long[] offset, int[] shape) {
    long rowBytes = (long) shape[shape.length - 1] * elementBytes;
    byte[] row = new byte[Math.toIntExact(rowBytes)];
    for (int i = 0; i < row.length; i++) {
      row[i] = fill[i % fill.length];
    }
    forEachRow(
        offset,
        shape,
        (_, to) -> MemorySegment.copy(MemorySegment.ofArray(row), 0, memory, to, rowBytes));
  }

  private void copyRows(MemorySegment data, long[] offset, int[] shape) {
    long rowBytes = (long) shape[shape.length - 1] * elementBytes;
    forEachRow(
        offset, shape, (row, to) -> MemorySegment.copy(data, row * rowBytes, memory, to, rowBytes));
  }

  private interface RowAction {
    void accept(long row, long to);
  }

  /** Visits the rows of a part of the dataset: its lines along the last dimension. */
  private void forEachRow(long[] offset, int[] shape, RowAction action) {
    int last = shape.length - 1;
    long rows = 1;
    for (int d = 0; d < last; d++) {
      rows *= shape[d];
    }
    for (long row = 0; row < rows; row++) {
      long rest = row;
      long stride = dimensions[last];
      long to = offset[last];
      for (int d = last - 1; d >= 0; d--) {
        to += (offset[d] + rest % shape[d]) * stride;
        rest /= shape[d];
        stride *= dimensions[d];
      }
      action.accept(row, to * elementBytes);
    }
  }
}
