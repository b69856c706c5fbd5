package dev.magpie.ptx.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.ExecutionProfile;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedBarriersTest {
  private static final LaunchOptions OPTIONS =
      LaunchOptions.DEFAULT.withInstructionLimit(20_000_000);

  private final Device device = new Device();

  private static int[] rotated(int[] values, int rounds) {
    int[] from = values;
    for (int round = 0; round < rounds; round++) {
      int[] to = new int[from.length];
      for (int i = 0; i < to.length; i++) {
        to[i] = from[(i + 1) % to.length] + round * 7;
      }
      from = to;
    }
    return from;
  }

  @ParameterizedTest
  @CsvSource({"75,64", "75,200", "80,64", "80,200", "80,32", "90,64", "90,256"})
  void threadsArriveWaitAndLeave(int target, int threads) {
    int rounds = 20;
    DeviceBuffer out = CudaFile.integers(device, "out", new int[2 * threads]);
    ExecutionProfile profile =
        device
            .launch(
                Launch.of(
                    CudaFile.load(device, "barriers.sm_" + target + ".ptx").kernel("rotations"),
                    Dim3.of(2),
                    Dim3.of(threads),
                    Argument.of(out),
                    Argument.of(rounds)),
                OPTIONS)
            .profile();
    int[] start = new int[threads];
    for (int i = 0; i < threads; i++) {
      start[i] = i;
    }
    int[] all = rotated(start, rounds);
    int[] half = rotated(java.util.Arrays.copyOf(all, threads / 2), rounds);
    int[] expected = new int[2 * threads];
    for (int i = 0; i < threads; i++) {
      expected[i] = i < threads / 2 ? half[i] : all[i];
      expected[threads + i] = expected[i];
    }
    assertThat(CudaFile.integers(out)).isEqualTo(expected);
    // Those that wait do not take all the time.
    assertThat(profile.warpInstructions()).isLessThan(2_000L * rounds * threads / 32);
  }

  @ParameterizedTest
  @CsvSource({
    "80,byGroup,96", "80,byBarrier,96", "80,byPipeline,96", "80,byRoles,128", "80,byThread,64",
    "90,byGroup,96", "90,byBarrier,96", "90,byPipeline,96", "90,byRoles,128", "90,byThread,64",
  })
  void copiesAreThereWhenTheyAreWaitedFor(int target, String kernel, int threads) {
    int[] values = new SplittableRandom(5).ints(256 * 9).toArray();
    DeviceBuffer in = CudaFile.integers(device, "in", values);
    DeviceBuffer out = CudaFile.integers(device, "out", new int[values.length]);
    device.launch(
        new Launch(
            CudaFile.load(device, "copies.sm_" + target + ".ptx").kernel(kernel),
            Dim3.of(1),
            Dim3.of(threads),
            kernel.equals("byThread") ? 2 * threads * 4 : 0,
            List.of(Argument.of(in), Argument.of(out), Argument.of(values.length))),
        OPTIONS);
    int stretch = kernel.equals("byRoles") ? 32 : 256;
    int[] expected = new int[values.length];
    for (int i = 0; i < expected.length; i++) {
      int reversed = i / stretch * stretch + stretch - 1 - i % stretch;
      expected[i] = kernel.equals("byThread") ? 2 * values[i] : values[reversed];
    }
    assertThat(CudaFile.integers(out)).isEqualTo(expected);
  }
}
