package dev.magpie.snapshot;

import io.jhdf.Utils;
import io.jhdf.dataset.NoParent;
import io.jhdf.dataset.chunked.Chunk;
import io.jhdf.dataset.chunked.ChunkOffset;
import io.jhdf.dataset.chunked.ChunkedDatasetBase;
import io.jhdf.dataset.chunked.ChunkedDatasetV3;
import io.jhdf.dataset.chunked.ChunkedDatasetV4;
import io.jhdf.object.message.DataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;

/** Decodes a chunked dataset chunk by chunk, so that it may be larger than the heap. */
final class Hdf5Chunks {
  /** Chunks of more bytes are decoded one at a time, to spare the heap. */
  private static final long MAX_PARALLEL_BYTES = 4L << 20;

  private static final long UNDEFINED_ADDRESS = -1;

  /** Where the sizes stand in the header of an extensible array. */
  private static final int EXTENSIBLE_ARRAY_SIZES = 12;

  private static final String REPACK =
      " repack it with h5repack, which writes another kind of index";

  /** Chunks that a file may have beside those for which it has bytes. */
  private static final long UNSTORED_CHUNKS = 1 << 16;

  private final Hdf5Storage storage;
  private final Hdf5Filters filters;

  /** The chunks that the file has, by the indices of their first elements. */
  private final Map<ChunkOffset, Chunk> stored;

  private final MemorySegment memory;
  private final int elementBytes;
  private final long[] dimensions;
  private final int[] chunkDimensions;

  /** Chunks along each dimension. */
  private final long[] chunks;

  private final long count;
  private final byte[] fill;

  private Hdf5Chunks(
      Bytes file,
      String place,
      Hdf5Storage storage,
      ChunkedDatasetBase dataset,
      byte[] fill,
      MemorySegment memory) {
    this.storage = storage;
    this.fill = fill;
    this.memory = memory;
    elementBytes = dataset.getDataType().getSize();
    dimensions = dataset.getDimensionsAsLong();
    chunkDimensions = dataset.getChunkDimensions();
    chunks = new long[dimensions.length];
    count = countChunks(file, place);
    filters = Hdf5Filters.of(file, place, dataset.getHeader(), chunkBytes());
    stored = storedChunks(file, place, storage, dataset);
    refuseMisreadIndex(file, place, dataset);
  }

  /**
   * Decodes all chunks.
   *
   * @param fill one element, which stands where no chunk is stored; empty for zeros
   * @param memory as large as the dataset, and zero
   */
  static void decode(
      Bytes file,
      String place,
      Hdf5Storage storage,
      ChunkedDatasetBase dataset,
      byte[] fill,
      MemorySegment memory) {
    Hdf5Chunks decoder = new Hdf5Chunks(file, place, storage, dataset, fill, memory);
    LongStream all = LongStream.range(0, decoder.count);
    boolean small = decoder.chunkBytes() <= MAX_PARALLEL_BYTES;
    (small ? all.parallel() : all).forEach(decoder::decode);
  }

  /** jHDF shows its index of chunks to subclasses only. */
  private static Map<ChunkOffset, Chunk> storedChunks(
      Bytes file, String place, Hdf5Storage storage, ChunkedDatasetBase dataset) {
    final class Version3 extends ChunkedDatasetV3 {
      Version3() {
        super(storage, dataset.getAddress(), place, NoParent.INSTANCE, dataset.getHeader());
      }

      Map<ChunkOffset, Chunk> chunks() {
        return getChunkLookup();
      }
    }
    final class Version4 extends ChunkedDatasetV4 {
      Version4() {
        super(storage, dataset.getAddress(), place, NoParent.INSTANCE, dataset.getHeader());
      }

      Map<ChunkOffset, Chunk> chunks() {
        return getChunkLookup();
      }
    }
    return switch (dataset) {
      case ChunkedDatasetV3 _ -> new Version3().chunks();
      case ChunkedDatasetV4 _ -> new Version4().chunks();
      default -> throw file.fail(place, "an unknown version of chunks");
    };
  }

