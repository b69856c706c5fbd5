package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that adds one array to another again and again, there and back. */
class LaunchSamplingTest {
  private static final GpuConfig GPU = GpuConfigs.named("gtx580").orElseThrow();
  private static final int ELEMENTS = 1 << 17;
  private static final int STEPS = 60;

  private static final String PTX =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry add(.param .u64 from, .param .u64 to) {
        .reg .b32 %r<8>;
        .reg .b64 %rd<8>;
        ld.param.u64 %rd1, [from];
        ld.param.u64 %rd2, [to];
        mov.u32 %r2, %ctaid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.u32 %r4, %r2, 256, %r3;
        mul.wide.u32 %rd3, %r4, 4;
        add.u64 %rd1, %rd1, %rd3;
        add.u64 %rd2, %rd2, %rd3;
        ld.global.u32 %r5, [%rd1];
        ld.global.u32 %r6, [%rd2];
        add.u32 %r5, %r5, %r6;
        add.u32 %r5, %r5, 1;
        st.global.u32 [%rd2], %r5;
        ret;
      }
      .visible .entry pick(.param .u64 from, .param .u32 mask) {
        .reg .b32 %r<8>;
        .reg .b64 %rd<8>;
        ld.param.u64 %rd1, [from];
        ld.param.u32 %r1, [mask];
        mov.u32 %r2, %ctaid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.u32 %r4, %r2, 256, %r3;
        and.b32 %r4, %r4, %r1;
        mul.wide.u32 %rd3, %r4, 4;
        add.u64 %rd1, %rd1, %rd3;
        ld.global.u32 %r5, [%rd1];
        st.global.u32 [%rd1], %r5;
        ret;
      }
      """;

  @TempDir private Path directory;

  /** What came out, and the sums. */
  private record Outcome(SimulationResult result, List<Integer> sums) {}

  private static Outcome run(TimedGpuBuilder builder) throws IOException {
    return run(builder, ELEMENTS);
  }

  /**
   * Runs it.
   *
   * @param lastElements of every twentieth launch
   */
  private static Outcome run(TimedGpuBuilder builder, int lastElements) throws IOException {
    Device device = new Device();
    Module module = device.load("add.ptx", PTX);
    DeviceBuffer a = device.malloc("a", Dtype.I32, List.of((long) ELEMENTS));
    DeviceBuffer b = device.malloc("b", Dtype.I32, List.of((long) ELEMENTS));
    try (TimedDevice timed = builder.build(device)) {
      for (int i = 0; i < STEPS; i++) {
        timed.launch(
            new dev.magpie.ptx.Launch(
                module.kernel("add"),
                Dim3.of((i % 20 == 19 ? lastElements : ELEMENTS) / 256),
                Dim3.of(256),
                0,
                List.of(Argument.of(i % 2 == 0 ? a : b), Argument.of(i % 2 == 0 ? b : a))),
            LaunchOptions.DEFAULT);
      }
      timed.gpu().finish();
      assertThat(timed.gpu().checkLines()).isPositive();
      return new Outcome(
          timed.gpu().result("test", "add"),
          Arrays.stream(b.memory().toArray(ValueLayout.JAVA_INT)).boxed().toList());
    }
  }

  private static TimedGpuBuilder gpu() {
    return TimedGpu.builder(GPU).memory(Compression.of(CodecSpec.parse("bdi"), 32));
  }

  @Test
  void launchesThatRepeatAreEstimatedWithinWhatIsTold() throws IOException {
    Outcome whole = run(gpu());
    Outcome sampled = run(gpu().samplingLaunches());

    assertThat(sampled.sums()).isEqualTo(whole.sums());
    SimulationResult.Sampling sampling = Objects.requireNonNull(sampled.result().sampling());
    SimulationResult.SampledLaunches repeats = Objects.requireNonNull(sampling.repeats());
    assertThat(repeats.timed() + repeats.skipped()).isEqualTo(STEPS);
    assertThat(repeats.skipped()).as(sampling.toString()).isGreaterThan(STEPS / 2);
    assertThat(repeats.kernels()).hasSize(1);
    assertThat(sampling.launches()).as("of which blocks were sampled").isZero();
    assertThat((double) sampled.result().cycles() / whole.result().cycles())
        .isEqualTo(1, within(sampling.error() + 0.01));
    assertThat((double) sampled.result().dram().bytes() / whole.result().dram().bytes())
        .isEqualTo(1, within(sampling.bytesError() + 0.01));
    assertThat(sampled.result().warpInstructions()).isEqualTo(whole.result().warpInstructions());
    assertThat(sampled.result().launches()).hasSize(STEPS);
    long end = 0;
    for (SimulationResult.Launch each : sampled.result().launches()) {
      assertThat(each.begin()).isGreaterThanOrEqualTo(end);
      assertThat(each.blocks()).isEqualTo(ELEMENTS / 256);
      assertThat(each.timedBlocks()).isIn(0L, each.blocks());
      end = each.begin() + each.cycles();
    }
    assertThat(sampled.result().kernels())
        .hasSize(1)
        .first()
        .matches(one -> one.launches() == STEPS);
  }

  /** What is behind a launch of another size is behind one that was timed. */
  @Test
  void launchesOfAnotherSizeAreTimed() throws IOException {
    Outcome whole = run(gpu(), ELEMENTS / 4);
    Outcome sampled = run(gpu().samplingLaunches(), ELEMENTS / 4);

    assertThat(sampled.sums()).isEqualTo(whole.sums());
    List<SimulationResult.Launch> launches = sampled.result().launches();
    assertThat(launches)
        .filteredOn(each -> each.launch() % 20 == 19)
        .allMatch(each -> each.timedBlocks() == ELEMENTS / 4 / 256);
    assertThat(launches.stream().filter(each -> each.timedBlocks() == 0).count()).isPositive();
    SimulationResult.Sampling sampling = Objects.requireNonNull(sampled.result().sampling());
    assertThat((double) sampled.result().cycles() / whole.result().cycles())
        .isEqualTo(1, within(sampling.error() + 0.01));
  }

  /** The same kernel, as large, has other work where other launches have come before it. */
  @Test
  void whatCameBeforeTellsLaunchesApart() throws IOException {
    List<SimulationResult.Launch> whole = alternating(gpu());
    List<SimulationResult.Launch> sampled = alternating(gpu().samplingLaunches());

    assertThat(whole.get(40).cycles()).isGreaterThan(2 * whole.get(42).cycles());
    assertThat(sampled.stream().filter(each -> each.timedBlocks() == 0).count())
        .isGreaterThan(sampled.size() / 4);
    for (int i = 8; i < sampled.size(); i += 2) {
      assertThat((double) sampled.get(i).cycles() / whole.get(i).cycles())
          .as("launch " + i)
          .isEqualTo(1, within(0.25));
    }
  }

  /** One that picks from a line, and one that picks from all, between launches of two sizes. */
  private static List<SimulationResult.Launch> alternating(TimedGpuBuilder builder)
      throws IOException {
    Device device = new Device();
    Module module = device.load("add.ptx", PTX);
    DeviceBuffer a = device.malloc("a", Dtype.I32, List.of((long) ELEMENTS));
    DeviceBuffer b = device.malloc("b", Dtype.I32, List.of((long) ELEMENTS));
    try (TimedDevice timed = builder.build(device)) {
      for (int i = 0; i < STEPS; i++) {
        boolean few = i % 2 == 0;
        timed.launch(
            new dev.magpie.ptx.Launch(
                module.kernel("pick"),
                Dim3.of(ELEMENTS / 256),
                Dim3.of(256),
                0,
                List.of(Argument.of(a), Argument.of(few ? 31 : -1))),
            LaunchOptions.DEFAULT);
        timed.launch(
            new dev.magpie.ptx.Launch(
                module.kernel("add"),
                Dim3.of(few ? 64 : 32),
                Dim3.of(256),
                0,
                List.of(Argument.of(b), Argument.of(b))),
            LaunchOptions.DEFAULT);
      }
      timed.gpu().finish();
      return timed.gpu().result("test", "pick").launches();
    }
  }

  @Test
  void recordingsHoldAllLaunches() throws IOException {
    ByteArrayOutputStream recorded = new ByteArrayOutputStream();
    Outcome sampled = run(gpu().samplingLaunches().recording(recorded));
    Path file = Files.write(directory.resolve("add.rec"), recorded.toByteArray());

    assertThat(BlockSamplingTest.replay(file, gpu()).cycles())
        .isEqualTo(run(gpu()).result().cycles());
    assertThat(BlockSamplingTest.replay(file, gpu().samplingLaunches()).cycles())
        .isEqualTo(sampled.result().cycles());
  }

  @Test
  void onlyLaunchesOfTheWindowAreLeftOut() throws IOException {
    SimulationResult result =
        run(gpu().samplingLaunches().window(new LaunchWindow(10, 30, 5))).result();

    assertThat(result.launches()).hasSize(30).first().matches(each -> each.launch() == 10);
    SimulationResult.SampledLaunches repeats =
        Objects.requireNonNull(Objects.requireNonNull(result.sampling()).repeats());
    assertThat(repeats.timed() + repeats.skipped()).isEqualTo(30);
    assertThat(repeats.skipped()).isPositive();
  }
}
