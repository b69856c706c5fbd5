package dev.magpie.gpu;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.KernelStream.BlockOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Times launches that repeat until they take as long as each other; most of those that follow take
 * effect on memory only. Launches repeat that are of the same kernel and size, and so are those
 * since the last of that size, up to sixteen; one, two, three or four after each other may differ,
 * as where two buffers take turns.
 *
 * <p>Of the launches that were timed, the later half tells what one takes, and how sure that is, as
 * waves of blocks do in {@link BlockSampling}. When the intervals of 95 % around cycles and
 * accesses of the DRAM are no wider than 2 % to each side, of the launch or of what launches take
 * on average, up to ten times as much, launches are skipped; each takes what the mean does for each
 * warp-instruction. After eight of them, after sixteen more and so on, they are timed again, as
 * many as may differ: if these are further off, those since the last check are taken to be off by
 * as much, and the kernel is one that nothing is known of.
 *
 * <p>A launch that is skipped leaves caches without what it has written. So one that has ever been
 * followed by a launch that would have to be timed now is timed, too; only launches behind one that
 * was timed tell anything, and one that is behind none has the estimate in place of its own
 * figures, if there is one, or is taken to be off by all that it takes. (All numbers are ours.)
 */
final class LaunchSampling implements LaunchRunner {
  /** So many launches before one tell it apart from others, at most. */
  private static final int MOST_SINCE = 16;

  /** As many kinds are told apart, as the heap has to hold what is known of them. */
  private static final int MOST_KINDS = 1024;

  private final Gpu gpu;
  private final Supplier<GpuCounts> counted;
  private final LaunchRunner timed;
  private final double peakAccesses;

  /**
   * What is known of kinds of launches, of which the one that has not come for longest is
   * forgotten.
   */
  private final Map<Kind, RepeatedWork> works = new LinkedHashMap<>();

  /** What came of those. */
  private final Map<Size, SimulationResult.RepeatedKernel> forgotten = new LinkedHashMap<>();

  private final GpuCounts nothing;

  /** What has come behind a launch. */
  private final Map<Kind, Set<Kind>> followers = new HashMap<>();

  /** The last launches, the latest first. */
  private final Deque<Size> recent = new ArrayDeque<>();

  private @Nullable Kind previous;
  private boolean hasSkipped;

  // Of all launches so far.
  private double launches;
  private double cycles;
  private double accesses;
  private double cyclesError;
  private double accessesError;

  /** What launches have in common of one kernel and size. */
  private record Size(String kernel, long blocks, int threads, int sharedBytes) {
    static Size of(KernelShape shape) {
      return new Size(
          shape.name(), shape.blocks(), shape.threadsPerBlock(), shape.sharedBytesPerBlock());
    }
  }

  /**
   * What launches have in common that repeat. Kernels are told apart by what was launched since the
   * last one of that size, if that is not long ago: it says where in a program they are, with which
   * data, and what they find in caches.
   */
  private record Kind(Size size, List<Size> since) {}

  /**
   * Samples launches of a GPU.
   *
   * @param counted what it has counted so far
   * @param timed runs those that are timed
   */
  LaunchSampling(Gpu gpu, Supplier<GpuCounts> counted, LaunchRunner timed) {
    this.gpu = gpu;
    this.counted = counted;
    this.timed = timed;
    nothing = counted.get().since(counted.get());
    GpuConfig config = gpu.config();
    peakAccesses =
        config.peakGigabytesPerSecond()
            * 1e3
            / config.clockMegahertz()
            / config.dram().accessBytes();
  }

  @Override
  public SampledRun run(KernelStream kernel, int number, long limit) {
    Kind kind = kind(Size.of(kernel.shape()));
    GpuCounts before = counted.get().copied();
    RepeatedWork work = workOf(kind);
    if (previous != null) {
      followers.computeIfAbsent(previous, _ -> new HashSet<>()).add(kind);
    }
    previous = kind;
    if (kernel.blockOrder() == BlockOrder.TOGETHER) {
      hasSkipped = false;
      work.neverTells();
      return timed.run(kernel, number, limit);
    }
    if (work.canSkip(0) && nextCanSkip(kind)) {
      hasSkipped = true;
      return skip(kernel, number, work, limit);
    }
    SampledRun run = timed.run(kernel, number, limit);
    GpuCounts counts = counted.get().since(before);
    GpuCounts untimed = run.untimed();
    GpuCounts all = untimed == null ? counts : counts.plus(untimed, 1);
    boolean tells = !hasSkipped;
    hasSkipped = false;
    note(run.estimate().cycles(), all.accesses());
    RepeatedWork.Missed missed = work.timed(run, all, tells, usual());
    cyclesError += missed.cycles();
    accessesError += missed.accesses();
    if (tells) {
      return run;
    }
    if (work.isKnown()) {
      return inPlaceOf(run, counts, work.estimate(all));
    }
    // Who knows what it would have taken?
    cyclesError += run.estimate().cycles();
    accessesError += all.accesses();
    return run;
  }

