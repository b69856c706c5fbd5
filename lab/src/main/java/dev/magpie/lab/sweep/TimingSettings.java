package dev.magpie.lab.sweep;

import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.ptx.LaunchOptions;
import java.io.Writer;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How launches of a point are timed.
 *
 * @param magBytes of a burst
 * @param metadataCacheBytes of each controller; empty for the GPU's
 * @param trainingInstructions while which trained codecs learn; empty to train them before
 * @param coldCaches whether each launch finds caches empty
 * @param hostCopies whether copies of the host take time
 * @param samplesBlocks whether some blocks of long launches are timed for all
 * @param samplesLaunches whether some launches that repeat are timed for all
 * @param window the launches that are timed
 * @param instructionLimit warp-instructions after which a launch hangs
 */
public record TimingSettings(
    int magBytes,
    OptionalInt metadataCacheBytes,
    OptionalLong trainingInstructions,
    boolean coldCaches,
    boolean hostCopies,
    boolean samplesBlocks,
    boolean samplesLaunches,
    LaunchWindow window,
    long instructionLimit) {

  /** Has a GPU time so. */
  void applyTo(TimedGpuBuilder builder) {
    builder.window(window);
    if (coldCaches) {
      builder.coldCaches();
    }
    if (hostCopies) {
      builder.timingHostCopies();
    }
    if (samplesBlocks) {
      builder.samplingBlocks();
    }
    if (samplesLaunches) {
      builder.samplingLaunches();
    }
  }

  /** For what is executed; what kernels print is not kept. */
  LaunchOptions launchOptions() {
    return LaunchOptions.DEFAULT
        .withInstructionLimit(instructionLimit)
        .withOutput(Writer.nullWriter());
  }
}
