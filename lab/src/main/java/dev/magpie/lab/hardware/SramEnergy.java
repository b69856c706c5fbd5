package dev.magpie.lab.hardware;

/**
 * What an access to an on-chip memory takes, by its size: Horowitz (ISSCC 2014, figure 1.1.9) gives
 * 10 pJ for 64 bits of a cache of 8 KiB, 20 of 32 KiB and 100 of 1 MiB, at 45 nm. Between these,
 * and beyond, energy follows a power of the size.
 */
public final class SramEnergy {
  /** Where the figures are from. */
  public static final String SOURCE =
      "64 bits of a cache of 8 KB, 32 KB and 1 MB at 45 nm: Horowitz, ISSCC 2014; sizes between them"
          + " by a power of the size";

  private static final double[] BYTES = {1 << 13, 1 << 15, 1 << 20};
  private static final double[] PICOJOULES = {10, 20, 100};
  private static final double WORD_BYTES = 8;

  private SramEnergy() {}

  /**
   * Joules to read or write some bytes.
   *
   * @param bytes that are moved
   * @param size of the memory in bytes, at least 1
   */
  public static double joules(double bytes, long size) {
    int from = size <= BYTES[1] ? 0 : 1;
    double power =
        Math.log(PICOJOULES[from + 1] / PICOJOULES[from]) / Math.log(BYTES[from + 1] / BYTES[from]);
    return bytes / WORD_BYTES * PICOJOULES[from] * Math.pow(size / BYTES[from], power) * 1e-12;
  }
}
