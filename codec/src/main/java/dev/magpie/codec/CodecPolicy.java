package dev.magpie.codec;

import java.lang.foreign.MemorySegment;

/**
 * The run-time state of an {@link AdaptiveCodec} at one place. Each call that sizes or encodes a
 * block counts as one block coded. Not thread-safe; decoding needs no state and is the codec's.
 */
public interface CodecPolicy {

  /**
   * Says how much latency the program hides at present; a simulator tells it from time to time.
   *
   * @param cycles for how long the program finds other work
   */
  default void setLatencyTolerance(double cycles) {
    // Most do not care.
  }

  /** As {@link BlockCodec#sizeBits(MemorySegment, long)}, for the next block. */
  int sizeBits(MemorySegment memory, long offset);

  /** As {@link BlockCodec#encode}, for the next block. */
  int encode(MemorySegment memory, long offset, BitWriter out);
}