  private Kind kind(Size size) {
    List<Size> since = new ArrayList<>();
    for (Size each : recent) {
      if (each.equals(size)) {
        break;
      }
      since.add(each);
    }
    recent.addFirst(size);
    if (recent.size() > MOST_SINCE) {
      recent.removeLast();
    }
    return new Kind(size, List.copyOf(since));
  }

  /** What is known of a kind that comes now. */
  private RepeatedWork workOf(Kind kind) {
    RepeatedWork known = works.remove(kind);
    RepeatedWork work = known == null ? new RepeatedWork(peakAccesses, nothing) : known;
    works.put(kind, work);
    if (works.size() > MOST_KINDS) {
      Map.Entry<Kind, RepeatedWork> oldest = works.entrySet().iterator().next();
      forget(oldest.getKey(), oldest.getValue());
    }
    return work;
  }

  private void forget(Kind kind, RepeatedWork work) {
    works.remove(kind);
    forgotten.merge(kind.size(), result(kind.size(), work), LaunchSampling::both);
    followers.remove(kind);
    followers.values().forEach(each -> each.remove(kind));
  }

  private RepeatedWork.Usual usual() {
    double count = Math.max(1, launches);
    return new RepeatedWork.Usual(cycles / count, accesses / count);
  }

  private void note(long itsCycles, long itsAccesses) {
    launches++;
    cycles += itsCycles;
    accesses += itsAccesses;
  }

  /** What is known of a launch that found caches as a skipped one left them. */
  private SampledRun inPlaceOf(SampledRun run, GpuCounts counts, RepeatedWork.Estimate estimate) {
    gpu.idle(Math.max(0, estimate.cycles() - run.estimate().cycles()));
    return estimated(
        run.timing(), run.estimate().blocks(), estimate, estimate.counts().plus(counts, -1));
  }

  /** Whether all that has come behind a kind could be skipped, if it came again. */
  private boolean nextCanSkip(Kind kind) {
    return followers.getOrDefault(kind, Set.of()).stream()
        .allMatch(next -> {
          RepeatedWork work = works.get(next);
          return work != null && work.canSkip(kind.equals(next) ? 1 : 0);
        });
  }

  private SampledRun skip(KernelStream kernel, int number, RepeatedWork work, long limit) {
    GridRange all = new GridRange(0, kernel.shape().blocks());
    LaunchTiming timing = gpu.pass(kernel, number);
    RepeatedWork.Estimate estimate = work.skip(gpu.takeEffect(kernel, List.of(all), limit));
    gpu.idle(estimate.cycles());
    note(estimate.cycles(), estimate.counts().accesses());
    return estimated(timing, all.to(), estimate, estimate.counts());
  }

  /**
   * An estimate in place of what was timed of a launch, which ends now.
   *
   * @param more what would have been counted beside what was
   */
  private SampledRun estimated(
      LaunchTiming timing, long blocks, RepeatedWork.Estimate estimate, GpuCounts more) {
    cyclesError += estimate.cyclesOff();
    accessesError += estimate.accessesOff();
    return new SampledRun(
        timing,
        new LaunchTiming(
            timing.number(),
            timing.kernel(),
            gpu.cycle() - estimate.cycles(),
            gpu.cycle(),
            estimate.counts().core().warpInstructions(),
            blocks,
            timing.occupancy(),
            timing.limit()),
        more,
        estimate.cyclesOff(),
        estimate.accessesOff());
  }

  /** By how many cycles all launches together may be off. */
  double cyclesError() {
    return cyclesError;
  }

  /** By how many accesses of the DRAM they may be off. */
  double accessesError() {
    return accessesError;
  }

  /** What came of it. */
  SimulationResult.SampledLaunches result() {
    Map<Size, SimulationResult.RepeatedKernel> sizes = new LinkedHashMap<>(forgotten);
    works.forEach(
        (kind, work) -> sizes.merge(kind.size(), result(kind.size(), work), LaunchSampling::both));
    return new SimulationResult.SampledLaunches(
        sizes.values().stream().mapToLong(SimulationResult.RepeatedKernel::timed).sum(),
        sizes.values().stream().mapToLong(SimulationResult.RepeatedKernel::skipped).sum(),
        sizes.values().stream().filter(each -> each.skipped() > 0).toList());
  }

  private static SimulationResult.RepeatedKernel result(Size size, RepeatedWork work) {
    return work.result(size.kernel(), size.blocks());
  }

  private static SimulationResult.RepeatedKernel both(
      SimulationResult.RepeatedKernel one, SimulationResult.RepeatedKernel other) {
    return new SimulationResult.RepeatedKernel(
        one.kernel(),
        one.blocks(),
        one.timed() + other.timed(),
        one.skipped() + other.skipped(),
        Math.max(one.error(), other.error()),
        Math.max(one.bytesError(), other.bytesError()));
  }
}
