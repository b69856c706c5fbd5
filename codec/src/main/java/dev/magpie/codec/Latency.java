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
 * @param latencyClass what it is made for
 */
public record Latency(
    OptionalInt compressionCycles,
    OptionalInt decompressionCycles,
    Clock clock,
    String source,
    LatencyClass latencyClass) {

  /** Whose cycles latencies are in. */
  public enum Clock {
    CORE,
    DRAM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** For a codec of hardware whose authors gave no latency. */
  public static final Latency UNPUBLISHED = unpublished(LatencyClass.BUS);

  /** For a codec made for something else than hardware, which has no cycles. */
  public static Latency unpublished(LatencyClass latencyClass) {
    return new Latency(
        OptionalInt.empty(), OptionalInt.empty(), Clock.CORE, "not published", latencyClass);
  }

  /** Of hardware, in cycles of the core. */
  public static Latency of(int compressionCycles, int decompressionCycles, String source) {
    return new Latency(
        OptionalInt.of(compressionCycles),
        OptionalInt.of(decompressionCycles),
        Clock.CORE,
        source,
        LatencyClass.BUS);
  }
}
