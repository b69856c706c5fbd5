package dev.magpie.workload.series;

/** The 46-bit linear congruential generator of the NAS parallel benchmarks. */
public final class Lcg {
  private static final long MULTIPLIER = 1_220_703_125L;
  private static final long MASK = (1L << 46) - 1;
  private static final double SCALE = 0x1p-46;

  private long state;

  public Lcg(long seed) {
    state = seed & MASK;
  }

  /** Uniform between 0 and 1, both excluded. */
  public double next() {
    state = state * MULTIPLIER & MASK;
    return state * SCALE;
  }

  /** From which the next number follows; for kernels, which compute later ones at once. */
  public long state() {
    return state;
  }

  /** Goes on as if numbers had been drawn. */
  public void skip(int numbers) {
    for (int i = 0; i < numbers; i++) {
      state = state * MULTIPLIER & MASK;
    }
  }
}
