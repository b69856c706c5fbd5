package dev.magpie.gpu.core;

import dev.magpie.gpu.config.CoreConfig;
import dev.magpie.gpu.stream.KernelShape;

/**
 * How many blocks of a kernel a multiprocessor holds at once, and what keeps it from holding more.
 *
 * @param blocks at once; 0 if not even one fits
 * @param limit what they are limited by, as {@code registers}
 */
public record Occupancy(int blocks, String limit) {
  private static final int LANES = 32;

  /** Of a kernel on a multiprocessor; threads and registers are taken in whole warps. */
  public static Occupancy of(CoreConfig core, KernelShape kernel) {
    int warps = Math.ceilDiv(kernel.threadsPerBlock(), LANES);
    Occupancy occupancy = new Occupancy(core.blocks(), "blocks");
    if (kernel.threadsPerBlock() > core.threadsPerBlock()) {
      return new Occupancy(0, "threads of a block");
    }
    // Where not even one fits, a compiler would have used less and spilled the rest.
    int registers = fit(core.registers(), (long) kernel.registersPerThread() * warps * LANES);
    return occupancy
        .atMost(core.warps() / warps, "warps")
        .atMost(core.threads() / (warps * LANES), "threads")
        .atMost(Math.max(1, registers), "registers")
        .atMost(fit(core.sharedBytes(), kernel.sharedBytesPerBlock()), "shared memory");
  }

  private static int fit(int room, long each) {
    return each == 0 ? Integer.MAX_VALUE : (int) (room / each);
  }

  private Occupancy atMost(int count, String by) {
    return count < blocks ? new Occupancy(count, by) : this;
  }
}
