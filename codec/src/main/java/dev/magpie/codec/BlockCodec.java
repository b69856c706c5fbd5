package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Codes one memory block of a fixed size into bits and back.
 *
 * <p>A block is {@link #blockBytes()} bytes of a {@link MemorySegment} from some byte offset, which
 * need not be aligned; its words are little-endian. Coded fields are written most significant bit
 * first. Beside the coded bits, {@link #encode} returns a <em>tag</em>: the {@link #tagBits()} bits
 * of metadata that a memory keeps outside the block and hands back to {@link #decode}.
 *
 * <p>Codecs are immutable and safe for use by many threads.
 *
 * <pre>{@code
 * BlockCodec codec = Codecs.create("mag-bdi", new Granularity(128, 32));
 * BitWriter coded = new BitWriter(codec.blockBytes());
 * int tag = codec.encode(memory, 0, coded);
 * if (tag == BlockCodec.RAW || coded.byteCount() >= codec.blockBytes()) {
 *   // The codec cannot code the block, or not into less than its own size: store it raw.
 * } else {
 *   codec.decode(new BitReader(coded), tag, copy, 0);
 * }
 * }</pre>
 */
public interface BlockCodec {

  /**
   * In place of a size or a tag: this codec cannot code the block, which is then stored raw. It is
   * larger than every size, so that the smaller of a size and the block's own is always right.
   */
  int RAW = Integer.MAX_VALUE;

  /** The block's size in bytes: a power of two from 32 to 256. */
  int blockBytes();

  /** Bits of metadata that a memory keeps for each block outside of it; 0 if none are needed. */
  default int tagBits() {
    return 0;
  }

  /**
   * Those that are left where a block whose code takes more than so many bits is stored raw: a
   * memory need not tell such codes apart.
   */
  default int tagBits(int mostBits) {
    return tagBits();
  }

  /**
   * The codec in the same form that loses nothing; this codec, unless it is lossy. A memory uses it
   * wherever its user has not said that data may be approximated.
   */
  default BlockCodec lossless() {
    return this;
  }

  /** Whether a decoded block may differ from the one that was encoded: a {@link LossyCodec}. */
  default boolean isLossy() {
    return false;
  }

  /**
   * Every size in bits that a block can be coded into, ascending, where parameters alone decide it;
   * empty where sizes depend on the data (MAG paper, Table I). A memory can only arrange for whole
   * granules in advance where this is known.
   */
  default List<Integer> staticSizes() {
    return List.of();
  }

  /** Coded size of the block in bits, without the tag, or {@link #RAW}. */
  int sizeBits(MemorySegment memory, long offset);

  /**
   * Coded sizes of consecutive blocks, as {@link #sizeBits(MemorySegment, long)} gives them one by
   * one.
   *
   * @param offset where the first block starts, in bytes
   * @param sizes receives the sizes from index 0; its length is the number of blocks
   */
  default void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int block = 0; block < sizes.length; block++) {
      sizes[block] = sizeBits(memory, offset + (long) block * blockBytes());
    }
  }

  /**
   * Whether sizing blocks costs little beside encoding them, so that whoever encodes many sizes
   * them first and encodes only those that get smaller.
   */
  default boolean sizesCheaply() {
    return false;
  }

  /**
   * Appends the block's coded bits, {@link #sizeBits(MemorySegment, long)} of them.
   *
   * @return the tag, or {@link #RAW} where the codec cannot code the block; then nothing is written
   */
  int encode(MemorySegment memory, long offset, BitWriter out);

  /**
   * Does the same for a block whose size is known, from sizing many at once, so that a codec need
   * not look for the way to code it again.
   *
   * @param sizeBits what {@link #sizeBits(MemorySegment, long)} says of this block; with any other
   *     number, what is written is undefined
   */
  default int encode(MemorySegment memory, long offset, int sizeBits, BitWriter out) {
    return encode(memory, offset, out);
  }

  /**
   * Reads one coded block and writes its bytes: those that were encoded, or what a {@link
   * LossyCodec} makes of them.
   *
   * @throws CorruptBlockException if no block is coded so; the target's bytes are then undefined
   */
  void decode(BitReader in, int tag, MemorySegment memory, long offset);

  /**
   * The coded fields of a block in order, or why it is stored raw: what {@link #encode} writes, for
   * people to read. Allocates; for one block, not for many.
   */
  default Explanation explain(MemorySegment memory, long offset) {
    BitWriter coded = new BitWriter(2 * blockBytes());
    int tag = encode(memory, offset, coded);
    if (tag == RAW) {
      return new Explanation.Raw(whyRaw(memory, offset));
    }
    FieldReader fields = new FieldReader(coded);
    explain(tag, fields);
    return fields.explanation(tag, tagBits());
  }

  /**
   * Explains what {@link #encode} has written of one block: reads all of its bits, field by field,
   * and says what they are.
   *
   * @param tag what encode returned
   */
  void explain(int tag, FieldReader in);

  /** Why a block is stored raw: what the codec tries in vain, a reason each. */
  default List<String> whyRaw(MemorySegment memory, long offset) {
    int bits = sizeBits(memory, offset);
    return List.of(
        bits == RAW
            ? "its code would not be smaller than the block"
            : "its code has %d bits, and the block %d".formatted(bits, 8 * blockBytes()));
  }
}
