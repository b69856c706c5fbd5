package dev.magpie.gpu;

import dev.magpie.gpu.Breakdown.Part;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.InstructionCounters;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.ptx.names.KernelNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a GPU counts by kernel, and by the parts that are asked for. What it counts between
 * two launches is the second one's.
 */
final class CounterLog implements GpuObserver {
  private final Gpu gpu;
  private final TimedGpu timed;
  private final Set<Part> parts;
  private final long interval;
  private final Map<String, KernelSum> kernels = new LinkedHashMap<>();
  private final List<Breakdown.Launch> launches = new ArrayList<>();

  /** What the last launch counted. */
  private @Nullable GpuCounts lastLaunch;

  /** Whether the launch that runs has blocks. */
  private boolean hasBlocks;

  private final List<Breakdown.Interval> intervals = new ArrayList<>();
  private final LineLog lines = new LineLog();

  /** Null before the first launch that is timed. */
  private @Nullable GpuCounts atLaunch;

  private @Nullable GpuCounts atSample;
  private List<MultiprocessorCounters> atBegin = List.of();
  private long origin;
  private long sampled;
  private long cycles;

  /** Cycles of what was not timed. */
  private long estimatedCycles;

  /** All launches of a kernel. */
  private static final class KernelSum {
    int launches;
    long cycles;
    @Nullable GpuCounts counts;

    void add(long moreCycles, GpuCounts more) {
      cycles += moreCycles;
      counts = counts == null ? more : counts.plus(more, 1);
    }
  }

  /**
   * An empty log.
   *
   * @param parts what is told apart beside kernels
   * @param interval cycles of a stretch of time
   */
  CounterLog(Gpu gpu, TimedGpu timed, Set<Part> parts, long interval) {
    this.gpu = gpu;
    this.timed = timed;
    this.parts = Set.copyOf(parts);
    this.interval = interval;
  }

  private GpuConfig config() {
    return gpu.config();
  }

  /** The launches from now on count. */
  void open(GpuCounts soFar) {
    atLaunch = soFar;
    atSample = soFar;
    origin = gpu.cycle();
    sampled = origin;
    atBegin = gpu.multiprocessorCounts();
  }

  /** Where a kernel's instructions are counted. */
  InstructionCounters instructions(KernelStream kernel) {
    boolean isAsked = parts.contains(Part.LINE) || parts.contains(Part.INSTRUCTION);
    return isAsked && atLaunch != null ? lines.of(kernel.shape()) : InstructionCounters.NONE;
  }

  /** What passes between launches is in no stretch of time. */
  @Override
  public void launchBegan(int launch, KernelStream kernel, long cycle) {
    sampled = cycle;
    hasBlocks = false;
  }

  /** What a launch takes before its first block is a stretch of its own. */
  @Override
  public void blockBegan(int multiprocessor, long block, long cycle) {
    if (!hasBlocks) {
      hasBlocks = true;
      if (parts.contains(Part.TIME)) {
        endInterval(cycle);
      }
    }
  }

  @Override
  public void launchEnded(LaunchTiming timing) {
    GpuCounts before = atLaunch;
    if (before == null) {
      return;
    }
    if (parts.contains(Part.TIME)) {
      endInterval(timing.end());
    }
    GpuCounts now = timed.counted().copied();
    GpuCounts counts = now.since(before);
    atLaunch = now;
    KernelSum sum = kernels.computeIfAbsent(timing.kernel(), _ -> new KernelSum());
    sum.launches++;
    sum.add(timing.cycles(), counts);
    cycles += timing.cycles();
    lastLaunch = counts;
    if (parts.contains(Part.LAUNCH)) {
      launches.add(launch(timing, counts));
    }
  }

  private Breakdown.Launch launch(LaunchTiming timing, GpuCounts counts) {
    return new Breakdown.Launch(
        timing.number(),
        timing.kernel(),
        new Counted(config(), timing.cycles(), counts).counters());
  }

  /** The last launch had more blocks than were timed, which would have counted more. */
  void extrapolate(SampledRun run, GpuCounts more) {
    long moreCycles = run.estimate().cycles() - run.timing().cycles();
    estimatedCycles += moreCycles;
    kernels.computeIfAbsent(run.timing().kernel(), _ -> new KernelSum()).add(moreCycles, more);
    cycles += moreCycles;
    if (parts.contains(Part.LAUNCH) && lastLaunch != null) {
      launches.removeLast();
      launches.add(launch(run.estimate(), lastLaunch.plus(more, 1)));
    }
  }

  // Time.

  @Override
  public long sampleInterval() {
    return parts.contains(Part.TIME) ? interval : Long.MAX_VALUE;
  }

  @Override
  public void sample(long cycle) {
    gpu.settle(cycle);
    endInterval(cycle);
  }

  private void endInterval(long cycle) {
    GpuCounts before = atSample;
    if (before == null || cycle <= sampled) {
      return;
    }
    GpuCounts now = timed.counted().copied();
    Counted counted = new Counted(config(), cycle - sampled, now.since(before));
    intervals.add(
        new Breakdown.Interval(
            sampled - origin,
            counted.counters(),
            counted.channels().stream().map(SimulationResult.Channel::utilization).toList(),
            timed.hasLinks() ? counted.link() : null));
    atSample = now;
    sampled = cycle;
  }

  // Results.

  List<Breakdown.Kernel> kernels() {
    List<Breakdown.Kernel> all = new ArrayList<>();
    kernels.forEach((name, sum) -> {
      GpuCounts counts = sum.counts;
      if (counts != null) {
        Counted counted = new Counted(config(), sum.cycles, counts);
        all.add(
            new Breakdown.Kernel(
                name,
                KernelNames.demangle(name),
                sum.launches,
                (double) sum.cycles / cycles,
                counted.counters(),
                Roofline.of(config(), counts.core(), sum.cycles, counted.bytes(counted.sum()))));
      }
    });
    return all;
  }

  /** Null if nothing was asked for. */
  @Nullable Breakdown breakdown() {
    if (parts.isEmpty()) {
      return null;
    }
    return new Breakdown(
        parts.contains(Part.LAUNCH) ? List.copyOf(launches) : null,
        parts.contains(Part.MULTIPROCESSOR) ? multiprocessors() : null,
        parts.contains(Part.TIME) ? List.copyOf(intervals) : null,
        parts.contains(Part.LINE) ? lines.lines() : null,
        parts.contains(Part.INSTRUCTION) ? lines.instructions() : null);
  }

  private List<Breakdown.Multiprocessor> multiprocessors() {
    List<MultiprocessorCounters> now = gpu.multiprocessorCounts();
    long timedCycles = timed.timedCycles() - estimatedCycles;
    List<Breakdown.Multiprocessor> all = new ArrayList<>();
    for (int i = 0; i < atBegin.size(); i++) {
      all.add(
          new Breakdown.Multiprocessor(
              i, Counted.core(now.get(i).since(atBegin.get(i)), timedCycles)));
    }
    return all;
  }
}
