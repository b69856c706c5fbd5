package dev.magpie.lab.sweep;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.job.JobProgram;
import dev.magpie.lab.data.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A job; what it would write is not written.
 *
 * @param name of the file as the sweep has it
 * @param digest over the job's file and all files that it reads
 */
record SweptJob(String name, Path file, String digest) implements SweptProgram {
  /**
   * A job.
   *
   * @throws dev.magpie.job.JobException if it is none
   */
  static SweptJob of(String name, Path file) throws IOException {
    Sha256 digest = new Sha256();
    for (Path each : JobProgram.files(file)) {
      ProgramFiles.add(digest, each);
    }
    return new SweptJob(name, file, digest.hex());
  }

  @Override
  public String kind() {
    return "job";
  }

  @Override
  public Map<String, String> axes() {
    return Map.of();
  }

  @Override
  public String run(
      TimedGpuBuilder builder, Consumer<TimedGpu> made, TimingSettings timing, boolean lossy)
      throws IOException {
    try (JobProgram job = new JobProgram(file, timing.launchOptions())) {
      job.execute(device -> {
        TimedDevice timed = builder.build(device);
        made.accept(timed.gpu());
        return new TimedLauncher(timed);
      });
      return "";
    }
  }
}
