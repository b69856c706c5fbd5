package dev.magpie.ptx.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommonInstructionsTest {
  private final Device device = new Device();

  private void launch(int target, String kernel, int threads, Argument... arguments) {
    device.launch(
        Launch.of(
            CudaFile.load(device, "instructions.sm_" + target + ".ptx").kernel(kernel),
            Dim3.of(1),
            Dim3.of(threads),
            arguments),
        LaunchOptions.DEFAULT.withInstructionLimit(100_000));
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 80, 90})
  void clocksGoOn(int target) {
    DeviceBuffer out = device.malloc("out", Dtype.U64, List.of(7L));
    launch(target, "clocks", 1, Argument.of(out));
    long[] times = out.memory().toArray(ValueLayout.JAVA_LONG);
    assertThat(times[1]).isGreaterThan(times[0]);
    assertThat(times[3]).isGreaterThan(times[1]);
    assertThat(times[4]).isGreaterThan(times[3]);
    assertThat(times[6]).isGreaterThan(times[4]).isLessThan(1000);
    assertThat(times[2]).isZero();
    assertThat(times[5]).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 80, 90})
  void addressesTellTheirSpace(int target) {
    DeviceBuffer global = CudaFile.integers(device, "global", 1);
    DeviceBuffer out = CudaFile.integers(device, "out", new int[32]);
    launch(target, "spaces", 32, Argument.of(global), Argument.of(out));
    assertThat(CudaFile.integers(out))
        .isEqualTo(IntStream.range(0, 32).map(i -> 1 << (i & 3)).toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {75, 80, 90})
  void lanesThatSleepLetOthersGoOn(int target) {
    DeviceBuffer out = CudaFile.integers(device, "out", new int[33]);
    launch(target, "waitsForLane", 32, Argument.of(out));
    int[] values = CudaFile.integers(out);
    assertThat(values[0]).isEqualTo(77);
    for (int i = 0; i < 32; i++) {
      assertThat(values[1 + i]).isEqualTo(i + 77);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 90})
  void lanesReduce(int target) {
    int[] values = new SplittableRandom(2).ints(32).toArray();
    DeviceBuffer in = CudaFile.integers(device, "in", values);
    DeviceBuffer out = CudaFile.integers(device, "out", new int[1024 + 32]);
    launch(target, "reductions", 32, Argument.of(in), Argument.of(out));
    int[] result = CudaFile.integers(out);
    int active = 0;
    for (int lane = 2; lane < 32; lane += 5) {
      active |= 1 << lane;
    }
    for (int i = 0; i < 32; i++) {
      int first = i & 16;
      int[] half = IntStream.range(first, first + 16).map(k -> values[k]).toArray();
      int most = half[0];
      for (int each : half) {
        most = Integer.compareUnsigned(each, most) > 0 ? each : most;
      }
      assertThat(result[i]).isEqualTo(IntStream.of(half).sum());
      assertThat(result[32 + i]).isEqualTo(IntStream.of(half).min().orElseThrow());
      assertThat(result[64 + i]).isEqualTo(most);
      assertThat(result[96 + i]).isEqualTo(IntStream.of(half).reduce(-1, (a, b) -> a & b));
      assertThat(result[128 + i]).isEqualTo(IntStream.of(half).reduce(0, (a, b) -> a | b));
      assertThat(result[160 + i]).isEqualTo(IntStream.of(half).reduce(0, (a, b) -> a ^ b));
      assertThat(result[192 + i]).isEqualTo(i % 5 == 2 ? active : 0);
    }
  }

  @Test
  void oneLaneIsElected() {
    DeviceBuffer out = CudaFile.integers(device, "out", new int[32]);
    launch(90, "elections", 32, Argument.of(out));
    assertThat(CudaFile.integers(out))
        .isEqualTo(
            IntStream.range(0, 32)
                .map(i -> (i < 12 ? 0 : 12) + (i == 0 || i == 12 ? 100 : 0))
                .toArray());
  }

  @Test
  void vectorsAreAddedElementByElement() {
    DeviceBuffer sums = device.malloc("sums", Dtype.F32, List.of(6L));
    DeviceBuffer before = device.malloc("before", Dtype.F32, List.of(4L));
    launch(90, "vectors", 32, Argument.of(sums), Argument.of(before));
    assertThat(sums.memory().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(32, 64, 31 * 16, 16, 96, 128);
    // Lanes go in order.
    assertThat(before.memory().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(31, 62, 31 * 15, 15.5f);
  }
}
