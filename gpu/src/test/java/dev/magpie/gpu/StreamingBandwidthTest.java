package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What streams get of the peak, from launch to end: bytes that the program asks for. Those that
 * memory moves are fewer where a large L2 keeps what was written, and they are at most the peak.
 */
class StreamingBandwidthTest {
  /** How long all arrays stream at the peak, so that start and end weigh the same on every GPU. */
  private static final double MICROSECONDS = 12;

  private static final int THREADS = 256;
  private static final int BLOCK_BYTES = THREADS * 16;

  /** The offset of a thread's 16 bytes. */
  private static final String OFFSET =
      """
      mov.u32 %r0, %tid.x;
      mov.u32 %r1, %ctaid.x;
      mov.u32 %r2, %ntid.x;
      mad.lo.u32 %r3, %r1, %r2, %r0;
      mul.wide.u32 %rd3, %r3, 16;
      add.u64 %rd4, %rd0, %rd3;
      """;

  private static final String READ =
      FixedLatencyGpu.kernel(
          1,
          OFFSET
              + """
              ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd4];
              or.b32 %r4, %r4, %r5;
              or.b32 %r4, %r4, %r6;
              or.b32 %r4, %r4, %r7;
              setp.ne.u32 %p0, %r4, 0;
              @%p0 st.global.u32 [%rd4], %r4;
              """);

  private static final String TRIAD =
      FixedLatencyGpu.kernel(
          3,
          OFFSET
              + """
              add.u64 %rd5, %rd1, %rd3;
              add.u64 %rd6, %rd2, %rd3;
              ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd4];
              ld.global.v4.u32 {%r8, %r9, %r10, %r11}, [%rd5];
              mad.lo.u32 %r4, %r8, 3, %r4;
              mad.lo.u32 %r5, %r9, 3, %r5;
              mad.lo.u32 %r6, %r10, 3, %r6;
              mad.lo.u32 %r7, %r11, 3, %r7;
              st.global.v4.u32 [%rd6], {%r4, %r5, %r6, %r7};
              """);

  static Stream<String> gpus() {
    return GpuConfigs.names().stream();
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void readsReachFourFifthsOfThePeakAndNeverMoreThanAll(String gpu) {
    check(share(gpu, READ, 1), ofPeak(gpu, 0.8));
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void triadsReachTwoThirdsOfThePeakAndNeverMoreThanAll(String gpu) {
    check(share(gpu, TRIAD, 3), ofPeak(gpu, 0.65));
  }

  private record Share(double asked, double moved) {}

  private static void check(Share share, double least) {
    assertThat(share.asked()).as("%s", share).isGreaterThanOrEqualTo(least);
    assertThat(share.moved()).as("%s", share).isLessThanOrEqualTo(1.0);
  }

  private static Share share(String name, String kernel, int arrays) {
    GpuConfig config = GpuConfigs.named(name).orElseThrow();
    int blocks =
        (int) (config.peakGigabytesPerSecond() * 1e3 * MICROSECONDS / arrays / BLOCK_BYTES);
    long bytes = (long) blocks * BLOCK_BYTES;
    Device device = new Device();
    Argument[] arguments = new Argument[arrays];
    for (int i = 0; i < arrays; i++) {
      DeviceBuffer buffer = device.malloc("array" + i, Dtype.U32, List.of(bytes / 4));
      arguments[i] = Argument.of(buffer);
    }
    TimedDevice timed = TimedGpu.builder(config).build(device);
    timed.launch(
        Launch.of(
            device.load("stream.ptx", kernel).kernel("k"),
            Dim3.of(blocks),
            Dim3.of(THREADS),
            arguments),
        LaunchOptions.DEFAULT);
    long cycles = timed.gpu().cycle() - config.launchCycles();
    double seconds = cycles / (config.clockMegahertz() * 1e6);
    double most = seconds * 1e9 * config.peakGigabytesPerSecond();
    return new Share(arrays * bytes / most, timed.gpu().dramBytes() / most);
  }

  /**
   * A stream stays in a bank group of GPGPU-Sim 3.x, and what is written is also read. Bursts of
   * GDDR6X are short beside its refreshes and row times.
   */
  private static double ofPeak(String gpu, double share) {
    return switch (gpu) {
      case "gtx580-gpgpusim3" -> share * 5 / 6;
      case "rtx3090", "rtx4090" -> share * 0.95;
      default -> share;
    };
  }
}
