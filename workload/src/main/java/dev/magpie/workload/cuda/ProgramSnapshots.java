package dev.magpie.workload.cuda;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.settings.IoReason;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a program's device memory at ten points of its run, evenly spread over its launches. A
 * program of fewer launches shows its memory after some of them more than once.
 */
public final class ProgramSnapshots {
  /** Snapshots of a run. */
  public static final int COUNT = 10;

  private final String program;
  private final Path directory;
  private final long launches;
  private long launched;
  private int written;

  private ProgramSnapshots(String program, Path directory, long launches) {
    this.program = program;
    this.directory = directory;
    this.launches = launches;
  }

  /**
   * Executes a run once more and writes {@code t0} to {@code t9} into a directory.
   *
   * @param launches how many the run has, from an execution before this one
   * @throws java.io.UncheckedIOException if a file cannot be written
   */
  public static void write(
      CudaProgram program,
      CudaProgram.Run run,
      LaunchOptions options,
      long launches,
      Path directory) {
    ProgramSnapshots snapshots = new ProgramSnapshots(program.name(), directory, launches);
    ProgramRunner.execute(
        program, run, program.ptx().text(), options, (device, _) -> snapshots.after(device));
  }

  /** How many of the snapshots are due when so many launches have ended of so many. */
  public static int due(long launched, long launches) {
    return (int) (launched * COUNT / launches);
  }

  private void after(Device device) {
    launched++;
    while (written < due(launched, launches)) {
      Path place = directory.resolve("t" + written);
      try {
        Files.createDirectory(place);
      } catch (IOException e) {
        throw IoReason.unwritten(place, e);
      }
      Map<String, Tensor> memory = new LinkedHashMap<>();
      for (DeviceBuffer buffer : device.buffers().values()) {
        memory.put(buffer.name(), buffer.tensor());
      }
      SafetensorsWriter.write(place.resolve("memory.safetensors"), memory, program);
      written++;
    }
  }
}
