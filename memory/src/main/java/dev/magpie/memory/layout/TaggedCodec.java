package dev.magpie.memory.layout;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import java.lang.foreign.MemorySegment;

/**
 * A codec in a memory that keeps no tags beside its blocks: the tag precedes the payload and counts
 * in its size. Keeps its working space; not thread-safe.
 */
public final class TaggedCodec {
  private final BlockCodec codec;
  private final int tagBits;
  private final BitWriter coded;
  private final BitReader bits = new BitReader();
  private int tag;

  /** For blocks that the codec is for, in its lossless form. */
  public TaggedCodec(BlockCodec codec) {
    this.codec = codec.lossless();
    tagBits = codec.tagBits();
    coded = new BitWriter(2 * codec.blockBytes());
  }

  /** The tag of what was encoded or decoded last; {@link BlockCodec#RAW} if it has no code. */
  public int tag() {
    return tag;
  }

  /** Bytes of the block's code; its own size if it cannot be coded. */
  public int bytes(MemorySegment memory, long offset) {
    int size = codec.sizeBits(memory, offset);
    return size == BlockCodec.RAW
        ? codec.blockBytes()
        : Math.min(codec.blockBytes(), (size + tagBits + 7) >>> 3);
  }

  /**
   * Encodes a block.
   *
   * @return bytes of its code, or its own size if the code is not smaller
   */
  public int encode(MemorySegment memory, long offset) {
    coded.reset();
    coded.write(0, tagBits);
    tag = codec.encode(memory, offset, coded);
    if (tag == BlockCodec.RAW || coded.byteCount() >= codec.blockBytes()) {
      tag = BlockCodec.RAW;
      return codec.blockBytes();
    }
    coded.overwrite(0, tag, tagBits);
    return coded.byteCount();
  }

  /** Writes what was encoded last. */
  public void copyTo(MemorySegment target, long offset) {
    coded.copyTo(target, offset);
  }

  /** Decodes a code of at most so many bytes. */
  public void decode(MemorySegment code, long at, int bytes, MemorySegment target, long offset) {
    bits.load(code, at, 8 * bytes);
    tag = (int) bits.read(tagBits);
    codec.decode(bits, tag, target, offset);
  }
}
