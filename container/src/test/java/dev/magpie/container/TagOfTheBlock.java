package dev.magpie.container;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Any number of tags: a block's is its first number, and its code is its second, of 16 bits. */
record TagOfTheBlock(Granularity granularity, int tagBits) implements BlockCodec {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

  @Override
  public int blockBytes() {
    return granularity.blockBytes();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return Short.SIZE;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    out.write(Short.toUnsignedLong(memory.get(SHORT, offset + 2)), Short.SIZE);
    return Short.toUnsignedInt(memory.get(SHORT, offset));
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    memory.asSlice(offset, blockBytes()).fill((byte) 0);
    memory.set(SHORT, offset, (short) tag);
    memory.set(SHORT, offset + 2, (short) in.read(Short.SIZE));
  }

  @Override
  public void explain(int tag, FieldReader in) {
    throw new UnsupportedOperationException("nobody asks");
  }
}
