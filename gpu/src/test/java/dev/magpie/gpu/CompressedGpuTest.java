package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.Layouts;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.settings.Records;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels on a GPU with the whole memory behind it. */
class CompressedGpuTest {
  private static final int BLOCKS = 64;
  private static final int N = 256 * BLOCKS;

  /** Two buffers of integers are added up in a third, some of them by an atomic operation. */
  private static final String ADD =
      FixedLatencyGpu.kernel(
          3,
          """
          mov.u32 %r0, %tid.x;
          mov.u32 %r1, %ctaid.x;
          mov.u32 %r2, %ntid.x;
          mad.lo.u32 %r3, %r1, %r2, %r0;
          mul.wide.u32 %rd3, %r3, 4;
          add.u64 %rd4, %rd0, %rd3;
          add.u64 %rd5, %rd1, %rd3;
          add.u64 %rd6, %rd2, %rd3;
          ld.global.u32 %r4, [%rd4];
          ld.global.u32 %r5, [%rd5];
          add.u32 %r6, %r4, %r5;
          and.b32 %r7, %r3, 32;
          setp.eq.u32 %p0, %r7, 0;
          @%p0 st.global.u32 [%rd6], %r6;
          @!%p0 red.global.add.u32 [%rd6], %r6;
          """);

  @SuppressWarnings("ArrayRecordComponent") // Nobody compares runs.
  private record Run(long cycles, MemoryCounters memory, int[] sums) {}

  /** A GTX 580 with so small an L2 that lines are written back. */
  private static GpuConfig config() {
    return withL2(FixedLatencyGpu.gtx580(), 24 << 10);
  }

  private static GpuConfig withL2(GpuConfig base, int bytes) {
    SecondLevelConfig l2 = base.l2();
    return base.with(
        new SecondLevelConfig(
            l2.slices(),
            bytes,
            l2.ways(),
            l2.dirtyWays(),
            l2.latency(),
            l2.mshrs(),
            l2.merges(),
            l2.queue(),
            l2.missQueue(),
            l2.fill(),
            l2.writeMiss(),
            l2.interleaveBytes(),
            l2.hash(),
            l2.atomicCycles(),
            l2.sectorWriteCycles()));
  }

  private static Run run(Compression compression) {
    return run(compression.isBuddy() ? p100() : config(), compression);
  }

  /** It has buddy memory; its L2 is so small that lines come and go. */
  private static GpuConfig p100() {
    return withL2(GpuConfigs.named("p100").orElseThrow(), 64 << 10);
  }

  private static Run run(GpuConfig config, Compression coding) {
    Device device = new Device();
    try (TimedDevice timed = TimedGpu.builder(config).memory(coding).build(device)) {
      return run(device, timed);
    }
  }

  private static Run run(Device device, TimedDevice timed) {
    DeviceBuffer a = device.malloc("a", Dtype.I32, List.of((long) N));
    DeviceBuffer b = device.malloc("b", Dtype.I32, List.of((long) N));
    DeviceBuffer c = device.malloc("c", Dtype.I32, List.of((long) N));
    for (int i = 0; i < N; i++) {
      a.memory().setAtIndex(ValueLayout.JAVA_INT, i, i);
      b.memory().setAtIndex(ValueLayout.JAVA_INT, i, (i * i) >>> 20);
    }
    Kernel kernel = device.load("k.ptx", ADD).kernel("k");
    launch(timed, kernel, a, b, c);
    launch(timed, kernel, b, c, a);
    int[] sums = a.memory().toArray(ValueLayout.JAVA_INT);
    return new Run(timed.gpu().cycle(), timed.gpu().memoryCounters(), sums);
  }

  private static void launch(TimedDevice timed, Kernel kernel, DeviceBuffer... buffers) {
    Argument[] arguments = Stream.of(buffers).map(Argument::of).toArray(Argument[]::new);
    timed.launch(
        Launch.of(kernel, Dim3.of(BLOCKS), Dim3.of(256), arguments), LaunchOptions.DEFAULT);
  }

