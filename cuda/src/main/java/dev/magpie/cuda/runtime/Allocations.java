package dev.magpie.cuda.runtime;

import dev.magpie.cuda.channel.Answer;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.AddressSpace;
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
  private final TreeMap<Long, DeviceAllocation> byAddress = new TreeMap<>();
  private int count;

  Allocations(Device device) {
    this.device = device;
  }

  /** Allocates zeroed memory under a name that tells its order and size. */
  DeviceAllocation allocate(long bytes, DeviceAllocation.Kind kind, int flags) {
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
  DeviceAllocation add(DeviceBuffer buffer, DeviceAllocation.Kind kind, int flags) {
    DeviceAllocation made = new DeviceAllocation(buffer, kind, flags);
    byAddress.put(buffer.address(), made);
    return made;
  }

  /** Frees memory, and lets the program give back its pages. */
  void free(DeviceAllocation allocation, Answer answer) {
    byAddress.remove(allocation.address());
    device.free(allocation.buffer());
    if (SharedMemory.hasPages(allocation.buffer().bytes())) {
      answer.release(allocation.address(), allocation.buffer().bytes());
    }
  }

  /** What was mapped there is so no longer. */
  void unmap(DeviceAllocation allocation) {
    byAddress.remove(allocation.address());
    device.unmap(allocation.buffer());
  }

  /** Frees all. */
  void freeAll(Answer answer) {
    long end = AddressSpace.HEAP;
    for (DeviceAllocation each : byAddress.values()) {
      device.free(each.buffer());
      end = Math.max(end, each.end());
    }
    byAddress.clear();
    answer.release(AddressSpace.HEAP, end - AddressSpace.HEAP);
  }

  /** The allocation that begins at an address, or null. */
  @Nullable DeviceAllocation at(long address) {
    return byAddress.get(address);
  }

  /** The allocation that an address lies in, or null. */
  @Nullable DeviceAllocation holding(long address) {
    Map.Entry<Long, DeviceAllocation> below = byAddress.floorEntry(address);
    return below != null && address < below.getValue().end() ? below.getValue() : null;
  }

  /** The last allocation that begins at or before an address, whether it reaches it or not. */
  @Nullable DeviceAllocation before(long address) {
    Map.Entry<Long, DeviceAllocation> below = byAddress.floorEntry(address);
    return below == null ? null : below.getValue();
  }

  /** The buffers that are the device's own. */
  Collection<DeviceBuffer> ofDevice() {
    return byAddress.values().stream()
        .filter(each -> !each.isOnHost())
        .map(DeviceAllocation::buffer)
        .toList();
  }

  Collection<DeviceAllocation> all() {
    return byAddress.values();
  }
}
