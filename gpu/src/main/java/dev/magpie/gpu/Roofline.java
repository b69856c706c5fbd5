package dev.magpie.gpu;

import dev.magpie.gpu.config.CoreConfig.Timing;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.stream.OperationClass;
import java.util.Map;

/**
 * A kernel under its roofs: what bandwidth and schedulers allow for what it does with each byte
 * that it moves (Williams, Waterman, Patterson, CACM 2009; for instructions Ding and Williams, PMBS
 * 2019). Bytes are those over the DRAM's data buses, so that a codec that halves them doubles the
 * intensity.
 *
 * @param instructions of warps
 * @param operations of floats
 */
public record Roofline(Roof instructions, Roof operations) {
  private static final int LANES = 32;

  /** Operations of a lane, by class; what is not named has none. */
  private static final Map<OperationClass, Integer> SINGLE =
      Map.of(
          OperationClass.FLOAT_ADD, 1,
          OperationClass.FLOAT_MAXIMUM, 1,
          OperationClass.FLOAT_MULTIPLY, 1,
          OperationClass.FLOAT_MULTIPLY_ADD, 2,
          OperationClass.FLOAT_DIVIDE, 1);

  private static final Map<OperationClass, Integer> DOUBLE =
      Map.of(
          OperationClass.DOUBLE_ADD, 1,
          OperationClass.DOUBLE_MAXIMUM, 1,
          OperationClass.DOUBLE_MULTIPLY, 1,
          OperationClass.DOUBLE_MULTIPLY_ADD, 2,
          OperationClass.DOUBLE_DIVIDE, 1);

  /**
   * A roof.
   *
   * @param count of what is done
   * @param perByte so much of it a byte of the DRAM; infinite if none moves
   * @param rate so much of it, in units of 10^9 a second
   * @param peak what the multiprocessors can do, likewise
   * @param attainable what they can do at this intensity: the peak, or less for want of bandwidth
   * @param share of that which was done
   */
  public record Roof(
      long count, double perByte, double rate, double peak, double attainable, double share) {

    static Roof of(long count, long bytes, double seconds, double peak, double bandwidth) {
      double perByte = (double) count / bytes;
      double rate = count / seconds / 1e9;
      double attainable = Math.min(peak, perByte * bandwidth);
      return new Roof(count, perByte, rate, peak, attainable, rate / attainable);
    }

    /** Whether bandwidth bounds it, and not the multiprocessors. */
    public boolean isBoundByBandwidth() {
      return attainable < peak;
    }
  }

  static Roofline of(GpuConfig config, MultiprocessorCounters core, long cycles, long bytes) {
    double seconds = cycles / (config.clockMegahertz() * 1e6);
    double bandwidth = config.peakGigabytesPerSecond();
    double perSecond = config.multiprocessors() * config.clockMegahertz() / 1e3;
    long single = operations(core, SINGLE);
    long both = single + operations(core, DOUBLE);
    // The least time of each kind, one after the other.
    double least =
        single / perCycle(config, OperationClass.FLOAT_MULTIPLY_ADD)
            + (both - single) / perCycle(config, OperationClass.DOUBLE_MULTIPLY_ADD);
    return new Roofline(
        Roof.of(
            core.warpInstructions(),
            bytes,
            seconds,
            perSecond * config.core().schedulers(),
            bandwidth),
        Roof.of(both, bytes, seconds, perSecond * (both / least), bandwidth));
  }

  private static long operations(
      MultiprocessorCounters core, Map<OperationClass, Integer> operations) {
    long sum = 0;
    for (Map.Entry<OperationClass, Long> each : core.threads().entrySet()) {
      sum += each.getValue() * operations.getOrDefault(each.getKey(), 0);
    }
    return sum;
  }

  /** Operations a cycle of a multiprocessor that only multiplies and adds. */
  private static double perCycle(GpuConfig config, OperationClass fused) {
    Timing timing = config.core().timing().get(fused);
    if (timing == null) {
      return Double.NaN;
    }
    int units = config.core().units().getOrDefault(timing.unit(), 1);
    return 2.0 * LANES * units / timing.interval();
  }
}
