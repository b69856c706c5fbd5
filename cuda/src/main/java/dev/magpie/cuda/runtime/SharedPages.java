package dev.magpie.cuda.runtime;

import dev.magpie.ptx.Device;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Finds what a program has written to memory that it shares with the device, where nothing tells:
 * pages that are not as a launch left them.
 */
final class SharedPages {
  private static final int PAGE = 1 << 16;

  private final Device device;
  private final Allocations allocations;
  private final Map<DeviceAllocation, int[]> sums = new HashMap<>();

  SharedPages(Device device, Allocations allocations) {
    this.device = device;
    this.allocations = allocations;
  }

  /** Before a launch: tells the device of pages that have changed. */
  void tellChanges() {
    for (DeviceAllocation each : allocations.all()) {
      if (!each.isShared()) {
        continue;
      }
      int[] now = sums(each);
      int[] before = sums.get(each);
      for (int page = 0; page < now.length; page++) {
        if (before == null || before[page] != now[page]) {
          long at = (long) page * PAGE;
          device.wrote(each.buffer(), at, Math.min(PAGE, each.buffer().bytes() - at));
        }
      }
    }
  }

  /** After a launch: what is there now is no change of the program's. */
  void keep() {
    sums.clear();
    for (DeviceAllocation each : allocations.all()) {
      if (each.isShared()) {
        sums.put(each, sums(each));
      }
    }
  }

  private static int[] sums(DeviceAllocation allocation) {
    long bytes = allocation.buffer().bytes();
    int[] sums = new int[Math.toIntExact(Math.ceilDiv(bytes, PAGE))];
    CRC32C sum = new CRC32C();
    for (int page = 0; page < sums.length; page++) {
      long at = (long) page * PAGE;
      sum.reset();
      sum.update(
          allocation.buffer().memory().asSlice(at, Math.min(PAGE, bytes - at)).asByteBuffer());
      sums[page] = (int) sum.getValue();
    }
    return sums;
  }
}
