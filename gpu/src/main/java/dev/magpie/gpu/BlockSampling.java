package dev.magpie.gpu;

import dev.magpie.gpu.core.Occupancy;
import dev.magpie.gpu.stream.FastForward;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.ptx.names.KernelNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Times the blocks of a long launch until they end at a steady rate; the others take effect on
 * memory. A wave is as many blocks as there are at once.
 *
 * <p>While the machine is full, as many blocks end in one wave's time as in the next. Of the waves
 * that have ended, the later half tells what a wave takes, and how sure that is. When the interval
 * of 95 % around the estimate of all cycles is no wider than 2 % to each side, and so with accesses
 * of the DRAM, no more blocks begin. The others take what the waves of the later half did, for each
 * warp-instruction; what they issue in another number of instructions a block is taken to be
 * unknown. (Numbers of waves and the bound are ours.)
 *
 * <p>An L2 that fills writes nothing back, which is steady, too, until it is full. So more than it
 * holds has to have moved, unless all blocks together would not fill it.
 */
final class BlockSampling implements GpuObserver {
  private static final int FEWEST_WAVES = 6;
  private static final double TOLERANCE = 0.02;

  private final Gpu gpu;
  private final Supplier<GpuCounts> counted;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();
  private long launches;
  private long blocks;
  private long timedBlocks;
  private double cyclesError;
  private double accessesError;

  // Of the launch that runs.
  private final WaveHistory history = new WaveHistory();
  private long wave;
  private long allBlocks;
  private long ended;
  private @Nullable Estimate estimate;

  /** What is known of the long launches of a kernel. */
  private static final class Kernel {
    int launches;
    int sampled;
    int waves;
    double error;
    double bytesError;

    SimulationResult.SampledKernel result(String name) {
      return new SimulationResult.SampledKernel(
          name, launches - sampled, waves, error, bytesError, sampled);
    }
  }

  /** What a wave takes, of some waves, and which was the last of them. */
  private record Estimate(int waves, SteadyRate cycles, SteadyRate accesses) {}

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
  public void blockEnded(int multiprocessor, long block, long cycle) {
    if (++ended % wave == 0
        && isLong()
        && estimate == null
        && history.add(cycle, counted.get().copied())
        && history.waves() >= FEWEST_WAVES) {
      long others = allBlocks - gpu.begunBlocks();
      Estimate now = new Estimate(history.waves(), history.cycles(), history.accesses());
      if (others >= 2 * wave && isSteady(now, (double) others / wave)) {
        estimate = now;
        // What is left is whole waves, so that the last one that is timed is the launch's last.
        gpu.endAfter(allBlocks - others / wave * wave);
      }
    }
  }

  private boolean isSteady(Estimate now, double others) {
    double cycles = history.allCycles() + others * now.cycles.mean();
    double accesses = history.allAccesses() + others * now.accesses.mean();
    double l2 = (double) gpu.config().l2().bytes() / gpu.config().dram().accessBytes();
    boolean isFull = history.earlierAccesses() > l2 || accesses < l2 / 2;
    return isFull
        && others * now.cycles.error() <= TOLERANCE * cycles
        && others * now.accesses.error() <= TOLERANCE * Math.max(accesses, l2 / 2);
  }

  /** Whether blocks can be saved at all. */
  private boolean isLong() {
    return allBlocks >= 2 * FEWEST_WAVES * wave;
  }

  /**
   * Runs a launch, or samples it.
   *
   * @param limit of warp-instructions
   */
  Run run(KernelStream kernel, int number, long limit) {
    Occupancy occupancy = Occupancy.of(gpu.config().core(), kernel.shape());
    wave = Math.max(1, (long) occupancy.blocks() * gpu.config().multiprocessors());
    allBlocks = kernel.shape().blocks();
    ended = 0;
    estimate = null;
    GpuCounts before = counted.get().copied();
    history.begin(gpu.cycle(), before);
    LaunchTiming timing = gpu.run(kernel, number);
    if (!isLong()) {
      return Run.whole(timing);
    }
    Kernel known = kernels.computeIfAbsent(kernel.shape().name(), _ -> new Kernel());
    known.launches++;
    Estimate found = estimate;
    return found == null
        ? Run.whole(timing)
        : sample(kernel, timing, limit, found, known, counted.get().since(before));
  }

  private Run sample(
      KernelStream kernel,
      LaunchTiming timing,
      long limit,
      Estimate found,
      Kernel known,
      GpuCounts timed) {
    FastForward rest = new FastForward(limit);
    try {
      rest.run(kernel, timing.blocks(), allBlocks);
    } catch (FastForward.StuckException e) {
      throw new SimulationException(
          "kernel %s: a block that is not timed %s"
              .formatted(KernelNames.demangle(kernel.shape().name()), e.getMessage()));
    }
    rest.forEachWritten(gpu::hostWrote);
    long others = allBlocks - timing.blocks();
    double instructions = (double) timing.warpInstructions() + timed.core().foldedInstructions;
    // How many instructions a block of the others has, for one of the timed ones.
    double length = ((double) rest.issued() / others) / (instructions / timing.blocks());
    double waves = (double) others / wave;
    long more = Math.round(waves * length * found.cycles.mean());
    gpu.idle(more);
    double unlike = Math.abs(length - 1);
    double cyclesOff = waves * (length * found.cycles.error() + unlike * found.cycles.mean());
    double accessesOff = waves * (length * found.accesses.error() + unlike * found.accesses.mean());
    GpuCounts untimed = history.later().times(waves * length / history.laterWaves());
    note(known, found, timing, cyclesOff, timing.cycles() + more);
    known.bytesError =
        Math.max(
            known.bytesError, accessesOff / Math.max(1, timed.accesses() + untimed.accesses()));
    cyclesError += cyclesOff;
    accessesError += accessesOff;
    return new Run(timing, estimate(timing, more, untimed), untimed);
  }

  private void note(
      Kernel known, Estimate found, LaunchTiming timing, double cyclesOff, long cycles) {
    known.sampled++;
    known.waves = Math.max(known.waves, found.waves);
    known.error = Math.max(known.error, cyclesOff / cycles);
    launches++;
    blocks += allBlocks;
    timedBlocks += timing.blocks();
  }

  private LaunchTiming estimate(LaunchTiming timing, long moreCycles, GpuCounts untimed) {
    return new LaunchTiming(
        timing.number(),
        timing.kernel(),
        timing.begin(),
        timing.end() + moreCycles,
        timing.warpInstructions() + untimed.core().warpInstructions(),
        allBlocks,
        timing.occupancy(),
        timing.limit());
  }

  /**
   * What came of it.
   *
   * @param cycles of all launches
   * @param accesses of the DRAM in them
   */
  SimulationResult.Sampling result(long cycles, long accesses) {
    return new SimulationResult.Sampling(
        launches,
        blocks,
        timedBlocks,
        cyclesError / Math.max(1, cycles),
        accessesError / Math.max(1, accesses),
        kernels.entrySet().stream().map(each -> each.getValue().result(each.getKey())).toList());
  }
}
