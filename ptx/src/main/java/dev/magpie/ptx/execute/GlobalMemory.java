package dev.magpie.ptx.execute;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The allocations of a device, by address. */
public final class GlobalMemory {
  /** Sorted by base; replaced as a whole, so that readers need no lock. */
  private volatile Region[] regions = {};

  private final KernelHeap heap = new KernelHeap(this);

  private final OpaqueObjects objects = new OpaqueObjects();

  private final DeviceRuntime runtime = new DeviceRuntime();

  /** The texture and surface objects of the device. */
  public OpaqueObjects objects() {
    return objects;
  }

  /** What kernels ask the device for. */
  public DeviceRuntime runtime() {
    return runtime;
  }

  /** What kernels allocate for themselves; only where blocks run one after the other. */
  KernelHeap heap() {
    return heap;
  }

  public synchronized void add(Region region) {
    Region[] more = Arrays.copyOf(regions, regions.length + 1);
    int at = regions.length;
    while (at > 0 && more[at - 1].base() > region.base()) {
      more[at] = more[at - 1];
      at--;
    }
    more[at] = region;
    regions = more;
  }

  public synchronized void remove(Region region) {
    regions =
        Arrays.stream(regions).filter(each -> each.base() != region.base()).toArray(Region[]::new);
  }

  /** The region that holds an address, or null. */
  public @Nullable Region find(long address) {
    Region below = below(address);
    return below != null && address - below.base() < below.size() ? below : null;
  }

  /** The last region that begins at an address or before, or null. */
  @Nullable Region below(long address) {
    Region[] all = regions;
    int low = 0;
    int high = all.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all[middle].base() <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? null : all[low - 1];
  }
}
