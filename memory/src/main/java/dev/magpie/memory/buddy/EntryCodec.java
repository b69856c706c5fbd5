package dev.magpie.memory.buddy;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A codec as memory-entries use it: a block of zeros takes no bits at all, and where the codec has
 * a tag, it precedes the payload and counts in its size, since the 4 metadata bits have no room for
 * it (our decision).
 */
public final class EntryCodec implements BlockCodec {
  private final BlockCodec codec;
  private final int innerTagBits;

  /**
   * @param codec for blocks of any size
   */
  public EntryCodec(BlockCodec codec) {
    this.codec = codec;
    this.innerTagBits = codec.tagBits();
  }

  @Override
  public int blockBytes() {
    return codec.blockBytes();
  }

  @Override
  public int tagBits() {
    return 0;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return isZero(memory, offset, blockBytes()) ? 0 : withTag(codec.sizeBits(memory, offset));
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    codec.sizeBits(memory, offset, sizes);
    int bytes = blockBytes();
    for (int block = 0; block < sizes.length; block++) {
      long at = offset + (long) block * bytes;
      // Most blocks that are not zero show it in their first word.
      sizes[block] =
          BlockWords.getLong(memory, at) == 0 && isZero(memory, at, bytes)
              ? 0
              : withTag(sizes[block]);
    }
  }

  private int withTag(int bits) {
    return bits == RAW ? RAW : bits + innerTagBits;
  }

  /** Appends the tag and the payload; where the result is {@link #RAW}, a tag may stand there. */
  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (isZero(memory, offset, blockBytes())) {
      return 0;
    }
    if (innerTagBits == 0) {
      return codec.encode(memory, offset, out);
    }
    int start = out.bitCount();
    out.write(0, innerTagBits);
    int tag = codec.encode(memory, offset, out);
    if (tag == RAW) {
      return RAW;
    }
    out.overwrite(start, tag, innerTagBits);
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (in.remaining() == 0) {
      memory.asSlice(offset, blockBytes()).fill((byte) 0);
    } else {
      codec.decode(in, innerTagBits == 0 ? 0 : (int) in.read(innerTagBits), memory, offset);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    if (in.remaining() == 0) {
      in.encoding("all zeros");
    } else {
      int inner = innerTagBits == 0 ? 0 : (int) in.field("tag", innerTagBits, "the codec's tag");
      codec.explain(inner, in);
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return codec.whyRaw(memory, offset);
  }

  /** Whether all bytes are zero; there is a multiple of 8 of them. */
  public static boolean isZero(MemorySegment memory, long offset, int bytes) {
    long any = BlockWords.getLong(memory, offset);
    for (int at = Long.BYTES; any == 0 && at < bytes; at += Long.BYTES) {
      any = BlockWords.getLong(memory, offset + at);
    }
    return any == 0;
  }
}
