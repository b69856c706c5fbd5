package dev.magpie.ptx;

import dev.magpie.ptx.execute.Region;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A named allocation of a device's memory.
 *
 * @param name unique on its device
 * @param tensor its type, shape and bytes
 * @param region where it lies
 */
public record DeviceBuffer(String name, Tensor tensor, Region region) {

  /** Its address on the device. */
  public long address() {
    return region.base();
  }

  public long bytes() {
    return region.size();
  }

  public Dtype dtype() {
    return tensor.dtype();
  }

  public List<Long> shape() {
    return tensor.shape();
  }

  /** Its bytes; kernels and host see the same. */
  public MemorySegment memory() {
    return region.memory();
  }

  /**
   * A part of it under a name of its own, which the device does not know: an access beyond the part
   * is one to the allocation.
   *
   * @throws IndexOutOfBoundsException if it is not within this buffer
   */
  public DeviceBuffer range(String partName, long offset, Dtype dtype, List<Long> shape) {
    long size = Tensor.bytes(dtype, shape);
    MemorySegment part = memory().asSlice(offset, size);
    return new DeviceBuffer(
        partName,
        new Tensor(dtype, shape, part),
        new Region(partName, address() + offset, size, part, region.readOnly()));
  }
}
