package dev.magpie.lab.sweep;

import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/** What a sweep times on its systems. */
public sealed interface SweptProgram permits SweptWorkload, SweptJob, SweptRecording {
  /** What kind of source it is, in results. */
  String kind();

  /** What results call it. */
  String name();

  /** What tells it from others of its name. */
  Map<String, String> axes();

  /** A digest over all that decides what its launches do. */
  String digest();

  /** Whether it is executed; else it is replayed. */
  default boolean isExecuted() {
    return true;
  }

  /** Whether a lossy codec may change what it computes. */
  default boolean canBeApproximated() {
    return false;
  }

  /**
   * Runs all its launches, and compares its results where it knows better.
   *
   * @param builder of the GPU
   * @param made is told of the GPU before the first launch
   * @param timing how
   * @param lossy whether the codec changes what it computes
   * @return what to tell the user; empty for nothing
   */
  String run(TimedGpuBuilder builder, Consumer<TimedGpu> made, TimingSettings timing, boolean lossy)
      throws IOException;
}
