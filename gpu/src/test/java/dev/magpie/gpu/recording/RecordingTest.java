package dev.magpie.gpu.recording;

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
import dev.magpie.gpu.memory.DeviceImage;
import dev.magpie.gpu.memory.DeviceImage.Allocation;
import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.snapshot.Dtype;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordingTest {
  private static final int LATENCY = 300;

  @TempDir private Path directory;

  static List<String> gpus() {
    return GpuConfigs.names();
  }

  static Stream<String> others() {
    return gpus().stream().filter(name -> !name.startsWith("gtx580"));
  }

  /** What a run took, and what it left of its memory. */
  private record Outcome(List<Long> cycles, long warpInstructions, ByteBuffer memory) {}

  private static String ptx() throws IOException {
    try (InputStream in = RecordingTest.class.getResourceAsStream("kernels.ptx")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Launches all kernels, some again after the host has changed their input. */
  private static Outcome execute(String gpuName, ByteArrayOutputStream recorded)
      throws IOException {
    return execute(gpuName, recorded, LaunchWindow.ALL);
  }

  private static Outcome execute(
      String gpuName, ByteArrayOutputStream recorded, LaunchWindow window) throws IOException {
    Device device = new Device();
    Module module = device.load("kernels.ptx", ptx());
    DeviceBuffer in = device.malloc("in", Dtype.I32, List.of(3000L));
    DeviceBuffer out = device.malloc("out", Dtype.I32, List.of(3000L));
    DeviceBuffer sums = device.malloc("sums", Dtype.I32, List.of(64L));
    device.memcpy(in, MemorySegment.ofArray(random(1)));
    try (TimedDevice timed = recording(gpuName, LATENCY, recorded).window(window).build(device)) {
      TimedGpu gpu = timed.gpu();
      List<Long> cycles = cycles(gpu);
      launch(timed, module, "add", 12, 256, Argument.of(in), Argument.of(out), Argument.of(3000));
      launch(timed, module, "reduce", 12, 256, Argument.of(in), Argument.of(sums));
      device.memcpy(in, MemorySegment.ofArray(random(2)));
      device.memset(out, (byte) 7);
      launch(timed, module, "add", 12, 256, Argument.of(in), Argument.of(out), Argument.of(2999));
      launch(timed, module, "histogram", 12, 256, Argument.of(in), Argument.of(sums));
      launch(timed, module, "named", 3, 128, Argument.of(in), Argument.of(out));
      DeviceBuffer late = device.malloc("late", Dtype.I32, List.of(3000L));
      launch(timed, module, "add", 12, 256, Argument.of(out), Argument.of(late), Argument.of(3000));
      gpu.finish();
      return new Outcome(
          cycles, gpu.counts().warpInstructions(), bytes(new ProgramImage(device, _ -> 0)));
    }
  }

  private static TimedGpu.Builder recording(String gpu, int latency, OutputStream out) {
    return TimedGpu.builder(GpuConfigs.named(gpu).orElseThrow())
        .memory(listener -> new FixedMemory(listener, latency))
        .recording(out);
  }

  private static List<Long> cycles(TimedGpu gpu) {
    List<Long> cycles = new ArrayList<>();
    gpu.observe(
        new GpuObserver() {
          @Override
          public void launchEnded(LaunchTiming timing) {
            cycles.add(timing.cycles());
          }
        });
    return cycles;
  }

  private static void launch(
      TimedDevice device,
      Module module,
      String kernel,
      int grid,
      int block,
      Argument... arguments) {
    device.launch(
        dev.magpie.ptx.Launch.of(module.kernel(kernel), Dim3.of(grid), Dim3.of(block), arguments),
        LaunchOptions.DEFAULT);
  }

  private static byte[] random(int seed) {
    byte[] bytes = new byte[12_000];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  private static ByteBuffer bytes(DeviceImage image) {
    byte[] bytes = new byte[Math.toIntExact(image.bytes())];
    image.read(0, bytes.length, MemorySegment.ofArray(bytes), 0);
    return ByteBuffer.wrap(bytes);
  }

  private static Outcome replay(Path file, String gpuName) throws IOException {
    return replay(file, GpuConfigs.named(gpuName).orElseThrow());
  }

  private static Outcome replay(Path file, GpuConfig config) throws IOException {
    return replay(file, config, LATENCY);
  }

  private static Outcome replay(Path file, GpuConfig config, int latency) throws IOException {
    return replay(file, config, latency, LaunchWindow.ALL);
  }

  private static Outcome replay(Path file, GpuConfig config, int latency, LaunchWindow window)
      throws IOException {
    try (Recording recording = Recording.open(file)) {
      TimedGpu gpu =
          TimedGpu.builder(config)
              .memory(listener -> new FixedMemory(listener, latency))
              .window(window)
              .build(recording.image());
      List<Long> cycles = cycles(gpu);
      gpu.replay(recording);
      return new Outcome(cycles, gpu.counts().warpInstructions(), bytes(recording.image()));
    }
  }

  private Path record(String gpuName, Outcome expected) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(execute(gpuName, out)).isEqualTo(expected);
    return Files.write(directory.resolve("run.rec"), out.toByteArray());
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

  private static Outcome replay(Path file, String gpuName, LaunchWindow window) throws IOException {
    return replay(file, GpuConfigs.named(gpuName).orElseThrow(), LATENCY, window);
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

  /** With a checksum that is right, whatever the directory says. */
  @Test
  void directoriesThatLieEndInAMessage() throws IOException {
    Path file = record("gtx580", execute("gtx580", new ByteArrayOutputStream()));
    byte[] whole = Files.readAllBytes(file);
    byte[] directory;
    try (ChunkReader reader = new ChunkReader(file)) {
      ByteReader in = reader.directory();
      directory = new byte[in.left()];
      in.raw(directory, 0, directory.length);
    }
    ByteBuffer trailer = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    int at = Math.toIntExact(trailer.getLong(whole.length - 16));
    SplittableRandom random = new SplittableRandom(7);
    int told = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] lies = directory.clone();
      for (int k = 0; k <= i % 4; k++) {
        // Numbers of many bytes, and of none.
        lies[random.nextInt(lies.length)] = (byte) (i % 2 == 0 ? random.nextInt(256) : 0xFF);
      }
      ByteWriter chunk = new ByteWriter();
      chunk.raw(lies, 0, i % 5 == 0 ? random.nextInt(lies.length) : lies.length);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (ChunkWriter writer = new ChunkWriter(out)) {
        writer.finish(chunk);
      }
      ByteArrayOutputStream lying = new ByteArrayOutputStream();
      lying.write(whole, 0, at);
      byte[] end = out.toByteArray();
      ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN).putLong(end.length - 16, at);
      lying.write(end, ChunkWriter.MAGIC.length, end.length - ChunkWriter.MAGIC.length);
      Files.write(file, lying.toByteArray());
      try (Recording recording = Recording.open(file)) {
        for (Allocation each : recording.allocations().values()) {
          assertThat(each.address()).isBetween(0L, ReplayImage.MOST_BYTES);
          assertThat(each.bytes()).isBetween(0L, ReplayImage.MOST_BYTES - each.address());
        }
      } catch (TraceException e) {
        assertThat(e.getMessage()).startsWith(file + ": ").hasLineCount(1);
        told++;
      }
    }
    assertThat(told).isGreaterThan(1000);
  }

  @Test
  void aRecordingNamesItsProgram() throws IOException {
    Device device = new Device();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TimedDevice timed = recording("p100", LATENCY, out).program("add").build(device)) {
      timed.gpu().finish();
    }
    Path file = Files.write(directory.resolve("run.rec"), out.toByteArray());
    try (Recording recording = Recording.open(file)) {
      assertThat(recording.program()).contains("add");
    }
  }

  /** Which was the same without the name of the program. */
  @Test
  void version3IsRead() throws IOException {
    Outcome executed = execute("gtx580", new ByteArrayOutputStream());
    Path file = record("gtx580", executed);
    ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int magic = ChunkWriter.MAGIC.length;
    int at = (int) whole.getLong(whole.capacity() - magic - Long.BYTES);
    byte[] directory = new byte[whole.getInt(at) - 1];
    try (ChunkReader chunks = new ChunkReader(file)) {
      ByteReader in = chunks.directory();
      assertThat(in.text()).isEmpty();
      in.raw(directory, 0, directory.length);
    }
    ByteWriter older = new ByteWriter();
    older.raw(directory, 0, directory.length);
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    try (ChunkWriter writer = new ChunkWriter(chunk)) {
      writer.write(older);
    }
    ByteWriter out = new ByteWriter();
    out.raw(whole.array(), 0, at);
    out.raw(chunk.toByteArray(), magic, chunk.size() - magic);
    out.word(at);
    out.word(0);
    out.raw(ChunkWriter.MAGIC, 0, magic);
    byte[] written = out.toArray();
    written[magic - 1] = LaunchDirectory.WITH_ALLOCATIONS;
    written[written.length - 1] = LaunchDirectory.WITH_ALLOCATIONS;
    Files.write(file, written);

    try (Recording recording = Recording.open(file)) {
      assertThat(recording.program()).isEmpty();
      assertThat(recording.hasAllocations()).isTrue();
    }
    assertThat(replay(file, "gtx580")).isEqualTo(executed);
  }

  @Test
  void versionsThatCannotBeReadAreTold() throws IOException {
    Path file = record("gtx580", execute("gtx580", new ByteArrayOutputStream()));
    byte[] whole = Files.readAllBytes(file);
    for (int version : List.of(1, 5)) {
      whole[ChunkWriter.MAGIC.length - 1] = (byte) version;
      Files.write(file, whole);
      assertThatThrownBy(() -> Recording.open(file))
          .hasMessage(
              "%s: has version %d of the format, and 2 to 4 can be read; record it anew"
                  .formatted(file, version));
    }
  }

  @Test
  void damagedFilesEndInAMessage() throws IOException {
    Outcome executed = execute("gtx580", new ByteArrayOutputStream());
    Path file = record("gtx580", executed);
    byte[] whole = Files.readAllBytes(file);
    SplittableRandom random = new SplittableRandom(5);
    int told = 0;
    for (int i = 0; i < 120; i++) {
      byte[] damaged = whole.clone();
      damaged[i < 20 ? damaged.length - 1 - i : random.nextInt(damaged.length)] ^=
          (byte) (1 << random.nextInt(8));
      Files.write(
          file, i % 10 == 9 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged);
      try {
        // Deflation leaves some bits unused.
        assertThat(replay(file, "gtx580")).isEqualTo(executed);
      } catch (TraceException e) {
        assertThat(e.getMessage()).startsWith(file + ": ").hasLineCount(1);
        told++;
      }
    }
    assertThat(told).isGreaterThan(110);
    Files.writeString(file, "-kernel name = x");
    assertThatThrownBy(() -> Recording.open(file))
        .hasMessage(file + ": is no recording of magpie simulate");
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
