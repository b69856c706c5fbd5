package dev.magpie.lab.sweep;

import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.lab.data.Sha256;
import dev.magpie.lab.result.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What {@code magpie simulate --record} wrote.
 *
 * @param name of the file as the sweep has it
 * @param digest over the file
 */
record SweptRecording(String name, Path file, String digest) implements SweptProgram {
  /**
   * A recording.
   *
   * @throws dev.magpie.gpu.trace.TraceException if it is none
   */
  static SweptRecording of(String name, Path file) throws IOException {
    Recording.open(file).close();
    Sha256 digest = new Sha256();
    ProgramFiles.add(digest, file);
    return new SweptRecording(name, file, digest.hex());
  }

  @Override
  public String kind() {
    return "recording";
  }

  @Override
  public Map<String, String> axes() {
    return Map.of();
  }

  @Override
  public boolean isExecuted() {
    return false;
  }

  @Override
  public String run(
      TimedGpuBuilder builder, Consumer<TimedGpu> made, TimingSettings timing, boolean lossy)
      throws IOException {
    try (Recording recording = Recording.open(file)) {
      if (timing.hostCopies() && !recording.hasAllocations()) {
        throw new LabException(file + ": the recording has no copies of the host; record it anew");
      }
      TimedGpu gpu = builder.build(recording.image());
      made.accept(gpu);
      gpu.replay(recording);
      return "";
    }
  }
}
