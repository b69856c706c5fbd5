package dev.magpie.cli.simulate;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.stream.LaunchWindow;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is timed: which launches, all of them or some for others, and which of their blocks. */
public final class WindowOptions {
  @Option(
      names = "--from-launch",
      paramLabel = "NUMBER",
      description =
          "Time launches from this one on, counted from 0; those before execute without time, which"
              + " is faster.")
  private @Nullable Integer first;

  @Option(
      names = "--launches",
      paramLabel = "COUNT",
      description = "Time so many launches; those behind execute without time. Default: all.")
  private @Nullable Integer count;

  @Option(
      names = "--warm-up",
      paramLabel = "COUNT",
      description =
          "With --from-launch, simulate so many launches before it to fill caches, and count"
              + " nothing of them. Default: 1.")
  private @Nullable Integer warmUp;

  @Option(
      names = "--sample-blocks",
      description =
          "Time blocks of a long launch until they end at a steady rate, and estimate what the"
              + " others take, which execute without time. The result says by how much that may be"
              + " off.")
  private boolean samplesBlocks;

  @Option(
      names = "--sample-launches",
      description =
          "Time launches of a kernel until they take as long as each other, and then few of those"
              + " that follow; the others execute without time, and are estimated. The result says"
              + " by how much that may be off.")
  private boolean samplesLaunches;

  /** Tells a GPU what it need not time. */
  void sample(TimedGpuBuilder builder) {
    if (samplesBlocks) {
      builder.samplingBlocks();
    }
    if (samplesLaunches) {
      builder.samplingLaunches();
    }
  }

  /**
   * The launches that are asked for.
   *
   * @throws BadUsageException if there can be no such
   */
  LaunchWindow window() {
    BadUsageException.when(first != null && first < 0, "--from-launch is 0 or more");
    BadUsageException.when(count != null && count < 1, "--launches is 1 or more");
    BadUsageException.when(
        warmUp != null && (warmUp < 0 || first == null),
        "--warm-up is 0 or more, and goes with --from-launch");
    BadUsageException.when(
        warmUp != null && first != null && warmUp > first,
        "--warm-up %d: --from-launch %d has no more than %d launches before it"
            .formatted(warmUp, first, first));
    if (first == null && count == null) {
      return LaunchWindow.ALL;
    }
    return new LaunchWindow(
        first == null ? 0 : first,
        count == null ? Integer.MAX_VALUE : count,
        warmUp == null ? 1 : warmUp);
  }

  /**
   * Holds the window to the launches that a program has.
   *
   * @param program its name
   * @throws BadUsageException if none of them is in it
   */
  void check(String program, int firstThere, int lastThere) {
    LaunchWindow window = window();
    BadUsageException.when(
        !window.equals(LaunchWindow.ALL)
            && (window.first() > lastThere || window.isOver(firstThere)),
        firstThere == lastThere
            ? "--from-launch %d: %s has launch %d alone"
                .formatted(window.first(), program, firstThere)
            : "--from-launch %d: %s has launches %d to %d"
                .formatted(window.first(), program, firstThere, lastThere));
  }

  /** A line if there were fewer launches than were asked for; else empty. */
  String remark(TimedGpu gpu) {
    return count == null || gpu.launches() == count
        ? ""
        : "timed %d of %d launches: there are no more".formatted(gpu.launches(), count);
  }
}
