package dev.magpie.explore;

import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.SourceText;
import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.job.JobProgram;
import dev.magpie.job.Program;
import dev.magpie.ptx.LaunchOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The job of the heat in a plate, smaller or larger than the repository has it, and its recording.
 */
final class HeatJob {
  private static final Path JOBS = Path.of("../jobs").toAbsolutePath().normalize();

  private final Path file;

  /**
   * Writes it.
   *
   * @param directory that takes it
   * @param cells along a side of the plate
   */
  HeatJob(Path directory, int cells) {
    try {
      file =
          Files.writeString(
              directory.resolve("heat-%d.toml".formatted(cells)),
              Files.readString(JOBS.resolve("heat.toml"))
                  .replace("heat.ptx", JOBS.resolve("heat.ptx").toString())
                  .replace("n = 512", "n = " + cells));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file() {
    return file;
  }

  Input<Program> program() {
    return new Input<>(
        String.valueOf(file.getFileName()),
        file.toString(),
        () -> new JobProgram(file, LaunchOptions.DEFAULT));
  }

  /** A recording of it beside the job. */
  Path recording() {
    Path place = Path.of(file.toString().replace(".toml", ".rec"));
    try (Program program = program().opening().get();
        OutputStream out = Files.newOutputStream(place)) {
      TimedGpuBuilder builder =
          TimedGpu.builder(GpuConfigs.named("gtx580").orElseThrow()).recording(out);
      List<TimedDevice> made = new ArrayList<>();
      program.execute(device -> {
        made.add(builder.build(device));
        return made.getFirst()::launch;
      });
      made.getFirst().gpu().finish();
      made.getFirst().close();
      return place;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Input<Recording> recording(Path file) {
    return new Input<>(
        String.valueOf(file.getFileName()),
        file.toString(),
        () -> {
          try {
            return Recording.open(file);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** What its kernels are compiled from, and their PTX. */
  static List<Input<SourceText>> sources() {
    return List.of(source("heat.cu"), source("heat.ptx"));
  }

  private static Input<SourceText> source(String name) {
    Path path = JOBS.resolve(name);
    return new Input<>(
        name,
        path.toString(),
        () -> {
          try {
            return SourceText.of(path.toString(), Files.readString(path));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
