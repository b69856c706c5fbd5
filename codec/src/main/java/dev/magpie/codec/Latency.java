package dev.magpie.codec;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * Cycles that a hardware codec adds to a write and to a read of one block; empty where none were
 * published.
 *
 * @param compressionCycles cycles to compress a block
 * @param decompressionCycles cycles to decompress one
 * @param clock whose cycles they are
 * @param source where the figures come from
 */
public record Latency(
    OptionalInt compressionCycles, OptionalInt decompressionCycles, Clock clock, String source) {

  /** Whose cycles latencies are in. */
  public enum Clock {
    CORE,
    DRAM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** For a codec whose authors gave no latency. */
  public static final Latency UNPUBLISHED =
      new Latency(OptionalInt.empty(), OptionalInt.empty(), Clock.CORE, "not published");

  /** In cycles of the core. */
  public static Latency of(int compressionCycles, int decompressionCycles, String source) {
    return new Latency(
        OptionalInt.of(compressionCycles), OptionalInt.of(decompressionCycles), Clock.CORE, source);
  }
}
