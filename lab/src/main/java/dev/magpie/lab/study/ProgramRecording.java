package dev.magpie.lab.study;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** A program's execution on a simulated GPU, recorded once for replays with other memories. */
public final class ProgramRecording {
  private ProgramRecording() {}

  /** Executes a program on a device and records it. */
  public static void record(
      CudaProgram program, CudaProgram.Run run, Device device, TimedGpuBuilder builder, Path file)
      throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      execute(program, run, device, builder.recording(out), timed -> timed);
    }
  }

  /** What somebody makes of a GPU when all launches have ended. */
  public interface Ended<T> {
    T of(TimedDevice timed);
  }

  /** Executes a program on a device to its end. */
  public static <T> T execute(
      CudaProgram program,
      CudaProgram.Run run,
      Device device,
      TimedGpuBuilder builder,
      Ended<T> ended)
      throws IOException {
    Module module = device.load(program.ptx().name() + ".ptx", program.ptx().text());
    try (TimedDevice timed = builder.build(device, program.approximation()::bytesThatMayDiffer)) {
      run.execute(new Host(device, module, launch -> timed.launch(launch, LaunchOptions.DEFAULT)));
      timed.gpu().finish();
      return ended.of(timed);
    }
  }

  /**
   * Replays a recording.
   *
   * @param builder of the GPU
   * @param result makes it from the GPU and what was recorded
   */
  public static <T> T replay(
      Path file, TimedGpuBuilder builder, BiFunction<TimedGpu, Recording, T> result) {
    return played(file, builder, TimedGpu::replay, result);
  }

  /**
   * Replays a recording again and again on the same GPU; all times are timed together but for one
   * before them.
   */
  public static <T> T replayAgain(
      Path file, TimedGpuBuilder builder, int times, BiFunction<TimedGpu, Recording, T> result) {
    return played(
        file,
        builder,
        (gpu, recording) -> {
          gpu.warmUp(recording);
          for (int i = 0; i < times; i++) {
            gpu.replay(recording);
          }
        },
        result);
  }

  private static <T> T played(
      Path file,
      TimedGpuBuilder builder,
      BiConsumer<TimedGpu, Recording> player,
      BiFunction<TimedGpu, Recording, T> result) {
    try (Recording recording = Recording.open(file);
        TimedGpu gpu = builder.build(recording.image())) {
      player.accept(gpu, recording);
      return result.apply(gpu, recording);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
