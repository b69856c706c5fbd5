package dev.magpie.gpu.memory;

/**
 * Turns cycles of the core into cycles of the DRAM and back: exactly, in integers, so that the two
 * never drift apart. Both clocks begin together.
 */
final class ClockRatio {
  private final long core;
  private final long dram;

  /** Clocks are taken to the kilohertz. */
  ClockRatio(double coreMegahertz, double dramMegahertz) {
    long a = Math.round(coreMegahertz * 1e3);
    long b = Math.round(dramMegahertz * 1e3);
    long divisor = divisor(a, b);
    core = a / divisor;
    dram = b / divisor;
  }

  private static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  /** The first cycle of the DRAM that begins no earlier than a cycle of the core. */
  long toDram(long coreCycle) {
    return core == dram ? coreCycle : (coreCycle * dram + core - 1) / core;
  }

  /** The first cycle of the core that begins no earlier than a cycle of the DRAM. */
  long toCore(long dramCycle) {
    return core == dram ? dramCycle : (dramCycle * core + dram - 1) / dram;
  }
}
