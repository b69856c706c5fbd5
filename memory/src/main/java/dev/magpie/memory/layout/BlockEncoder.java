package dev.magpie.memory.layout;

import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecPolicy;
import java.lang.foreign.MemorySegment;

/**
 * How a block is coded when it is written: {@code codec::encode} of a lossy codec for data that may
 * be approximated, {@code policy::encode} of a {@link CodecPolicy}.
 */
@FunctionalInterface
public interface BlockEncoder {
  /**
   * Appends a block's code, which the memory's codec can decode.
   *
   * @return the tag, or {@link BlockCodec#RAW} where the block is to be stored raw
   */
  int encode(MemorySegment memory, long offset, BitWriter out);
}