  /**
   * Refuses the indices of HDF5 1.10 that jHDF gets wrong without a word: it takes chunks to stand
   * in the order of the dataset as it is, not as it may become, and stops at the first gap.
   */
  private void refuseMisreadIndex(Bytes file, String place, ChunkedDatasetBase dataset) {
    if (!(dataset.getHeader().getMessageOfType(DataLayoutMessage.class)
        instanceof ChunkedDataLayoutMessageV4 layout)) {
      return;
    }
    int type = layout.getIndexingType();
    boolean extensible = type == ChunkedDataLayoutMessageV4.EXTENSIBLE_ARRAY_INDEX;
    boolean array =
        extensible
            || type == ChunkedDataLayoutMessageV4.FIXED_ARRAY_INDEX
            || type == ChunkedDataLayoutMessageV4.IMPLICIT_INDEX;
    long[] mostDimensions = dataset.getMaxSize();
    for (int d = 1; array && d < chunks.length; d++) {
      if (Math.ceilDiv(mostDimensions[d], chunkDimensions[d]) != chunks[d]) {
        throw file.fail(
            place,
            "its chunks are laid out for a dataset of %s, and only the first dimension may grow;"
                    .formatted(Arrays.toString(mostDimensions))
                + REPACK);
      }
    }
    if (extensible
        && layout.getAddress() != UNDEFINED_ADDRESS
        && stored.size() < indexedChunks(layout.getAddress())) {
      throw file.fail(place, "chunks are missing between others;" + REPACK);
    }
  }

  /** One more than the largest index in an extensible array, from the array's header. */
  private long indexedChunks(long address) {
    int lengthBytes = storage.getSizeOfLengths();
    ByteBuffer header = storage.map(address, EXTENSIBLE_ARRAY_SIZES + 5L * lengthBytes);
    header.position(EXTENSIBLE_ARRAY_SIZES + 4 * lengthBytes);
    return Utils.readBytesAsUnsignedLong(header, lengthBytes);
  }

  private long countChunks(Bytes file, String place) {
    if (chunkDimensions.length != dimensions.length) {
      throw file.fail(
          place,
          "chunks of %d dimensions in a dataset of %d"
              .formatted(chunkDimensions.length, dimensions.length));
    }
    long limit = Math.max(UNSTORED_CHUNKS, file.size());
    long product = 1;
    for (int d = 0; d < chunks.length; d++) {
      if (chunkDimensions[d] < 1) {
        throw file.fail(place, "chunks of %s elements".formatted(Arrays.toString(chunkDimensions)));
      }
      chunks[d] = Math.ceilDiv(dimensions[d], chunkDimensions[d]);
      if (chunks[d] > limit / product) {
        throw file.fail(
            place, "more chunks than the file's %d bytes can hold".formatted(file.size()));
      }
      product *= chunks[d];
    }
    return product;
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
    Chunk coded = stored.get(new ChunkOffset(offset));
    if (coded != null && coded.getAddress() != UNDEFINED_ADDRESS) {
      copyRows(data(coded), offset, shape);
    } else if (fill.length > 0) {
      fillRows(offset, shape);
    }
  }

  /** The elements of a whole chunk, those beyond the dataset's edges included. */
  private MemorySegment data(Chunk chunk) {
    ByteBuffer coded = storage.map(chunk.getAddress(), chunk.getSize());
    if (filters.isEmpty()) {
      return MemorySegment.ofBuffer(coded);
    }
    byte[] bytes = new byte[coded.remaining()];
    coded.get(bytes);
    return MemorySegment.ofArray(filters.decode(bytes, chunk.getFilterMask()));
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
    forEachRow(offset, shape, (from, to) -> MemorySegment.copy(data, from, memory, to, rowBytes));
  }

  private interface RowAction {
    /** Takes the places of a row in the chunk and in the dataset, in bytes. */
    void accept(long from, long to);
  }

  /** Visits the rows of the part of a chunk that is in the dataset, along the last dimension. */
  private void forEachRow(long[] offset, int[] shape, RowAction action) {
    int last = shape.length - 1;
    long rows = 1;
    for (int d = 0; d < last; d++) {
      rows *= shape[d];
    }
    for (long row = 0; row < rows; row++) {
      long rest = row;
      long chunkStride = chunkDimensions[last];
      long stride = dimensions[last];
      long from = 0;
      long to = offset[last];
      for (int d = last - 1; d >= 0; d--) {
        from += rest % shape[d] * chunkStride;
        to += (offset[d] + rest % shape[d]) * stride;
        rest /= shape[d];
        chunkStride *= chunkDimensions[d];
        stride *= dimensions[d];
      }
      action.accept(from * elementBytes, to * elementBytes);
    }
  }
}
