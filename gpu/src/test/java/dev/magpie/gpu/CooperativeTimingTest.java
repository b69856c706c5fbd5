package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CooperativeTimingTest {
  private static final GpuConfig GPU = GpuConfigs.named("gtx580").orElseThrow();
  private static final int THREADS = 256;

  private final Device device = new Device();

  private Kernel kernel() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("grid_barrier.ptx")) {
      byte[] ptx = Objects.requireNonNull(in).readAllBytes();
      return device
          .load("grid_barrier.ptx", new String(ptx, StandardCharsets.UTF_8))
          .kernel("smooth");
    }
  }

  private DeviceBuffer buffer(String name, int[] values) {
    DeviceBuffer buffer = device.malloc(name, Dtype.I32, List.of((long) values.length));
    device.memcpy(buffer, MemorySegment.ofArray(values));
    return buffer;
  }

  private Launch launch(int blocks, int[] values, int steps) throws IOException {
    return Launch.of(
            kernel(),
            Dim3.of(blocks),
            Dim3.of(THREADS),
            Argument.of(buffer("from", values)),
            Argument.of(buffer("to", values)),
            Argument.of(steps))
        .cooperative();
  }

  @Test
  void blocksMeetAtTheGridsBarrier() throws IOException {
    int blocks = 2 * GPU.multiprocessors();
    int[] values = new SplittableRandom(3).ints((long) blocks * THREADS, 0, 9).toArray();
    Launch launch = launch(blocks, values, 3);
    int n = values.length;
    int[] expected = values;
    for (int step = 0; step < 6; step++) {
      int[] from = expected;
      expected = new int[n];
      for (int i = 0; i < n; i++) {
        expected[i] = from[(i + 1) % n] + from[(i + n - 1) % n] + step % 3;
      }
    }
    TimedGpuBuilder builder =
        TimedGpu.builder(GPU).memory(Compression.of(CodecSpec.parse("bdi"), 32));
    try (TimedDevice timed = builder.build(device)) {
      timed.launch(launch, LaunchOptions.DEFAULT);
      // Three steps leave the result in the other buffer.
      device.memcpy(buffers("from"), buffers("to").memory());
      timed.launch(launch, LaunchOptions.DEFAULT);
      assertThat(timed.gpu().checkLines()).isPositive();
    }
    assertThat(buffers("to").memory().toArray(ValueLayout.JAVA_INT)).isEqualTo(expected);
  }

  /** Its blocks wait for each other, so none can take effect by itself. */
  @Test
  void itsLaunchesAreAllTimed() throws IOException {
    int blocks = 2 * GPU.multiprocessors();
    Launch launch = launch(blocks, new int[blocks * THREADS], 3);
    try (TimedDevice timed = TimedGpu.builder(GPU).samplingLaunches().build(device)) {
      for (int i = 0; i < 12; i++) {
        timed.launch(launch, LaunchOptions.DEFAULT);
      }
      SimulationResult.Sampling sampling =
          Objects.requireNonNull(timed.gpu().result("test", "smooth").sampling());
      assertThat(Objects.requireNonNull(sampling.repeats()))
          .isEqualTo(new SimulationResult.SampledLaunches(12, 0, List.of()));
    }
  }

  private DeviceBuffer buffers(String name) {
    return Objects.requireNonNull(device.buffers().get(name));
  }

  @Test
  void aGridThatDoesNotFitIsRefused() throws IOException {
    int registers = kernel().registersPerThread() * THREADS;
    int most = GPU.multiprocessors() * (GPU.core().registers() / registers);
    Launch launch = launch(most + 1, new int[(most + 1) * THREADS], 1);
    try (TimedDevice timed = TimedGpu.builder(GPU).build(device)) {
      assertThatThrownBy(() -> timed.launch(launch, LaunchOptions.DEFAULT))
          .isInstanceOf(SimulationException.class)
          .hasMessage(
              "kernel smooth: a cooperative launch has all its blocks resident at once, and of its"
                  + " %d only %d fit on gtx580, limited by registers",
              most + 1, most);
    }
  }
}
