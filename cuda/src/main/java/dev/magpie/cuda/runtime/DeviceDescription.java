package dev.magpie.cuda.runtime;

import dev.magpie.gpu.config.CoreConfig;
import dev.magpie.gpu.config.GpuConfig;
import java.util.Map;

/**
 * What a program is told of its device.
 *
 * @param config the GPU
 * @param architecture its compute capability, such as 90
 */
public record DeviceDescription(GpuConfig config, int architecture) {
  /** Of CUDA C++ Programming Guide, "Compute Capabilities"; other GPUs are taken as the newest. */
  private static final Map<String, Integer> ARCHITECTURES =
      Map.ofEntries(
          Map.entry("gtx580", 20),
          Map.entry("gtx580-gpgpusim3", 20),
          Map.entry("p100", 60),
          Map.entry("p100-quarter", 60),
          Map.entry("v100", 70),
          Map.entry("gv100", 70),
          Map.entry("a100", 80),
          Map.entry("a100-80gb", 80),
          Map.entry("rtx3090", 86),
          Map.entry("rtx4090", 89));

  private static final int NEWEST = 90;
  private static final int USUAL_SHARED = 48 << 10;
  private static final int RESERVED_SHARED = 1 << 10;

  /** That of a GPU. */
  public static DeviceDescription of(GpuConfig config) {
    return new DeviceDescription(config, ARCHITECTURES.getOrDefault(config.name(), NEWEST));
  }

  String name() {
    return "Magpie " + config.name();
  }

  CoreConfig core() {
    return config.core();
  }

  int multiprocessors() {
    return config.multiprocessors();
  }

  /** Shared memory that a block may have unless its kernel is allowed more. */
  int sharedBytesPerBlock() {
    return Math.min(USUAL_SHARED, config.core().sharedBytes());
  }

  int sharedBytesPerBlockOptIn() {
    return Math.max(sharedBytesPerBlock(), config.core().sharedBytes() - RESERVED_SHARED);
  }

  int secondLevelBytes() {
    return config.l2().bytes();
  }

  /** What of the L2 programs may keep lines in, from 8.0 on; here all lines are alike. */
  int persistingBytes() {
    return architecture < 80 ? 0 : config.l2().bytes() / 4 * 3;
  }

  int coreKilohertz() {
    return (int) (config.clockMegahertz() * 1000);
  }

  /** Such that two transfers a cycle over {@link #busBits} make the rate, as programs compute. */
  int memoryKilohertz() {
    return (int) (config.peakGigabytesPerSecond() * 1e6 * 8 / busBits() / 2);
  }

  int busBits() {
    return config.controller().channels()
        * config.dram().accessBytes()
        * 8
        / (2 * config.dram().burstCycles());
  }
}
