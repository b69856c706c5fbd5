package dev.magpie.gpu.recording;

import dev.magpie.gpu.GpuObserver;
import dev.magpie.gpu.LaunchTiming;
import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.execute.ProgramImage;
import dev.magpie.gpu.memory.DeviceImage;
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
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A run of all kernels that tests record and replay, under memory that takes a fixed time. */
final class RecordedRun {
  static final int LATENCY = 300;

  private RecordedRun() {}

  /** What a run took, and what it left of its memory. */
  record Outcome(List<Long> cycles, long warpInstructions, ByteBuffer memory) {}

  static String ptx() throws IOException {
    try (InputStream in = RecordedRun.class.getResourceAsStream("kernels.ptx")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Launches all kernels, some again after the host has changed their input. */
  static Outcome execute(String gpuName, ByteArrayOutputStream recorded) throws IOException {
    return execute(gpuName, recorded, LaunchWindow.ALL);
  }

  static Outcome execute(String gpuName, ByteArrayOutputStream recorded, LaunchWindow window)
      throws IOException {
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

  static TimedGpuBuilder recording(String gpu, int latency, OutputStream out) {
    return TimedGpu.builder(GpuConfigs.named(gpu).orElseThrow())
        .memory(listener -> new FixedMemory(listener, latency))
        .recording(out);
  }

  static List<Long> cycles(TimedGpu gpu) {
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

  static void launch(
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

  static byte[] random(int seed) {
    byte[] bytes = new byte[12_000];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  static ByteBuffer bytes(DeviceImage image) {
    byte[] bytes = new byte[Math.toIntExact(image.bytes())];
    image.read(0, bytes.length, MemorySegment.ofArray(bytes), 0);
    return ByteBuffer.wrap(bytes);
  }

  static Outcome replay(Path file, String gpuName) throws IOException {
    return replay(file, GpuConfigs.named(gpuName).orElseThrow());
  }

  static Outcome replay(Path file, GpuConfig config) throws IOException {
    return replay(file, config, LATENCY);
  }

  static Outcome replay(Path file, GpuConfig config, int latency) throws IOException {
    return replay(file, config, latency, LaunchWindow.ALL);
  }

  static Outcome replay(Path file, GpuConfig config, int latency, LaunchWindow window)
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

  static Outcome replay(Path file, String gpuName, LaunchWindow window) throws IOException {
    return replay(file, GpuConfigs.named(gpuName).orElseThrow(), LATENCY, window);
  }

  /** Executes and records it. */
  static Outcome record(String gpuName, Path file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Outcome outcome = execute(gpuName, out);
    Files.write(file, out.toByteArray());
    return outcome;
  }
}
