package dev.magpie.ptx.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** The results of a launch, interpreted and compiled. */
  static long[][] run(String ptx, List<long[]> inputs, int outputs, int block) {
    long[][] interpreted = run(ptx, inputs, outputs, block, LaunchOptions.DEFAULT.interpreting());
    long[][] compiled = run(ptx, inputs, outputs, block, LaunchOptions.DEFAULT.compilingAfter(0));
    assertThat(Arrays.deepEquals(compiled, interpreted)).isTrue();
    return interpreted;
  }

  private static long[][] run(
      String ptx, List<long[]> inputs, int outputs, int block, LaunchOptions options) {
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
            arguments),
        options);
    return results.stream().map(Launched::slots).toArray(long[][]::new);
  }
}
