package dev.magpie.codec;

import java.lang.foreign.MemorySegment;

/**
 * A codec whose choices depend on more than the block: on blocks before it, or on how the program
 * runs. What it remembers is a {@link CodecPolicy}, of which every place that codes blocks, such as
 * an allocation or a memory controller, has its own.
 *
 * <p>The codec itself remembers nothing: it codes each block as a new policy would, and decodes
 * what any policy has coded.
 */
public interface AdaptiveCodec extends BlockCodec {

  /**
   * Cycles that a coded block takes: those of the codec that was chosen for it.
   *
   * @param tag of the block
   */
  Latency latency(int tag);

  /** The state of a place that has seen nothing yet. */
  CodecPolicy policy();

  /**
   * The state before a block of a memory whose blocks were all coded, from the first and in order.
   *
   * @param memory the blocks before that one are in it, from its beginning on
   * @param block the block's number
   */
  CodecPolicy policyAt(MemorySegment memory, long block);
}
