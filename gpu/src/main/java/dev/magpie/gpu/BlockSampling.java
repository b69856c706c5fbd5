package dev.magpie.gpu;

import dev.magpie.gpu.core.Occupancy;
import dev.magpie.gpu.stream.FastForward;
import dev.magpie.gpu.stream.FirstBlocks;
import dev.magpie.gpu.stream.KernelStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Times three waves of blocks of long launches; the others take effect on memory, and the time of
 * blocks in the midst. A wave is as many blocks as there are at once.
 *
 * <p>While the machine is full, as many blocks end in the second wave's time as in any that
 * follows. So a launch takes what its first three waves do, and for each block more a block's share
 * of the time between the end of the first wave and that of the second. The first two long launches
 * of each kernel are timed whole, and this is held against them: up to when the third wave has
 * begun, nothing differs. So are the bytes of the DRAM, which are scaled by blocks as all counts
 * are: what fits the L2 is not written back before three waves have ended. If one of the two is off
 * by more than 3 % in one of these launches, the kernel is not sampled. (Number of waves, of
 * checks, and the bound are ours.)
 */
final class BlockSampling implements GpuObserver {
  private static final int WAVES = 3;
  private static final int CHECKS = 2;
  private static final double TOLERANCE = 0.03;

  private final Gpu gpu;
  private final LongSupplier dramBytes;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();
  private long launches;
  private long blocks;
  private long timedBlocks;

  // Of the launch that runs.
  private boolean isChecked;
  private long wave;
  private long ended;
  private long firstWaveEnd;
  private long secondWaveEnd;
  private long lastBegan;
  private long secondWaveBytes;
  private long lastBeganBytes;
  private long bytesBefore;

  /** What is known of the launches of a kernel. */
  private static final class Kernel {
    int checks;
    int sampled;
    double error;
    double bytesError;

    boolean mayBeSampled() {
      return error <= TOLERANCE && bytesError <= TOLERANCE;
    }
  }

  /**
   * A launch that has run.
   *
   * @param timing of the blocks that were timed
   * @param blocks all
   * @param moreCycles that the others would have taken
   */
  record Run(LaunchTiming timing, long blocks, long moreCycles) {
    private static Run whole(LaunchTiming timing) {
      return new Run(timing, timing.blocks(), 0);
    }

    boolean isSampled() {
      return blocks > timing.blocks();
    }

    /** How often what was counted is to be counted once more. */
    double times() {
      return (double) (blocks - timing.blocks()) / timing.blocks();
    }

    /** That of all blocks. */
    LaunchTiming estimate() {
      return new LaunchTiming(
          timing.number(),
          timing.kernel(),
          timing.begin(),
          timing.end() + moreCycles,
          Math.round((1 + times()) * timing.warpInstructions()),
          blocks,
          timing.occupancy(),
          timing.limit());
    }
  }

  /**
   * Samples blocks of a GPU.
   *
   * @param dramBytes that have moved so far
   */
  BlockSampling(Gpu gpu, LongSupplier dramBytes) {
    this.gpu = gpu;
    this.dramBytes = dramBytes;
    gpu.observe(this);
  }

  @Override
  public void blockBegan(int multiprocessor, long block, long cycle) {
    if (isChecked) {
      lastBegan = cycle;
      lastBeganBytes = dramBytes.getAsLong();
    }
  }

  @Override
  public void blockEnded(int multiprocessor, long block, long cycle) {
    ended++;
    if (ended == wave) {
      firstWaveEnd = cycle;
    } else if (ended == 2 * wave) {
      secondWaveEnd = cycle;
      secondWaveBytes = dramBytes.getAsLong();
    }
  }

  /**
   * Runs a launch, or samples it.
   *
   * @param limit of warp-instructions
   */
  Run run(KernelStream kernel, int number, long limit) {
    Occupancy occupancy = Occupancy.of(gpu.config().core(), kernel.shape());
    wave = (long) occupancy.blocks() * gpu.config().multiprocessors();
    ended = 0;
    long all = kernel.shape().blocks();
    if (wave == 0 || all < 2 * WAVES * wave) {
      return Run.whole(gpu.run(kernel, number));
    }
    Kernel known = kernels.computeIfAbsent(kernel.shape().name(), _ -> new Kernel());
    if (known.checks < CHECKS) {
      isChecked = true;
      bytesBefore = dramBytes.getAsLong();
      LaunchTiming timing = gpu.run(kernel, number);
      isChecked = false;
      known.checks++;
      known.error = Math.max(known.error, Math.abs(error(timing)));
      known.bytesError = Math.max(known.bytesError, Math.abs(bytesError(all)));
      return Run.whole(timing);
    }
    if (!known.mayBeSampled()) {
      return Run.whole(gpu.run(kernel, number));
    }
    return sample(kernel, number, limit, known);
  }

  private Run sample(KernelStream kernel, int number, long limit, Kernel known) {
    long all = kernel.shape().blocks();
    long timed = WAVES * wave;
    LaunchTiming timing = gpu.run(new FirstBlocks(kernel, timed), number);
    FastForward others = new FastForward(limit);
    try {
      others.run(kernel, timed, all);
    } catch (FastForward.StuckException e) {
      throw new SimulationException(
          "kernel %s: a block that is not timed %s"
              .formatted(kernel.shape().name(), e.getMessage()));
    }
    others.forEachWritten(gpu::hostWrote);
    long more = Math.round(cyclesOf(all - timed));
    gpu.idle(more);
    known.sampled++;
    launches++;
    blocks += all;
    timedBlocks += timed;
    return new Run(timing, all, more);
  }

  /** Cycles of some blocks while the machine is full. */
  private double cyclesOf(long count) {
    return (double) (secondWaveEnd - firstWaveEnd) / wave * count;
  }

  /** How far an estimate would be off for a launch that was timed whole. */
  private double error(LaunchTiming whole) {
    // When the last block of three waves begins, two have ended.
    double estimated = secondWaveEnd + cyclesOf(whole.blocks() - WAVES * wave);
    return (estimated - lastBegan) / whole.cycles();
  }

  private double bytesError(long all) {
    long total = dramBytes.getAsLong() - bytesBefore;
    // Two waves, and what the last one moves.
    long timed = secondWaveBytes - bytesBefore + total - (lastBeganBytes - bytesBefore);
    double estimated = (double) timed * all / (WAVES * wave);
    return total == 0 ? 0 : (estimated - total) / total;
  }

  SimulationResult.Sampling result() {
    List<SimulationResult.SampledKernel> all =
        kernels.entrySet().stream()
            .map(each ->
                new SimulationResult.SampledKernel(
                    each.getKey(),
                    each.getValue().checks,
                    each.getValue().error,
                    each.getValue().bytesError,
                    each.getValue().sampled))
            .toList();
    return new SimulationResult.Sampling(WAVES, launches, blocks, timedBlocks, all);
  }
}
