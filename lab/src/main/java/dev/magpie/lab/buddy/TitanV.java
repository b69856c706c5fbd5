package dev.magpie.lab.buddy;

import dev.magpie.lab.run.Description;

/**
 * The GPU of Figure 15, by public figures: NVIDIA, "TITAN V" (product page, 2017) has 12 GB of HBM2
 * and 653 GB/s; "NVIDIA Tesla V100 GPU Architecture" (white paper WP-08608) the 80 multiprocessors
 * of 64 lanes of single precision that it shares with a V100, which at its boost clock of 1455 MHz
 * are 14.9 TFLOP/s.
 */
final class TitanV {
  static final int MULTIPROCESSORS = 80;
  static final double FLOPS_PER_SECOND = 14.9e12;
  static final double BYTES_PER_SECOND = 653e9;
  static final long MEMORY_BYTES = 12L << 30;

  private TitanV() {}

  /** With the parameters of its memory. */
  static Description memory(Description description) {
    return description.parameter("memory", MEMORY_BYTES);
  }

  /** With the parameters that decide times, too. */
  static Description all(Description description) {
    return memory(description)
        .parameter("multiprocessors", MULTIPROCESSORS)
        .parameter("peak", FLOPS_PER_SECOND)
        .parameter("bandwidth", BYTES_PER_SECOND);
  }
}
