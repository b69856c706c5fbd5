package dev.magpie.ptx.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.snapshot.Dtype;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CooperativeLaunchTest {
  private final Device device = new Device();
  private final Module module = CudaFile.load(device, "grid.ptx");

  private Launch launch(String kernel, int blocks, int threads, Argument... arguments) {
    return Launch.of(module.kernel(kernel), Dim3.of(blocks), Dim3.of(threads), arguments);
  }

  private static int[] random(int count) {
    return new SplittableRandom(7).ints(count, -1000, 1000).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 37, 200})
  void blocksMeetAtTheGridsBarrier(int blocks) {
    int[] values = random(5000);
    DeviceBuffer in = CudaFile.integers(device, "in", values);
    DeviceBuffer out = CudaFile.integers(device, "out", new int[5000]);
    DeviceBuffer sums = CudaFile.integers(device, "sums", new int[blocks]);
    Launch launch =
        launch(
                "centre",
                blocks,
                64,
                Argument.of(in),
                Argument.of(out),
                Argument.of(sums),
                Argument.of(5000))
            .cooperative();
    int total = Arrays.stream(values).sum();
    int[] expected = Arrays.stream(values).map(each -> each - total).toArray();
    // The barrier's highest bit flips from launch to launch.
    for (int repeat = 0; repeat < 3; repeat++) {
      device.memset(out, (byte) 0);
      device.launch(launch, LaunchOptions.DEFAULT.withThreads(1 + repeat));
      assertThat(CudaFile.integers(out)).isEqualTo(expected);
    }
  }

  @Test
  void blocksArriveAndWaitApart() {
    int[] expected = random(24 * 96);
    DeviceBuffer a = CudaFile.integers(device, "a", expected);
    Launch launch = launch("shiftAndAdd", 24, 96, Argument.of(a), Argument.of(9)).cooperative();
    long instructions = device.launch(launch).profile().warpInstructions();
    for (int step = 0; step < 9; step++) {
      int[] before = expected.clone();
      for (int i = 0; i < expected.length; i++) {
        expected[i] = before[i] + step + before[(i + expected.length - 1) % expected.length];
      }
    }
    assertThat(CudaFile.integers(a)).isEqualTo(expected);
    assertThat(device.launch(launch).profile().warpInstructions()).isEqualTo(instructions);
  }

  @Test
  void blocksThatWaitInVainReachTheLimit() {
    DeviceBuffer left = CudaFile.integers(device, "left", new int[4]);
    Launch launch = launch("incomplete", 4, 32, Argument.of(left)).cooperative();
    LaunchOptions limited = LaunchOptions.DEFAULT.withInstructionLimit(50_000);
    assertThatThrownBy(() -> device.launch(launch, limited))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("kernel incomplete: the limit of 50000 warp-instructions is reached")
        .hasMessageContaining("block (0,0,0) stands: warp 0 is at line ");
    // What they have counted is forgotten.
    blocksMeetAtTheGridsBarrier(5);
  }

  @Test
  void aGridWithoutWorkspaceIsInvalid() {
    DeviceBuffer out = CudaFile.integers(device, "out", new int[4]);
    assertThatThrownBy(() -> device.launch(launch("incomplete", 4, 32, Argument.of(out))))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageContaining("the kernel trapped");
  }

  @Test
  void aGridThatCannotBeResidentIsRefused() {
    DeviceBuffer out = CudaFile.integers(device, "out", new int[4]);
    Launch launch = launch("incomplete", 5, 32, Argument.of(out)).cooperative();
    assertThatThrownBy(() -> device.launch(launch, LaunchOptions.DEFAULT.withResidentBlocks(4)))
        .isInstanceOf(PtxException.class)
        .hasMessage(
            "kernel incomplete: a cooperative launch has all its blocks resident at once, and of"
                + " its 5 only 4 may be");
    Launch huge = launch("incomplete", 2_000_000_000, 32, Argument.of(out)).cooperative();
    assertThatThrownBy(() -> device.launch(huge))
        .isInstanceOf(PtxException.class)
        .hasMessageContaining("and the host has room for")
        .hasMessageContaining("of its 2000000000");
  }

  @Test
  void tilesWaitForEarlierOnesInOrdinaryLaunches() {
    int[] values = random(10_000);
    int tiles = Math.ceilDiv(values.length, 64);
    DeviceBuffer in = CudaFile.integers(device, "in", values);
    DeviceBuffer out = CudaFile.integers(device, "out", new int[values.length]);
    DeviceBuffer ticket = CudaFile.integers(device, "ticket", 0);
    DeviceBuffer status = device.malloc("status", Dtype.U64, List.of((long) tiles));
    Launch launch =
        launch(
            "scan",
            tiles,
            64,
            Argument.of(in),
            Argument.of(out),
            Argument.of(values.length),
            Argument.of(ticket),
            Argument.of(status));
    int[] expected = values.clone();
    Arrays.parallelPrefix(expected, Integer::sum);
    for (Launch each : List.of(launch, launch.cooperative())) {
      device.memset(ticket, (byte) 0);
      device.memset(status, (byte) 0);
      device.memset(out, (byte) 0);
      device.launch(each);
      assertThat(CudaFile.integers(out)).isEqualTo(expected);
    }
  }

  @Test
  void theLastBlockSeesWhatTheOthersLeft() {
    int[] values = random(64 * 50);
    DeviceBuffer in = CudaFile.integers(device, "in", values);
    DeviceBuffer sums = CudaFile.integers(device, "sums", new int[50]);
    DeviceBuffer done = CudaFile.integers(device, "done", 0);
    DeviceBuffer total = CudaFile.integers(device, "total", 0);
    device.launch(
        launch(
            "lastAdds",
            50,
            64,
            Argument.of(in),
            Argument.of(sums),
            Argument.of(done),
            Argument.of(total)));
    assertThat(CudaFile.integers(total)).containsExactly(Arrays.stream(values).sum());
  }
}