  static Stream<CodecSpec> codecs() {
    return Codecs.all().stream().filter(spec -> !spec.family().isLossy());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void programsComputeTheSameUnderEveryLosslessCodec(CodecSpec codec) {
    Run run = run(Compression.of(codec, 32));

    assertThatSumsAreRight(run);
    assertThat(run.memory.l2Atomics).isEqualTo(2 * N / 64);
  }

  private static void assertThatSumsAreRight(Run run) {
    for (int i = 0; i < N; i++) {
      int b = (i * i) >>> 20;
      int sum = b + i + b;
      assertThat(run.sums[i]).isEqualTo((i & 32) == 0 ? sum : i + sum);
    }
    assertThat(run.memory.l2WriteBacks).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void programsComputeTheSameWithBuddyMemory(TargetRatio target) {
    Run run = run(Compression.buddy(CodecSpec.parse("zvc"), target));

    assertThatSumsAreRight(run);
    assertThat(run.memory.buddyAccesses > 0).isEqualTo(target != TargetRatio.ONE);
  }

  static Stream<Arguments> layoutsOnGpus() {
    return Layouts.families().stream()
        .flatMap(family ->
            Stream.of(config(), p100())
                .filter(config -> config.buddy().isPresent() || !of(family).needsLinks())
                .map(config -> Arguments.of(Named.of(family.name(), family), config)));
  }

  private static Compression of(LayoutFamily family) {
    String codec = Compression.hasCodec(family) ? "mag-bdi" : "none";
    return Compression.of(LayoutSpec.of(family), CodecSpec.parse(codec), 32);
  }

  @ParameterizedTest
  @MethodSource("layoutsOnGpus")
  void programsComputeTheSameInEveryLayout(LayoutFamily family, GpuConfig config) {
    Compression compression = of(family);
    Run run = run(config, compression);

    assertThatSumsAreRight(run);
    if (compression.isUnified() || compression.isPinned()) {
      assertThat(run.memory.codedWrites.blocks()).isZero();
    } else {
      // Not all cross the pins: some take the place of one that waits.
      assertThat(run.memory.codedWrites.blocks()).isBetween(1L, run.memory.l2WriteBacks);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"e2mc", "sc2", "hycomp", "latte-cc"})
  void aCodecThatIsTrainedOnlineCodesByItsTableFromTheWindowsEndOn(String name) {
    Compression before = Compression.of(CodecSpec.parse(name), 32);
    Run never = run(before.online(Long.MAX_VALUE));
    Run soon = run(before.online(20_000));

    assertThatSumsAreRight(never);
    assertThatSumsAreRight(soon);
    // Those that have BDI, too, code before by that.
    if (!name.equals("hycomp") && !name.equals("latte-cc")) {
      assertThat(never.memory.codedReads.rawRatio()).isEqualTo(1);
      assertThat(soon.memory.codedReads.rawRatio()).isGreaterThan(1.2);
    }
  }

  @Test
  void onlyWhatHasSomethingToLearnIsTrainedOnline() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Compression.of(CodecSpec.parse("bdi"), 32).online(1))
        .withMessage("codec 'bdi' has nothing to learn");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Compression.buddy(CodecSpec.parse("e2mc"), TargetRatio.TWO).online(1));
  }

  @Test
  void codecsTakeNoTimeOnAGpuThatSaysSo() {
    GpuConfig free = Records.with(config(), "controller.codec-latency", 0.0);
    Compression slow = Compression.of(CodecSpec.parse("sc2"), 32);

    assertThat(slow.decompressionCycles(free)).isZero();
    assertThat(run(free, slow).cycles).isLessThan(run(slow).cycles);
  }

  @Test
  void onlyAllocationsWithATargetAreHeldByBuddyMemory() {
    Run run =
        run(
            Compression.buddy(
                CodecSpec.parse("bpc"), Map.of("b", TargetRatio.FOUR, "c", TargetRatio.TWO)));

    assertThatSumsAreRight(run);
    assertThat(run.memory.buddyCoveredBytes).isEqualTo(2 * 4 * N);
    assertThat(run.memory.buddyDeviceBytes).isEqualTo(4 * N / 4 + 4 * N / 2);
  }

  @Test
  void whatTakesFewerBurstsTakesLessTime() {
    Run plain = run(Compression.NONE);
    Run coded = run(Compression.of(CodecSpec.parse("mag-bdi"), 32));

    assertThat(coded.memory.codedReads.effectiveRatio()).isBetween(1.5, 4.0);
    assertThat(coded.cycles).isLessThan(plain.cycles);
  }
}
