package dev.magpie.codec.statistical;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;

/**
 * When approximation pays: where a block is a few bytes larger than a multiple of the MAG (SLC).
 *
 * @param blockBytes the block's size
 * @param magBytes the memory access granularity
 * @param mostBytes the most bytes that are given up
 */
record LossyThreshold(int blockBytes, int magBytes, int mostBytes) {
  /** No target: the block is coded without loss. */
  static final int NONE = 0;

  static final Parameter MAG =
      new Parameter.Whole(
          "mag", "", 1, 256, "bytes of a memory access; where not given, the run's");
  static final Parameter THRESHOLD =
      new Parameter.Whole(
          "threshold", "16", 0, 256, "bytes over a multiple of the MAG that are approximated");

  /** As a specification says. */
  static LossyThreshold of(CodecSpec spec, Granularity granularity) {
    int mag = spec.number("mag").orElse(granularity.magBytes());
    if (granularity.blockBytes() % mag != 0) {
      throw new CodecSpecException(
          "parameter 'mag' of codec '%s' must divide the block size of %d bytes, and %d does not"
              .formatted(spec.family().name(), granularity.blockBytes(), mag));
    }
    return new LossyThreshold(
        granularity.blockBytes(), mag, spec.number("threshold").orElseThrow());
  }

  /** What a block of so many bits should be brought to, in bits, or {@link #NONE}. */
  int target(int sizeBits) {
    int bytes = (sizeBits + 7) >>> 3;
    int extra = bytes % magBytes;
    int target = bytes - extra;
    boolean pays = extra > 0 && extra <= mostBytes && target > 0 && target < blockBytes;
    return pays ? 8 * target : NONE;
  }
}
