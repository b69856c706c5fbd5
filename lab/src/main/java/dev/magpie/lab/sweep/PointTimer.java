package dev.magpie.lab.sweep;

import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.gpu.recording.TemporaryRecording;
import dev.magpie.lab.result.LabException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Times points. */
final class PointTimer {
  private PointTimer() {}

  /**
   * What a point came to.
   *
   * @param remark what to tell of the run; empty for nothing
   */
  record Timed(SimulationResult result, String remark) {}

  @FunctionalInterface
  private interface Launches {
    String run(TimedGpuBuilder builder, Consumer<TimedGpu> made) throws IOException;
  }

  /** Executes or replays what the point names. */
  static Timed time(SweepPoint point) throws IOException {
    return time(point, builder(point), program(point));
  }

  /** Executes what the point names, and records it. */
  static Timed recording(SweepPoint point, TemporaryRecording recording) throws IOException {
    OutputStream out = Channels.newOutputStream(recording.channel());
    return time(point, builder(point).recording(out), program(point));
  }

  /** Replays what another point has recorded. */
  static Timed replaying(SweepPoint point, TemporaryRecording recorded) throws IOException {
    try (Recording recording = recorded.open(point.program().name())) {
      return time(
          point,
          builder(point),
          (builder, made) -> {
            TimedGpu gpu = builder.build(recording.image());
            made.accept(gpu);
            gpu.replay(recording);
            return "";
          });
    }
  }

  private static Launches program(SweepPoint point) {
    return (builder, made) -> point.program().run(builder, made, point.timing(), point.isLossy());
  }

  private static TimedGpuBuilder builder(SweepPoint point) {
    TimedGpuBuilder builder = TimedGpu.builder(point.gpu()).memory(point.memory());
    point.timing().applyTo(builder);
    return builder;
  }

  private static Timed time(SweepPoint point, TimedGpuBuilder builder, Launches launches)
      throws IOException {
    List<TimedGpu> made = new ArrayList<>();
    try {
      String remark = launches.run(builder, made::add);
      if (made.isEmpty() || made.getFirst().nextLaunch() == 0) {
        throw new LabException(point.program().name() + ": launches nothing");
      }
      TimedGpu gpu = made.getFirst();
      if (gpu.launches() == 0) {
        throw new LabException(
            "%s: has no launch %d; its last is %d"
                .formatted(
                    point.program().name(), point.timing().window().first(), gpu.nextLaunch() - 1));
      }
      gpu.finish();
      return new Timed(gpu.result(point.program().kind(), point.program().name()), remark);
    } finally {
      made.forEach(TimedGpu::close);
    }
  }
}
