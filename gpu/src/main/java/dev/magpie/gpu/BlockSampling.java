package dev.magpie.gpu;

import dev.magpie.gpu.core.Occupancy;
import dev.magpie.gpu.stream.FastForward;
import dev.magpie.gpu.stream.FirstBlocks;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.ptx.names.KernelNames;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Times some waves of blocks of long launches; the others take effect on memory. A wave is as many
 * blocks as there are at once.
 *
 * <p>While the machine is full, as many blocks end in one wave's time as in the next. So a launch
 * takes what its first waves do, and for each block more a block's share of the time from the end
 * of the last wave but two to that of the last but one, in which the machine is full; and so with
 * bytes and all other counts. The first two long launches of each kernel are timed whole, and this
 * is held against them: up to when the last wave has begun, nothing differs. Three waves are timed,
 * or up to twelve, so that neither cycles nor bytes of the DRAM were off by more than 3 % in these
 * launches: an L2 that fills at first writes nothing back. If no number of waves will do, the
 * kernel is not sampled. (Numbers of waves and checks, and the bound, are ours.)
 */
final class BlockSampling implements GpuObserver {
  private static final int FEWEST_WAVES = 3;
  private static final int MOST_WAVES = 12;
  private static final int CHECKS = 2;
  private static final double TOLERANCE = 0.03;

  private final Gpu gpu;
  private final Supplier<GpuCounts> counted;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();
  private long launches;
  private long blocks;
  private long timedBlocks;

  // Of the launch that runs; what there was when so many waves had ended.
  private final @Nullable GpuCounts[] waveCounts = new GpuCounts[MOST_WAVES + 1];
  private final long[] waveCycles = new long[MOST_WAVES + 1];
  private long wave;
  private long allBlocks;
  private long ended;
  private long began;
  private long lastBegan;
  private long lastBeganAccesses;

  /** What is known of the launches of a kernel: errors by numbers of waves. */
  private static final class Kernel {
    final double[] errors = new double[MOST_WAVES + 1];
    final double[] bytesErrors = new double[MOST_WAVES + 1];
    int checks;
    int sampled;

    /** How many waves will do; 0 if no number does. */
    int waves() {
      int waves = FEWEST_WAVES;
      while (waves <= MOST_WAVES && (errors[waves] > TOLERANCE || bytesErrors[waves] > TOLERANCE)) {
        waves++;
      }
      return waves <= MOST_WAVES ? waves : 0;
    }

    SimulationResult.SampledKernel result(String name) {
      int waves = waves();
      int told = waves == 0 ? FEWEST_WAVES : waves;
      return new SimulationResult.SampledKernel(
          name, checks, told, errors[told], bytesErrors[told], sampled);
    }
  }

  /**
   * A launch that has run.
   *
   * @param timing of the blocks that were timed
   * @param estimate the same of all blocks
   * @param untimed what the others would have counted; null if all were timed
   */
  record Run(LaunchTiming timing, LaunchTiming estimate, @Nullable GpuCounts untimed) {
    private static Run whole(LaunchTiming timing) {
      return new Run(timing, timing, null);
    }
  }

  /**
   * Samples blocks of a GPU.
   *
   * @param counted what it has counted so far
   */
  BlockSampling(Gpu gpu, Supplier<GpuCounts> counted) {
    this.gpu = gpu;
    this.counted = counted;
    gpu.observe(this);
  }

  @Override
  public void blockBegan(int multiprocessor, long block, long cycle) {
    if (++began == allBlocks) {
      lastBegan = cycle;
      lastBeganAccesses = counted.get().accesses();
    }
  }

  @Override
  public void blockEnded(int multiprocessor, long block, long cycle) {
    if (++ended % wave == 0 && ended / wave <= MOST_WAVES && allBlocks > 0) {
      int waves = (int) (ended / wave);
      waveCycles[waves] = cycle;
      waveCounts[waves] = counted.get().copied();
    }
  }

  private void begin(KernelStream kernel) {
    Occupancy occupancy = Occupancy.of(gpu.config().core(), kernel.shape());
    wave = Math.max(1, (long) occupancy.blocks() * gpu.config().multiprocessors());
    ended = 0;
    began = 0;
    allBlocks = isLong(kernel, FEWEST_WAVES) ? kernel.shape().blocks() : 0;
    Arrays.fill(waveCounts, null);
  }

