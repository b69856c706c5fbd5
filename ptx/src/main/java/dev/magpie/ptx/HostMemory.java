package dev.magpie.ptx;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How much memory the host has: a device has no more. */
final class HostMemory {
  private static final long BYTES =
      ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
          ? system.getTotalMemorySize()
          : Runtime.getRuntime().maxMemory();

  private HostMemory() {}

  static long bytes() {
    return BYTES;
  }
}
