package dev.magpie.gpu;

import dev.magpie.gpu.core.Occupancy;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.KernelStream.BlockOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Times blocks of a long launch; the others take effect on memory. A wave is as many blocks as
 * there are at once.
 *
 * <p>While the machine is full, as many blocks end in one wave's time as in the next. Of the waves
 * that have ended, the later half tells what a wave takes, and how sure that is. When the interval
 * of 95 % around the estimate of all cycles is no wider than 2 % to each side, and so with accesses
 * of the DRAM, only four {@linkplain SpotOrder spots} of eight waves more are timed, or two where
 * four would leave out less than a third: other blocks may have other work, or other data. What a
 * wave takes in the middle of each spot, and what it took before, are as many values as tell what
 * the blocks take that are left out, for each warp-instruction; what these issue in another number
 * of instructions is taken to be unknown. Where each of four spots took longer than the one before,
 * or each took less, that may go on, as far beyond the last as it came since the first. (Numbers of
 * waves and spots and the bounds are ours.)
 *
 * <p>An L2 that fills writes nothing back, which is steady, too, until it is full. So more than it
 * holds has to have moved, unless all blocks together would not fill it.
 */
final class BlockSampling implements GpuObserver, LaunchRunner {
  private static final int FEWEST_WAVES = 6;
  private static final double TOLERANCE = 0.02;

  /** Share of the blocks for which it is worth to be unsure. */
  private static final double LEAST_LEFT_OUT = 1.0 / 3;

  /**
   * Waves of a spot, and those of them that count: blocks of others are there before and behind.
   */
  private static final long SPOT_WAVES = 8;

  private static final long FIRST_WAVE = 2;
  private static final long LAST_WAVE = 7;
  private static final int MOST_SPOTS = 4;
  private static final int FEWEST_SPOTS = 2;

  private final Gpu gpu;
  private final Supplier<GpuCounts> counted;
  private final Map<String, Kernel> kernels = new LinkedHashMap<>();
  private long launches;
  private long blocks;
  private long timedBlocks;
  private double cyclesError;
  private double accessesError;

  // Of the launch that runs.
  private final RepeatHistory history = new RepeatHistory();
  private long wave;
  private long allBlocks;
  private boolean isLong;
  private long ended;
  private long begin;
  private GpuCounts before;

  /** Null while blocks begin in their order. */
  private @Nullable SpotOrder order;

  private final List<Window> windows = new ArrayList<>();

  // Of the window that is open.
  private long windowBegin;
  private GpuCounts windowCounts;

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

  /** What some waves took that followed each other. */
  private record Window(double waves, double cycles, GpuCounts counts) {
    double accesses() {
      return counts.accesses();
    }

    double instructions() {
      return counts.instructions();
    }

    /** What a wave took before the first spot, and in each spot. */
    static SteadyRate ofWave(List<Window> windows, ToDoubleFunction<Window> value) {
      double[] rates =
          windows.stream().mapToDouble(each -> value.applyAsDouble(each) / each.waves).toArray();
      SteadyRate rate = SteadyRate.of(rates);
      double[] spots = Arrays.copyOfRange(rates, 1, rates.length);
      return spots.length < MOST_SPOTS ? rate : rate.orDriftingAs(spots);
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
    before = counted.get();
    windowCounts = before;
    gpu.observe(this);
  }

  @Override
  public void blockEnded(int multiprocessor, long block, long cycle) {
    if (++ended % wave == 0 && order == null && isLong) {
      GpuCounts counts = counted.get().copied();
      if (history.add(cycle, counts)
          && history.repeats() >= FEWEST_WAVES
          && isSteady(cycle, counts)) {
        goOnInSpots();
      }
    } else if (order != null && ended > order.first()) {
      inSpot(order, cycle);
    }
  }

  private void inSpot(SpotOrder spots, long cycle) {
    long at = (ended - spots.first()) % spots.spot();
    if (at == FIRST_WAVE * wave) {
      windowBegin = cycle;
      windowCounts = counted.get().copied();
    } else if (at == LAST_WAVE * wave) {
      GpuCounts counts = counted.get().since(windowCounts);
      windows.add(new Window((double) LAST_WAVE - FIRST_WAVE, cycle - windowBegin, counts));
    }
  }

  private void goOnInSpots() {
    long begun = gpu.begunBlocks();
    int spots = isWorthwhile(begun, MOST_SPOTS) ? MOST_SPOTS : FEWEST_SPOTS;
    if (isWorthwhile(begun, spots)) {
      order = new SpotOrder(begun, SPOT_WAVES * wave, spots, allBlocks);
      gpu.reorder(order, order.timed());
      double waves = history.laterRepeats();
      windows.add(new Window(waves, waves * history.cycles().mean(), history.later()));
    }
  }

