package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** Stores every block raw: the uncompressed memory that others are compared with. */
final class None implements BlockCodec {
  static final CodecFamily FAMILY =
      new CodecFamily(
          "none",
          "No compression",
          "the uncompressed baseline",
          Latency.of(0, 0, "nothing is done"),
          32,
          List.of(),
          (_, granularity) -> new None(granularity.blockBytes()));

  private final int blockBytes;

  private None(int blockBytes) {
    this.blockBytes = blockBytes;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return RAW;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    return RAW;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    throw new CorruptBlockException("codec 'none' codes no block");
  }

  @Override
  public void explain(int tag, FieldReader in) {
    throw new CorruptBlockException("codec 'none' codes no block");
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return List.of("nothing is compressed");
  }
}
