package dev.magpie.gpu.recording;

import static dev.magpie.gpu.recording.RecordedRun.LATENCY;
import static dev.magpie.gpu.recording.RecordedRun.bytes;
import static dev.magpie.gpu.recording.RecordedRun.cycles;
import static dev.magpie.gpu.recording.RecordedRun.execute;
import static dev.magpie.gpu.recording.RecordedRun.launch;
import static dev.magpie.gpu.recording.RecordedRun.ptx;
import static dev.magpie.gpu.recording.RecordedRun.random;
import static dev.magpie.gpu.recording.RecordedRun.recording;
import static dev.magpie.gpu.recording.RecordedRun.replay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.magpie.gpu.GpuObserver;
import dev.magpie.gpu.LaunchTiming;
import dev.magpie.gpu.SimulationException;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.SimulationResult.Launch;
import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.execute.ProgramImage;
import dev.magpie.gpu.memory.DeviceImage.Allocation;
import dev.magpie.gpu.recording.RecordedRun.Outcome;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Module;
import dev.magpie.snapshot.Dtype;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordingTest {
  @TempDir private Path directory;

  private Path record(String gpuName, Outcome expected) throws IOException {
    Path file = directory.resolve("run.rec");
    assertThat(RecordedRun.record(gpuName, file)).isEqualTo(expected);
    return file;
  }

  static List<String> gpus() {
    return GpuConfigs.names();
  }

  static Stream<String> others() {
    return gpus().stream().filter(name -> !name.startsWith("gtx580"));
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void aReplayAgreesWithTheExecutionToTheCycle(String gpu) throws IOException {
    Outcome executed = execute(gpu, new ByteArrayOutputStream());
    assertThat(executed.cycles()).hasSize(6).allMatch(each -> each > LATENCY);

    assertThat(replay(record(gpu, executed), gpu)).isEqualTo(executed);
  }

  @ParameterizedTest
  @MethodSource("others")
  void anotherGpuReplaysWhatOneRecorded(String gpu) throws IOException {
    Outcome recorded = execute("gtx580", new ByteArrayOutputStream());
    Outcome executed = execute(gpu, new ByteArrayOutputStream());
    assertThat(executed.cycles()).isNotEqualTo(recorded.cycles());

    assertThat(replay(record("gtx580", recorded), gpu)).isEqualTo(executed);
  }

  /** Launches 0 and 1 without time, 2 for the caches, 3 and 4 timed. */
  private static final LaunchWindow WINDOW = new LaunchWindow(3, 2, 1);

  @ParameterizedTest
  @MethodSource("gpus")
  void aReplayOfSomeLaunchesAgreesWithTheirExecution(String gpu) throws IOException {
    Outcome all = execute(gpu, new ByteArrayOutputStream());
    ByteArrayOutputStream some = new ByteArrayOutputStream();
    Outcome executed = execute(gpu, some, WINDOW);
    assertThat(executed.memory()).isEqualTo(all.memory());
    assertThat(executed.cycles()).hasSize(3);

    Path whole = record(gpu, all);
    Path part = Files.write(directory.resolve("part.rec"), some.toByteArray());
    for (Path file : List.of(whole, part)) {
      Outcome replayed = replay(file, gpu, file.equals(whole) ? WINDOW : LaunchWindow.ALL);
      assertThat(replayed.cycles()).isEqualTo(executed.cycles());
      assertThat(replayed.warpInstructions()).isEqualTo(executed.warpInstructions());
    }
    try (Recording recording = Recording.open(part)) {
      assertThat(List.of(recording.firstLaunch(), recording.lastLaunch())).containsExactly(2, 4);
    }
    // Numbers are the program's.
    assertThat(replay(part, gpu, new LaunchWindow(4, 1, 0)).cycles()).hasSize(1);
    assertThat(replay(part, gpu, new LaunchWindow(4, 9, 9)).cycles()).isEqualTo(executed.cycles());
  }

  /** All launches before fill caches, so that what is timed is as in a run of all. */
  @Test
  void whatFillsCachesCountsNowhere() throws IOException {
    Outcome all = execute("gtx580", new ByteArrayOutputStream());
    Path file = record("gtx580", all);
    List<SimulationResult> results = new ArrayList<>();
    for (LaunchWindow window :
        List.of(LaunchWindow.ALL, new LaunchWindow(0, 3, 0), new LaunchWindow(3, 9, 3))) {
      try (Recording recording = Recording.open(file);
          TimedGpu gpu =
              TimedGpu.builder(GpuConfigs.named("gtx580").orElseThrow())
                  .window(window)
                  .build(recording.image())) {
        gpu.replay(recording);
        results.add(gpu.result("recording", "run"));
      }
    }
    SimulationResult whole = results.get(0);
    SimulationResult first = results.get(1);
    SimulationResult second = results.get(2);
    assertThat(second.window()).isEqualTo(new SimulationResult.Window(3, 3, 3));
    assertThat(second.launches()).extracting(Launch::launch).containsExactly(3, 4, 5);
    assertThat(second.launches().getFirst().begin()).isZero();
    assertThat(Stream.concat(first.launches().stream(), second.launches().stream()))
        .extracting(Launch::cycles)
        .isEqualTo(whole.launches().stream().map(Launch::cycles).toList());
    for (ToLongFunction<SimulationResult> each :
        List.<ToLongFunction<SimulationResult>>of(
            SimulationResult::cycles,
            SimulationResult::warpInstructions,
            SimulationResult::schedulerCycles,
            result -> result.l1().hits(),
            result -> result.l2().reads(),
            result -> result.l2().writes(),
            result -> result.crossbar().answerFlits(),
            result -> result.dram().reads())) {
      assertThat(each.applyAsLong(first) + each.applyAsLong(second))
          .isEqualTo(each.applyAsLong(whole));
    }
  }

  @Test
  void theMemoryIsTheProgramsAtEachEnd() throws IOException {
    Outcome executed = execute("gtx580", new ByteArrayOutputStream());
    ByteBuffer memory = executed.memory().order(ByteOrder.LITTLE_ENDIAN);
    int late = memory.capacity() - 12_000;
    // add leaves in + 1, where nobody else wrote the byte 7 was set.
    assertThat(memory.getInt(late + 4 * 2999)).isEqualTo(0x07070708);
  }

  /** Blocks get their places in an order that depends on time, and L1s hold what lies there. */
  @ParameterizedTest
  @MethodSource("gpus")
  void localMemoryHasItsPlaceWhereItIsReplayed(String gpu) throws IOException {
    ByteArrayOutputStream recorded = new ByteArrayOutputStream();
    executeScattered("gtx580", LATENCY, recorded);
    Path file = Files.write(directory.resolve("local.rec"), recorded.toByteArray());
    int other = 2 * LATENCY;
    Outcome executed = executeScattered(gpu, other, new ByteArrayOutputStream());

    assertThat(replay(file, GpuConfigs.named(gpu).orElseThrow(), other)).isEqualTo(executed);
  }

  private static Outcome executeScattered(String gpuName, int latency, ByteArrayOutputStream out)
      throws IOException {
    Device device = new Device();
    DeviceBuffer in = device.malloc("in", Dtype.I32, List.of(3000L));
    DeviceBuffer result = device.malloc("out", Dtype.I32, List.of(3000L));
    device.memcpy(in, MemorySegment.ofArray(random(3)));
    try (TimedDevice timed = recording(gpuName, latency, out).build(device)) {
      TimedGpu gpu = timed.gpu();
      List<Long> cycles = cycles(gpu);
      Module module = device.load("kernels.ptx", ptx());
      launch(timed, module, "scattered", 700, 64, Argument.of(in), Argument.of(result));
      gpu.finish();
      return new Outcome(
          cycles, gpu.counts().warpInstructions(), bytes(new ProgramImage(device, _ -> 0)));
    }
  }

  @Test
  void allocationsHaveTheirNames() throws IOException {
    Path file = record("gtx580", execute("gtx580", new ByteArrayOutputStream()));

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.allocations().values())
          .extracting(Allocation::name, Allocation::bytes)
          .containsExactly(
              tuple("in", 12_000L),
              tuple("late", 12_000L),
              tuple("out", 12_000L),
              tuple("sums", 256L));
      TimedGpu gpu =
          TimedGpu.builder(GpuConfigs.named("gtx580").orElseThrow()).build(recording.image());
      List<Integer> counts = new ArrayList<>();
      gpu.observe(
          new GpuObserver() {
            @Override
            public void launchEnded(LaunchTiming timing) {
              counts.add(recording.image().allocations().size());
            }
          });
      gpu.replay(recording);
      assertThat(counts).containsExactly(3, 3, 3, 3, 3, 4);
    }
  }

  @Test
  void aBlockTooLargeForAnotherGpuIsTold() throws IOException {
    Device device = new Device();
    DeviceBuffer in = device.malloc("in", Dtype.I32, List.of(1024L));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TimedDevice timed = recording("p100", LATENCY, out).build(device)) {
      launch(
          timed,
          device.load("kernels.ptx", ptx()),
          "add",
          1,
          1024,
          Argument.of(in),
          Argument.of(in),
          Argument.of(1024));
      timed.gpu().finish();
    }
    Path file = Files.write(directory.resolve("large.rec"), out.toByteArray());
    GpuConfig smaller =
        GpuConfigs.read(
            Files.writeString(
                directory.resolve("smaller.toml"),
                "like = \"gtx580\"\n[core]\nthreads-per-block = 512\n"));
    assertThatThrownBy(() -> replay(file, smaller))
        .isInstanceOf(SimulationException.class)
        .hasMessageContaining("1024 threads");
  }
}
