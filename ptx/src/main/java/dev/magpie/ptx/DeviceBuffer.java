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
}
