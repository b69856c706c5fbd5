package dev.magpie.codec;

import java.util.OptionalInt;

/**
 * Cycles that a hardware codec adds to a write and to a read of one block; empty where none were
 * published.
 *
 * @param compressionCycles cycles to compress a block
 * @param decompressionCycles cycles to decompress one
 * @param source where the figures come from
 */
public record Latency(
    OptionalInt compressionCycles, OptionalInt decompressionCycles, String source) {

  /** For a codec whose authors gave no latency. */
  public static final Latency UNPUBLISHED =
      new Latency(OptionalInt.empty(), OptionalInt.empty(), "not published");

  public static Latency of(int compressionCycles, int decompressionCycles, String source) {
    return new Latency(
        OptionalInt.of(compressionCycles), OptionalInt.of(decompressionCycles), source);
  }
}
