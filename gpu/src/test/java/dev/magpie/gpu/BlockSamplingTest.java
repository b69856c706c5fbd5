package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.SimulationResult.Launch;
import dev.magpie.gpu.SimulationResult.SampledKernel;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Launches of eighty waves, a block a multiprocessor, are timed whole, and sampled. */
class BlockSamplingTest {
  private static final GpuConfig GPU = GpuConfigs.named("gtx580").orElseThrow();
  private static final int THREADS = 128;
  private static final int WAVES = 80;
  private static final int BLOCKS = WAVES * 16;
  private static final int COLUMNS = THREADS * BLOCKS;
  private static final int TERMS = 16;

  /** More than half of what a multiprocessor has. */
  private static final int SHARED_BYTES = 30_000;

  /**
   * Each thread adds a column of terms up: all of them, or one again and again, the more often the
   * later its block is, or four times as often from a block on.
   */
  private static final String PTX =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      """
          + kernel("even", "ld.param.u32 %r1, [terms];", 4 * COLUMNS)
          + kernel("growing", "shr.u32 %r1, %r2, 4; add.u32 %r1, %r1, 1;", 0)
          + kernel("late", "setp.ge.u32 %p, %r2, 960; selp.b32 %r1, 64, 16, %p;", 0);

  /**
   * A kernel.
   *
   * @param terms sets %r1 to how many are added, in block %r2
   * @param stride bytes from one to the next
   */
  private static String kernel(String name, String terms, int stride) {
    return """
    .visible .entry NAME(.param .u64 in, .param .u64 out, .param .u32 terms) {
      .reg .b32 %r<8>;
      .reg .b64 %rd<8>;
      .reg .pred %p;
      ld.param.u64 %rd1, [in];
      ld.param.u64 %rd2, [out];
      mov.u32 %r2, %ctaid.x;
      mov.u32 %r3, %tid.x;
      mad.lo.u32 %r4, %r2, 128, %r3;
      mul.wide.u32 %rd3, %r4, 4;
      add.u64 %rd1, %rd1, %rd3;
      add.u64 %rd2, %rd2, %rd3;
      TERMS
      mov.u32 %r5, 0;
    LOOP:
      ld.global.u32 %r6, [%rd1];
      add.u32 %r5, %r5, %r6;
      add.u64 %rd1, %rd1, STRIDE;
      sub.u32 %r1, %r1, 1;
      setp.ne.u32 %p, %r1, 0;
      @%p bra LOOP;
      st.global.u32 [%rd2], %r5;
      ret;
    }
    """
        .replace("NAME", name)
        .replace("TERMS", terms)
        .replace("STRIDE", String.valueOf(stride));
  }

  @TempDir private Path directory;

  /** What came out, and the sums. */
  private record Outcome(SimulationResult result, List<Integer> sums) {}

  private static Outcome run(String kernel, TimedGpuBuilder builder) throws IOException {
    Device device = new Device();
    Module module = device.load("sums.ptx", PTX);
    DeviceBuffer in = device.malloc("in", Dtype.I32, List.of((long) COLUMNS * TERMS));
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of((long) COLUMNS));
    int[] terms = new int[COLUMNS * TERMS];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = i % 1000;
    }
    device.memcpy(in, MemorySegment.ofArray(bytes(terms)));
    try (TimedDevice timed = builder.build(device)) {
      for (int i = 0; i < 4; i++) {
        timed.launch(
            new dev.magpie.ptx.Launch(
                module.kernel(kernel),
                Dim3.of(BLOCKS),
                Dim3.of(THREADS),
                SHARED_BYTES,
                List.of(
                    Argument.of(i == 3 ? out : in),
                    Argument.of(out),
                    Argument.of(i == 3 ? 1 : TERMS))),
            LaunchOptions.DEFAULT);
      }
      timed.gpu().finish();
      return new Outcome(
          timed.gpu().result("test", kernel),
          Arrays.stream(out.memory().toArray(ValueLayout.JAVA_INT)).boxed().toList());
    }
  }

  private static byte[] bytes(int[] values) {
    MemorySegment segment = MemorySegment.ofArray(new byte[4 * values.length]);
    MemorySegment.copy(values, 0, segment, ValueLayout.JAVA_INT_UNALIGNED, 0, values.length);
    return segment.toArray(ValueLayout.JAVA_BYTE);
  }

  private static TimedGpuBuilder gpu() {
    return TimedGpu.builder(GPU).memory(Compression.of(CodecSpec.parse("bdi"), 32));
  }

  @Test
  void anEstimateIsThatOfAllBlocks_withinWhatIsTold() throws IOException {
    Outcome whole = run("even", gpu());
    Outcome sampled = run("even", gpu().samplingBlocks());

    assertThat(sampled.sums()).isEqualTo(whole.sums());
    SimulationResult.Sampling sampling = Objects.requireNonNull(sampled.result().sampling());
    assertThat(sampling.launches()).as(sampling.toString()).isEqualTo(3);
    assertThat(sampling.timedBlocks()).isBetween(3 * 38L * 16, 3 * 46L * 16);
    SampledKernel kernel = sampling.kernels().getFirst();
    assertThat(kernel.checked()).as("the last, which is short").isEqualTo(1);
    assertThat(kernel.sampled()).isEqualTo(3);
    assertThat(kernel.waves()).isBetween(6, 30);
    assertThat(kernel.error()).isBetween(1e-6, 0.02);
    assertThat(kernel.bytesError()).isBetween(0.0, 0.02);
    for (int i = 0; i < 3; i++) {
      Launch launch = sampled.result().launches().get(i);
      Launch timed = whole.result().launches().get(i);
      assertThat(launch.timedBlocks()).isLessThan(BLOCKS);
      assertThat(launch.blocks()).isEqualTo(BLOCKS);
      assertThat((double) launch.cycles() / timed.cycles())
          .as("launch " + i)
          .isEqualTo(1, within(kernel.error() + 0.01));
      assertThat((double) launch.dramBytes() / timed.dramBytes())
          .isEqualTo(1, within(kernel.bytesError() + 0.01));
      // The next launch begins where the estimate of this one ends.
      assertThat(sampled.result().launches().get(i + 1).begin())
          .isGreaterThanOrEqualTo(launch.begin() + launch.cycles());
    }
    assertThat((double) sampled.result().warpInstructions() / whole.result().warpInstructions())
        .isEqualTo(1, within(0.01));
    assertThat((double) sampled.result().cycles() / whole.result().cycles())
        .isEqualTo(1, within(sampling.error() + 0.01));
  }

  @Test
  void compressedMemoryHasWhatBlocksLeftThatWereNotTimed() throws IOException {
    SimulationResult whole = run("even", gpu()).result();
    SimulationResult sampled = run("even", gpu().samplingBlocks()).result();

    assertThat(sampled.blocks().rawRatio()).isEqualTo(whole.blocks().rawRatio(), within(0.03));
  }

  @Test
  void recordingsHoldAllBlocks() throws IOException {
    ByteArrayOutputStream recorded = new ByteArrayOutputStream();
    Outcome sampled = run("even", gpu().samplingBlocks().recording(recorded));
    SimulationResult whole = run("even", gpu()).result();
    Path file = Files.write(directory.resolve("even.rec"), recorded.toByteArray());

    assertThat(replay(file, gpu()).cycles()).isEqualTo(whole.cycles());
    assertThat(replay(file, gpu().samplingBlocks()).cycles()).isEqualTo(sampled.result().cycles());
  }

  /** What replaying a recording comes to. */
  static SimulationResult replay(Path file, TimedGpuBuilder builder) throws IOException {
    try (Recording recording = Recording.open(file);
        TimedGpu gpu = builder.build(recording.image())) {
      gpu.replay(recording);
      return gpu.result("test", "replay");
    }
  }

  @Test
  void aKernelWhoseBlocksGrowIsTimedWhole() throws IOException {
    SimulationResult whole = run("growing", gpu()).result();
    SimulationResult sampled = run("growing", gpu().samplingBlocks()).result();

    SimulationResult.Sampling sampling = Objects.requireNonNull(sampled.sampling());
    assertThat(sampling.kernels().getFirst().checked()).isEqualTo(4);
    assertThat(sampling.launches()).isZero();
    assertThat(sampled.cycles()).isEqualTo(whole.cycles());
  }

  /**
   * The last blocks have four times as many instructions, which the first do not tell, but spots
   * do.
   */
  @Test
  void blocksOfAnotherLengthAreReckonedByTheirInstructions() throws IOException {
    SimulationResult whole = run("late", gpu()).result();
    SimulationResult sampled = run("late", gpu().samplingBlocks()).result();

    SimulationResult.Sampling sampling = Objects.requireNonNull(sampled.sampling());
    assertThat(sampling.launches()).isEqualTo(4);
    double ratio = (double) sampled.cycles() / whole.cycles();
    assertThat(ratio).isBetween(0.9, 1.1);
    assertThat(Math.abs(ratio - 1)).isLessThan(sampling.error());
    assertThat(sampling.error()).isGreaterThan(0.1);
  }
}
