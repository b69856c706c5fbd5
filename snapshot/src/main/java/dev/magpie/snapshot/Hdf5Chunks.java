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

  private final int[] chunkDimensions;
  private final ChunkGrid grid;
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
    long[] dimensions = dataset.getDimensionsAsLong();
    chunkDimensions = dataset.getChunkDimensions();
    grid = new ChunkGrid(dimensions, chunkDimensions, dataset.getDataType().getSize(), memory);
    count = countChunks(file, place, dimensions);
    filters = Hdf5Filters.of(file, place, dataset.getHeader(), grid.chunkBytes());
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
    boolean small = decoder.grid.chunkBytes() <= MAX_PARALLEL_BYTES;
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
    for (int d = 1; array && d < mostDimensions.length; d++) {
      if (Math.ceilDiv(mostDimensions[d], chunkDimensions[d]) != grid.chunks(d)) {
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

  private long countChunks(Bytes file, String place, long[] dimensions) {
    if (chunkDimensions.length != dimensions.length) {
      throw file.fail(
          place,
          "chunks of %d dimensions in a dataset of %d"
              .formatted(chunkDimensions.length, dimensions.length));
    }
    if (Arrays.stream(chunkDimensions).anyMatch(each -> each < 1)) {
      throw file.fail(place, "chunks of %s elements".formatted(Arrays.toString(chunkDimensions)));
    }
    long limit = Math.max(UNSTORED_CHUNKS, file.size());
    long product = grid.count(limit);
    if (product > limit) {
      throw file.fail(
          place, "more chunks than the file's %d bytes can hold".formatted(file.size()));
    }
    return product;
  }

  private void decode(long chunk) {
    long[] place = grid.place(chunk);
    long[] offset = new long[place.length];
    for (int d = 0; d < place.length; d++) {
      offset[d] = place[d] * chunkDimensions[d];
    }
    Chunk coded = stored.get(new ChunkOffset(offset));
    if (coded != null && coded.getAddress() != UNDEFINED_ADDRESS) {
      grid.copy(place, data(coded));
    } else if (fill.length > 0) {
      grid.fill(place, fill);
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
}
