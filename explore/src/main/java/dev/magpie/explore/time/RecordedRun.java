package dev.magpie.explore.time;

import dev.magpie.explore.input.Input;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.recording.Recording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A recording, which each replay opens for itself. */
final class RecordedRun implements ShownRun {
  private static final String KIND = "recording";

  private final Input<Recording> input;
  private final OpenedRun facts;

  /** Opens it once, to see whether it can be. */
  RecordedRun(Input<Recording> input) {
    this.input = input;
    try (Recording recording = input.opening().get()) {
      facts =
          new OpenedRun(
              input.label(),
              input.input(),
              KIND,
              recording.program().orElse(""),
              recording.launches(),
              recording.warpInstructions(),
              recording.allocations().values().stream().mapToLong(each -> each.bytes()).sum(),
              List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OpenedRun facts() {
    return facts;
  }

  @Override
  public long warpInstructions() {
    return facts.warpInstructions();
  }

  @Override
  public SimulationResult time(TimedGpuBuilder builder, Watch watch) throws IOException {
    try (Recording recording = input.opening().get()) {
      return replay(recording, builder, watch, KIND, facts.input());
    }
  }

  static SimulationResult replay(
      Recording recording, TimedGpuBuilder builder, Watch watch, String kind, String source) {
    try (TimedGpu gpu = builder.build(recording.image())) {
      gpu.observe(watch.of(gpu));
      gpu.replay(recording);
      return gpu.result(kind, source);
    }
  }

  @Override
  public void close() {}
}
