package dev.magpie.gpu.execute;

import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.Region;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The memory of a device that executes PTX. Allocations made later are known after {@link
 * #refresh}.
 */
public final class ProgramImage implements DeviceImage {
  private final Device device;
  private final ToLongFunction<DeviceBuffer> approximable;
  private Region[] regions = {};
  private List<Allocation> allocations = List.of();
  private long[] mayDiffer = {};
  private int last;

  /**
   * An image.
   *
   * @param approximable how many bytes from its beginning of each buffer lossy codecs may change
   */
  public ProgramImage(Device device, ToLongFunction<DeviceBuffer> approximable) {
    this.device = device;
    this.approximable = approximable;
    refresh();
  }

  /** Takes note of what has been allocated and freed. */
  public void refresh() {
    List<DeviceBuffer> buffers =
        device.buffers().values().stream()
            .sorted(Comparator.comparingLong(DeviceBuffer::address))
            .toList();
    regions = buffers.stream().map(DeviceBuffer::region).toArray(Region[]::new);
    allocations =
        buffers.stream()
            .map(each ->
                new Allocation(
                    each.name(), each.address() - AddressSpace.HEAP, each.region().size()))
            .toList();
    mayDiffer = buffers.stream().mapToLong(approximable).toArray();
    last = 0;
  }

  @Override
  public List<Allocation> allocations() {
    return allocations;
  }

  @Override
  public long bytes() {
    return regions.length == 0 ? 0 : end(regions.length - 1);
  }

  private long start(int region) {
    return regions[region].base() - AddressSpace.HEAP;
  }

  private long end(int region) {
    return start(region) + regions[region].size();
  }

  /** The first region that ends behind an address; as many as there are if none does. */
  private int find(long address) {
    if (last < regions.length && address < end(last) && (last == 0 || address >= end(last - 1))) {
      return last;
    }
    int low = 0;
    int high = regions.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (end(middle) <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    last = low;
    return low;
  }

  @Override
  public void read(long address, int bytes, MemorySegment target, long offset) {
    long stop = address + bytes;
    int at = find(address);
    if (at < regions.length && start(at) <= address && end(at) >= stop) {
      MemorySegment.copy(regions[at].memory(), address - start(at), target, offset, bytes);
      return;
    }
    target.asSlice(offset, bytes).fill((byte) 0);
    for (; at < regions.length && start(at) < stop; at++) {
      long from = Math.max(address, start(at));
      long to = Math.min(stop, end(at));
      MemorySegment.copy(
          regions[at].memory(), from - start(at), target, offset + from - address, to - from);
    }
  }

  @Override
  public void write(long address, int bytes, MemorySegment source, long offset) {
    long stop = address + bytes;
    for (int at = find(address); at < regions.length && start(at) < stop; at++) {
      long from = Math.max(address, start(at));
      long to = Math.min(stop, end(at));
      MemorySegment.copy(
          source, offset + from - address, regions[at].memory(), from - start(at), to - from);
    }
  }

  /** Gaps between buffers may hold anything. */
  @Override
  public boolean isApproximable(long address, int bytes) {
    boolean some = false;
    long stop = address + bytes;
    for (int at = find(address); at < regions.length && start(at) < stop; at++) {
      if (Math.min(stop, end(at)) > start(at) + mayDiffer[at]) {
        return false;
      }
      some = true;
    }
    return some;
  }
}
