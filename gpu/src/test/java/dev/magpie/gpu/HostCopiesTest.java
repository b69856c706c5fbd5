package dev.magpie.gpu;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.SimulationResult.Copies;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.HostCopy;
import dev.magpie.ptx.HostCopy.Direction;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCopiesTest {
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry copy(.param .u64 in, .param .u64 out)
      {
        .reg .b32 %r<6>;
        .reg .b64 %rd<6>;
        ld.param.u64 %rd1, [in];
        ld.param.u64 %rd2, [out];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.s32 %r4, %r1, %r2, %r3;
        mul.wide.s32 %rd3, %r4, 4;
        add.s64 %rd4, %rd1, %rd3;
        add.s64 %rd5, %rd2, %rd3;
        ld.global.u32 %r5, [%rd4];
        st.global.u32 [%rd5], %r5;
        ret;
      }
      """;

  private static final int BYTES = 1 << 20;
  private static final GpuConfig P100 = GpuConfigs.named("p100").orElseThrow();

  @TempDir private Path directory;

  /** Copies before, between and behind three launches. */
  private static SimulationResult execute(TimedGpuBuilder builder) throws IOException {
    Device device = new Device();
    DeviceBuffer in = device.malloc("in", Dtype.U32, List.of(BYTES / 4L));
    DeviceBuffer out = device.malloc("out", Dtype.U32, List.of(BYTES / 4L));
    Kernel kernel = device.load("copy.ptx", PTX).kernel("copy");
    Launch launch =
        Launch.of(kernel, Dim3.of(1024), Dim3.of(256), Argument.of(in), Argument.of(out));
    try (TimedDevice timed = builder.build(device)) {
      for (int i = 0; i < 3; i++) {
        byte[] bytes = new byte[BYTES];
        new SplittableRandom(i).nextBytes(bytes);
        device.memcpy(in, MemorySegment.ofArray(bytes));
        device.memset(out, (byte) i);
        timed.launch(launch, LaunchOptions.DEFAULT);
        device.copied(new HostCopy(Direction.TO_HOST, 100));
        device.copied(new HostCopy(Direction.TO_HOST, 0));
      }
      timed.gpu().finish();
      return timed.gpu().result("program", "copies");
    }
  }

  private static TimedGpuBuilder p100() {
    return TimedGpu.builder(P100);
  }

  /** Latency, and an equal part over each of the links, in whole cycles. */
  private static long cycles(long bytes) {
    double share = Math.ceilDiv(bytes, 6);
    return (long) Math.ceil(182 + share * P100.clockMegahertz() / 25e3);
  }

  @Test
  void launchesWaitForWhatIsCopiedBeforeThem() throws IOException {
    SimulationResult free = execute(p100());
    SimulationResult timed = execute(p100().timingHostCopies());

    assertThat(free.hostCopies()).isNull();
    SimulationResult.HostCopies copies = requireNonNull(timed.hostCopies());
    // What is copied before the first launch and behind the last keeps nobody waiting.
    assertThat(copies.toDevice()).isEqualTo(new Copies(2, 2 * BYTES, 2 * cycles(BYTES)));
    assertThat(copies.toHost()).isEqualTo(new Copies(4, 200, 2 * cycles(100) + 2 * cycles(0)));
    long waited = cycles(BYTES) + cycles(100) + cycles(0);
    for (int i = 1; i < 3; i++) {
      SimulationResult.Launch before = timed.launches().get(i - 1);
      assertThat(timed.launches().get(i).begin())
          .isEqualTo(before.begin() + before.cycles() + waited);
      before = free.launches().get(i - 1);
      assertThat(free.launches().get(i).begin()).isEqualTo(before.begin() + before.cycles());
    }
    assertThat(timed.cycles())
        .isEqualTo(
            2 * waited
                + timed.launches().stream().mapToLong(SimulationResult.Launch::cycles).sum());
    assertThat(timed.launches().getFirst()).isEqualTo(free.launches().getFirst());
  }

  @Test
  void onlyWhatIsBetweenTimedLaunchesTakesTime() throws IOException {
    SimulationResult timed = execute(p100().timingHostCopies().window(new LaunchWindow(1, 2, 1)));
    assertThat(requireNonNull(timed.hostCopies()).toDevice())
        .isEqualTo(new Copies(1, BYTES, cycles(BYTES)));
    assertThat(timed.launches().getFirst().begin()).isZero();
  }

  @Test
  void aReplayTimesTheSameCopies() throws IOException {
    ByteArrayOutputStream recorded = new ByteArrayOutputStream();
    execute(p100().recording(recorded));
    Path file = Files.write(directory.resolve("copies.rec"), recorded.toByteArray());
    Compression buddy = Compression.buddy(CodecSpec.parse("bpc"), TargetRatio.TWO);

    SimulationResult executed = execute(p100().memory(buddy).timingHostCopies());
    try (Recording recording = Recording.open(file);
        TimedGpu gpu = p100().memory(buddy).timingHostCopies().build(recording.image())) {
      gpu.replay(recording);
      SimulationResult replayed = gpu.result("recording", "copies");
      assertThat(replayed.launches()).isEqualTo(executed.launches());
      assertThat(replayed.hostCopies()).isEqualTo(executed.hostCopies());
      assertThat(replayed.link()).isEqualTo(executed.link());
      assertThat(gpu.timedCycles()).isEqualTo(gpu.cycle()).isEqualTo(executed.cycles());
    }
    // Packets that the links carry already go first.
    assertThat(requireNonNull(executed.hostCopies()).toDevice().cycles())
        .isGreaterThanOrEqualTo(2 * cycles(BYTES));
    assertThat(requireNonNull(executed.link()).utilizationTo()).isBetween(0.001, 1.0);
  }

  @Test
  void copiesNeedLinksAndAnEnd() {
    TimedGpuBuilder none =
        TimedGpu.builder(GpuConfigs.named("gtx580").orElseThrow()).timingHostCopies();
    assertThatThrownBy(() -> none.build(new Device()))
        .isInstanceOf(InvalidGpuException.class)
        .hasMessage("gtx580: has no links that copies of the host could take");

    HostCopyLog log = new HostCopyLog();
    HostCopy large = new HostCopy(Direction.TO_HOST, 1L << 39);
    log.add(large, _ -> 5);
    log.add(large, _ -> 6);
    assertThatThrownBy(() -> log.add(large, _ -> 7))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("more than 1 TiB");
    assertThat(log.cycles()).isEqualTo(11);
  }
}
