package dev.magpie.ptx;

import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/**
 * What {@code cooperative_groups::this_grid()} finds through two registers: its size, and the count
 * of the grid's barrier, whose highest bit flips whenever all blocks have come ({@code
 * cooperative_groups/details/driver_abi.h} and {@code sync.h} of CUDA 13).
 */
record GridWorkspace(DeviceBuffer buffer) {
  private static final ValueLayout.OfInt WORD =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int BARRIER = 4;
  private static final int BYTES = 8;

  static GridWorkspace allocate(Device device) {
    DeviceBuffer buffer = device.malloc("grid workspace", Dtype.U32, List.of(BYTES / 4L));
    buffer.memory().set(WORD, 0, BYTES);
    device.wrote(buffer);
    return new GridWorkspace(buffer);
  }

  /** Its address, for a launch; what one that was ended in the middle has counted is forgotten. */
  long begin(Device device) {
    if (buffer.memory().get(WORD, BARRIER) << 1 != 0) {
      buffer.memory().set(WORD, BARRIER, 0);
      device.wrote(buffer);
    }
    return buffer.address();
  }
}
