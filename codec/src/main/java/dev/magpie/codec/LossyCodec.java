package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A codec that gives up bits of some blocks to save granules: what {@link #decode} writes for those
 * is an approximation. It is for data of which somebody said that they may be approximated; for all
 * others there is {@link #lossless()}.
 */
public interface LossyCodec extends BlockCodec {

  @Override
  default boolean isLossy() {
    return true;
  }

  /** The codec that never approximates, with a code of the same form. */
  @Override
  BlockCodec lossless();

  @Override
  default int blockBytes() {
    return lossless().blockBytes();
  }

  @Override
  default int tagBits() {
    return lossless().tagBits();
  }

  @Override
  default void explain(int tag, FieldReader in) {
    lossless().explain(tag, in);
  }

  @Override
  default List<String> whyRaw(MemorySegment memory, long offset) {
    return lossless().whyRaw(memory, offset);
  }

  /**
   * Whether {@link #encode} gives up bits of this block. The approximation may still equal it by
   * chance; blocks for which this is false are decoded to what they were.
   */
  boolean approximates(MemorySegment memory, long offset);
}
