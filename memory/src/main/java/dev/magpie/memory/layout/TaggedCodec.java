package dev.magpie.memory.layout;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import java.lang.foreign.MemorySegment;

/**
 * A codec in a memory that keeps no tags beside its blocks: the tag precedes the payload and counts
 * in its size. Keeps its working space; not thread-safe.
 */
final class TaggedCodec {
  private final BlockCodec codec;
  private final int tagBits;
  private final BitWriter coded;
  private final BitReader bits = new BitReader();

  TaggedCodec(BlockCodec codec) {
    this.codec = codec.lossless();
    tagBits = codec.tagBits();
    coded = new BitWriter(2 * codec.blockBytes());
  }

  /** Bytes of the block's code; its own size if it cannot be coded. */
  int bytes(MemorySegment memory, long offset) {
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
  int encode(MemorySegment memory, long offset) {
    coded.reset();
    coded.write(0, tagBits);
    int tag = codec.encode(memory, offset, coded);
    if (tag == BlockCodec.RAW || coded.byteCount() >= codec.blockBytes()) {
      return codec.blockBytes();
    }
    coded.overwrite(0, tag, tagBits);
    return coded.byteCount();
  }

  /** Writes what was encoded last. */
  void copyTo(MemorySegment target, long offset) {
    coded.copyTo(target, offset);
  }

  /** Decodes a code of at most so many bytes. */
  void decode(MemorySegment code, long at, int bytes, MemorySegment target, long offset) {
    bits.load(code, at, 8 * bytes);
    codec.decode(bits, (int) bits.read(tagBits), target, offset);
  }
}