  /** Whether enough blocks are left out behind some. */
  private boolean isWorthwhile(long begun, int spots) {
    return allBlocks - begun - spots * SPOT_WAVES * wave >= LEAST_LEFT_OUT * allBlocks;
  }

  private boolean isLong(KernelStream kernel) {
    return kernel.blockOrder() == BlockOrder.ANY
        && isWorthwhile((FEWEST_WAVES + 1) * wave, FEWEST_SPOTS);
  }

  private boolean isSteady(long cycle, GpuCounts counts) {
    double others = (double) (allBlocks - gpu.begunBlocks()) / wave;
    SteadyRate rate = history.cycles();
    SteadyRate accessRate = history.accesses();
    long soFar = counts.accesses() - before.accesses();
    double cycles = cycle - begin + others * rate.mean();
    double accesses = soFar + others * accessRate.mean();
    double l2 = (double) gpu.config().l2().bytes() / gpu.config().dram().accessBytes();
    boolean isFull = soFar - history.later().accesses() > l2 || accesses < l2 / 2;
    return isFull
        && others * rate.error() <= TOLERANCE * cycles
        && others * accessRate.error() <= TOLERANCE * Math.max(accesses, l2 / 2);
  }

  /** Runs a launch, or samples it. */
  @Override
  public SampledRun run(KernelStream kernel, int number, long limit) {
    Occupancy occupancy = Occupancy.of(gpu.config().core(), kernel.shape());
    wave = Math.max(1, (long) occupancy.blocks() * gpu.config().multiprocessors());
    allBlocks = kernel.shape().blocks();
    ended = 0;
    isLong = isLong(kernel);
    order = null;
    windows.clear();
    before = counted.get().copied();
    begin = gpu.cycle();
    history.begin(begin, before);
    LaunchTiming timing = gpu.run(kernel, number);
    if (!isLong) {
      return SampledRun.whole(timing);
    }
    Kernel known = kernels.computeIfAbsent(kernel.shape().name(), _ -> new Kernel());
    known.launches++;
    SpotOrder spots = order;
    if (spots == null) {
      return SampledRun.whole(timing);
    }
    long rest = gpu.takeEffect(kernel, spots.leftOut(), limit);
    return sample(timing, rest, known, counted.get().since(before));
  }

  /**
   * Estimates a launch.
   *
   * @param rest warp-instructions of the blocks that were not timed
   */
  private SampledRun sample(LaunchTiming timing, long rest, Kernel known, GpuCounts timed) {
    SteadyRate cycles = Window.ofWave(windows, Window::cycles);
    SteadyRate accesses = Window.ofWave(windows, Window::accesses);
    double waves = (double) (allBlocks - timing.blocks()) / wave;
    // How many instructions a wave of the others has, for one of the timed ones.
    double length = rest / waves / Math.max(1, Window.ofWave(windows, Window::instructions).mean());
    long more = Math.round(waves * length * cycles.mean());
    gpu.idle(more);
    double unlike = Math.abs(length - 1);
    double cyclesOff = waves * (length * cycles.error() + unlike * cycles.mean());
    double accessesOff = waves * (length * accesses.error() + unlike * accesses.mean());
    GpuCounts untimed = before.since(before);
    for (Window each : windows) {
      untimed = untimed.plus(each.counts, waves * length / each.waves / windows.size());
    }
    note(known, timing, cyclesOff, timing.cycles() + more);
    known.bytesError =
        Math.max(
            known.bytesError, accessesOff / Math.max(1, timed.accesses() + untimed.accesses()));
    cyclesError += cyclesOff;
    accessesError += accessesOff;
    return new SampledRun(timing, estimate(timing, more, untimed), untimed, cyclesOff, accessesOff);
  }

  private void note(Kernel known, LaunchTiming timing, double cyclesOff, long cycles) {
    known.sampled++;
    known.waves = Math.max(known.waves, history.repeats());
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

  /** By how many cycles all launches together may be off. */
  double cyclesError() {
    return cyclesError;
  }

  /** By how many accesses of the DRAM they may be off. */
  double accessesError() {
    return accessesError;
  }

  /** Launches of which some blocks were timed. */
  long launches() {
    return launches;
  }

  /** All their blocks. */
  long blocks() {
    return blocks;
  }

  long timedBlocks() {
    return timedBlocks;
  }

  /** What came of it for each kernel with long launches. */
  List<SimulationResult.SampledKernel> kernels() {
    return kernels.entrySet().stream().map(each -> each.getValue().result(each.getKey())).toList();
  }
}
