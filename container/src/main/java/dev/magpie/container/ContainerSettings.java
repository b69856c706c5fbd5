package dev.magpie.container;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Granularity;

/**
 * How a container codes its blocks; all of it is written into the container, which needs nothing
 * else to be read.
 *
 * @param codec a lossless codec; where it was trained, what the table is called does not matter
 * @param table what the codec has learnt; without fields where it learns nothing
 * @param granularity block size and the granule that payloads are whole multiples of
 * @param blocksPerChunk blocks that share a check: 1 to 65,536
 */
public record ContainerSettings(
    CodecSpec codec, CodecTable table, Granularity granularity, int blocksPerChunk) {
  /** The bytes of a usual chunk: what a core's cache holds. */
  static final int CHUNK_BYTES = 256 << 10;

  static final int MOST_BLOCKS_PER_CHUNK = 1 << 16;

  /**
   * @throws IllegalArgumentException if the chunks have no such size
   * @throws CodecSpecException if the codec is lossy: a container gives back what it was given
   */
  public ContainerSettings {
    if (codec.family().isLossy()) {
      throw new CodecSpecException(
          "codec '%s' is lossy, and a container has to give back every byte"
              .formatted(codec.family().name()));
    }
    if (blocksPerChunk < 1 || blocksPerChunk > MOST_BLOCKS_PER_CHUNK) {
      throw new IllegalArgumentException(
          "a chunk has 1 to %d blocks, not %d".formatted(MOST_BLOCKS_PER_CHUNK, blocksPerChunk));
    }
  }

  /** Chunks of 256 KiB. */
  public ContainerSettings(CodecSpec codec, CodecTable table, Granularity granularity) {
    this(codec, table, granularity, CHUNK_BYTES / granularity.blockBytes());
  }

  /** A codec that needs no training, or names its table; chunks of 256 KiB. */
  public static ContainerSettings of(CodecSpec codec, Granularity granularity) {
    return new ContainerSettings(codec, codec.table(), granularity);
  }

  /**
   * Makes the codec.
   *
   * @throws CodecSpecException if the table or the granularity is not for it
   */
  public BlockCodec createCodec() {
    return codec.create(granularity, table);
  }

  /** Bytes of data in a whole chunk. */
  int chunkBytes() {
    return blocksPerChunk * granularity.blockBytes();
  }
}
