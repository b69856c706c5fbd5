package dev.magpie.ptx.conformance;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Launches of a kernel {@code probe} over arrays of 64-bit slots. */
final class Launched {
  private static final ValueLayout.OfLong SLOT =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Launched() {}

  static void fill(DeviceBuffer buffer, long[] slots) {
    MemorySegment.copy(slots, 0, buffer.memory(), SLOT, 0, slots.length);
  }

  static long[] slots(DeviceBuffer buffer) {
    return buffer.memory().toArray(SLOT);
  }

  static long[][] run(String ptx, List<long[]> inputs, int outputs, int block) {
    Device device = new Device();
    int count = inputs.getFirst().length;
    List<Argument> arguments = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      DeviceBuffer buffer = device.malloc("in" + i, Dtype.U64, List.of((long) count));
      fill(buffer, inputs.get(i));
      arguments.add(Argument.of(buffer));
    }
    List<DeviceBuffer> results = new ArrayList<>();
    for (int o = 0; o < outputs; o++) {
      DeviceBuffer buffer = device.malloc("out" + o, Dtype.U64, List.of((long) count));
      results.add(buffer);
      arguments.add(Argument.of(buffer));
    }
    device.launch(
        new Launch(
            device.load("probe.ptx", ptx).kernel("probe"),
            Dim3.of(Math.ceilDiv(count, block)),
            Dim3.of(block),
            0,
            arguments));
    return results.stream().map(Launched::slots).toArray(long[][]::new);
  }
}