  /** Whether at least as many blocks are saved as are timed. */
  private boolean isLong(KernelStream kernel, int waves) {
    return kernel.shape().blocks() >= 2L * waves * wave;
  }

  /**
   * Runs a launch, or samples it.
   *
   * @param limit of warp-instructions
   */
  Run run(KernelStream kernel, int number, long limit) {
    begin(kernel);
    if (!isLong(kernel, FEWEST_WAVES)) {
      return Run.whole(gpu.run(kernel, number));
    }
    Kernel known = kernels.computeIfAbsent(kernel.shape().name(), _ -> new Kernel());
    if (known.checks < CHECKS) {
      long before = counted.get().accesses();
      LaunchTiming timing = gpu.run(kernel, number);
      check(known, timing, counted.get().accesses() - before);
      return Run.whole(timing);
    }
    int waves = known.waves();
    return waves == 0 || !isLong(kernel, waves)
        ? Run.whole(gpu.run(kernel, number))
        : sample(kernel, number, limit, waves, known);
  }

  private void check(Kernel known, LaunchTiming whole, long accesses) {
    known.checks++;
    for (int waves = FEWEST_WAVES; waves <= MOST_WAVES; waves++) {
      long others = whole.blocks() - waves * wave;
      // When the last block of the timed waves begins, all but one have ended.
      if (others < waves * wave) {
        known.errors[waves] = Double.POSITIVE_INFINITY;
      } else {
        double cycles = waveCycles[waves - 1] + cyclesOf(others, waves) - lastBegan;
        GpuCounts full = wave(waves - 1);
        double moved =
            full.accesses()
                + share(others) * full.since(wave(waves - 2)).accesses()
                - lastBeganAccesses;
        known.errors[waves] = Math.max(known.errors[waves], Math.abs(cycles) / whole.cycles());
        known.bytesErrors[waves] =
            Math.max(known.bytesErrors[waves], Math.abs(moved) / Math.max(1, accesses));
      }
    }
  }

  private GpuCounts wave(int number) {
    GpuCounts counts = waveCounts[number];
    if (counts == null) {
      throw new IllegalStateException("wave %d has not ended".formatted(number));
    }
    return counts;
  }

  private double share(long count) {
    return (double) count / wave;
  }

  /** Cycles of some blocks while the machine is full. */
  private double cyclesOf(long count, int waves) {
    return share(count) * (waveCycles[waves - 1] - waveCycles[waves - 2]);
  }

  private Run sample(KernelStream kernel, int number, long limit, int waves, Kernel known) {
    long all = kernel.shape().blocks();
    long timed = waves * wave;
    LaunchTiming timing = gpu.run(new FirstBlocks(kernel, timed), number);
    FastForward others = new FastForward(limit);
    try {
      others.run(kernel, timed, all);
    } catch (FastForward.StuckException e) {
      throw new SimulationException(
          "kernel %s: a block that is not timed %s"
              .formatted(KernelNames.demangle(kernel.shape().name()), e.getMessage()));
    }
    others.forEachWritten(gpu::hostWrote);
    long more = Math.round(cyclesOf(all - timed, waves));
    gpu.idle(more);
    GpuCounts steady = wave(waves - 1).since(wave(waves - 2));
    GpuCounts untimed = steady.since(steady).plus(steady, share(all - timed));
    known.sampled++;
    launches++;
    blocks += all;
    timedBlocks += timed;
    return new Run(timing, estimate(timing, all, more, untimed), untimed);
  }

  private static LaunchTiming estimate(
      LaunchTiming timing, long all, long moreCycles, GpuCounts untimed) {
    return new LaunchTiming(
        timing.number(),
        timing.kernel(),
        timing.begin(),
        timing.end() + moreCycles,
        timing.warpInstructions() + untimed.core().warpInstructions(),
        all,
        timing.occupancy(),
        timing.limit());
  }

  SimulationResult.Sampling result() {
    return new SimulationResult.Sampling(
        launches,
        blocks,
        timedBlocks,
        kernels.entrySet().stream().map(each -> each.getValue().result(each.getKey())).toList());
  }
}
