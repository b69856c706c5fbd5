package dev.magpie.codec;

import java.lang.foreign.MemorySegment;

/**
 * Codes many blocks of a memory at a time, one behind the other, each in as many whole granules as
 * its code takes. A block whose code would take all the granules of the block, or that the codec
 * cannot code, is stored as it is, so that no block takes more than its own size. Beside the coded
 * bytes, a block has a tag and a size, which the caller keeps and gives back.
 *
 * <p>Keeps its working space and allocates nothing per block; not thread-safe, so each thread has
 * its own.
 *
 * <pre>{@code
 * Granularity granularity = new Granularity(128, 1);    // whole bytes
 * BulkCodec bulk = new BulkCodec(Codecs.create("bpc", granularity), granularity);
 * int[] tags = new int[(int) (memory.byteSize() / 128)];
 * int[] sizes = new int[tags.length];
 * long bytes = bulk.encode(memory, 0, tags, sizes, target, 0);
 * bulk.decode(target, 0, tags, sizes, copy, 0);
 * }</pre>
 */
public final class BulkCodec {
  private final BlockCodec codec;
  private final Granularity granularity;
  private final int blockBytes;
  private final BitWriter writer;
  private final BitReader reader = new BitReader();

  /**
   * @param granularity blocks of the codec's size, and the bytes of which each takes a multiple
   * @throws IllegalArgumentException if the block sizes differ
   */
  public BulkCodec(BlockCodec codec, Granularity granularity) {
    if (codec.blockBytes() != granularity.blockBytes()) {
      throw new IllegalArgumentException(
          "the codec is for blocks of %d bytes, not %d"
              .formatted(codec.blockBytes(), granularity.blockBytes()));
    }
    this.codec = codec;
    this.granularity = granularity;
    blockBytes = codec.blockBytes();
    writer = new BitWriter(2 * blockBytes);
  }

  /**
   * Encodes consecutive blocks.
   *
   * @param offset where the first block starts in the source, in bytes
   * @param tags receives the blocks' tags, {@link BlockCodec#RAW} for those stored as they are; its
   *     length is the number of blocks
   * @param sizes receives the bytes that each block takes, at most its own
   * @param target room for all blocks as they are is always enough
   * @param at where the first coded block goes in the target, in bytes
   * @return bytes that all blocks take
   * @throws IllegalArgumentException if there are not as many sizes as tags
   * @throws IndexOutOfBoundsException if source or target are too short
   */
  public long encode(
      MemorySegment source, long offset, int[] tags, int[] sizes, MemorySegment target, long at) {
    requireSameLength(tags, sizes);
    boolean sized = codec.sizesCheaply();
    if (sized) {
      codec.sizeBits(source, offset, sizes);
    }
    long to = at;
    for (int block = 0; block < tags.length; block++) {
      long from = offset + (long) block * blockBytes;
      int tag = sized ? encode(source, from, sizes[block]) : encode(source, from);
      int bytes = tag == BlockCodec.RAW ? blockBytes : takenBytes(writer.bitCount());
      if (tag == BlockCodec.RAW) {
        MemorySegment.copy(source, from, target, to, blockBytes);
      } else {
        writer.padTo(8 * bytes);
        writer.copyTo(target, to);
      }
      tags[block] = tag;
      sizes[block] = bytes;
      to += bytes;
    }
    return to - at;
  }

  /** Writes a block's code and returns its tag; RAW where it would not be smaller. */
  private int encode(MemorySegment source, long from) {
    writer.reset();
    int tag = codec.encode(source, from, writer);
    return takenBytes(writer.bitCount()) == blockBytes ? BlockCodec.RAW : tag;
  }

  /** Does the same for a block whose size is known, and encodes only what will be kept. */
  private int encode(MemorySegment source, long from, int bits) {
    if (takenBytes(bits) == blockBytes) {
      return BlockCodec.RAW;
    }
    writer.reset();
    return codec.encode(source, from, bits, writer);
  }

  /** No bits at all, as an all-zero block may have, take no granule. */
  private int takenBytes(int bits) {
    return bits == 0 ? 0 : granularity.effectiveBytes(bits);
  }

  /**
   * Decodes consecutive blocks.
   *
   * @param at where the first coded block starts in the source, in bytes
   * @param tags the blocks' tags, as {@link #encode} gave them; one for each block
   * @param sizes the bytes that each takes
   * @param offset where the first block goes in the target, in bytes
   * @throws CorruptBlockException if a block is not coded so; the message says which
   * @throws IllegalArgumentException if there are not as many sizes as tags
   * @throws IndexOutOfBoundsException if source or target are too short
   */
  public void decode(
      MemorySegment source, long at, int[] tags, int[] sizes, MemorySegment target, long offset) {
    requireSameLength(tags, sizes);
    long from = at;
    for (int block = 0; block < tags.length; block++) {
      try {
        decodeBlock(
            source, from, tags[block], sizes[block], target, offset + (long) block * blockBytes);
      } catch (CorruptBlockException e) {
        throw new CorruptBlockException("block %d: %s".formatted(block, e.getMessage()));
      }
      from += sizes[block];
    }
  }

  private static void requireSameLength(int[] tags, int[] sizes) {
    if (tags.length != sizes.length) {
      throw new IllegalArgumentException(
          "%d blocks have tags and %d have sizes".formatted(tags.length, sizes.length));
    }
  }

  /**
   * Decodes one block, which starts behind the sizes of those before it.
   *
   * @throws CorruptBlockException if no block is coded so
   */
  public void decodeBlock(
      MemorySegment source, long at, int tag, int size, MemorySegment target, long offset) {
    boolean raw = tag == BlockCodec.RAW;
    if (size < 0 || size > blockBytes || (raw && size != blockBytes)) {
      throw new CorruptBlockException(
          "%d bytes are no size of a %sblock of %d".formatted(size, raw ? "raw " : "", blockBytes));
    }
    if (raw) {
      MemorySegment.copy(source, at, target, offset, blockBytes);
    } else {
      reader.load(source, at, 8 * size);
      codec.decode(reader, tag, target, offset);
    }
  }
}
