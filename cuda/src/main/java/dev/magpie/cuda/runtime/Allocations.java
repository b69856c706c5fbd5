package dev.magpie.cuda.runtime;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The memory of a program's device, by address. */
final class Allocations {
  private final Device device;
  private final TreeMap<Long, Allocation> byAddress = new TreeMap<>();
  private int count;

  Allocations(Device device) {
    this.device = device;
  }

  /** Allocates zeroed memory under a name that tells its order and size. */
  Allocation allocate(long bytes, Allocation.Kind kind, int flags) {
    if (bytes < 0 || bytes > device.freeBytes()) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION);
    }
    String name =
        switch (kind) {
          case PINNED -> "pinned";
          case MANAGED -> "managed";
          case ARRAY -> "array";
          default -> "malloc";
        };
    try {
      return add(
          device.malloc("%s-%d-%d".formatted(name, ++count, bytes), Dtype.U8, List.of(bytes)),
          kind,
          flags);
    } catch (PtxException e) {
      throw new CudaErrorException(CudaError.MEMORY_ALLOCATION, String.valueOf(e.getMessage()));
    }
  }

  /** Adds memory that somebody else has allocated. */
  Allocation add(DeviceBuffer buffer, Allocation.Kind kind, int flags) {
    Allocation made = new Allocation(buffer, kind, flags);
    byAddress.put(buffer.address(), made);
    return made;
  }

  void free(Allocation allocation) {
    byAddress.remove(allocation.address());
    device.free(allocation.buffer());
  }

  /** The allocation that begins at an address, or null. */
  @Nullable Allocation at(long address) {
    return byAddress.get(address);
  }

  /** The allocation that an address lies in, or null. */
  @Nullable Allocation holding(long address) {
    Map.Entry<Long, Allocation> below = byAddress.floorEntry(address);
    return below != null && address < below.getValue().end() ? below.getValue() : null;
  }

  /** The last allocation that begins at or before an address, whether it reaches it or not. */
  @Nullable Allocation before(long address) {
    Map.Entry<Long, Allocation> below = byAddress.floorEntry(address);
    return below == null ? null : below.getValue();
  }

  /** The buffers that are the device's own. */
  Collection<DeviceBuffer> ofDevice() {
    return byAddress.values().stream()
        .filter(each -> !each.isOnHost())
        .map(Allocation::buffer)
        .toList();
  }

  Collection<Allocation> all() {
    return byAddress.values();
  }
}
