package dev.magpie.gpu;

import dev.magpie.gpu.stream.KernelStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Keeps what each launch took that is timed, and how long the host took for all of them. */
final class LaunchLog implements GpuObserver {
  private final Supplier<Traffic> traffic;
  private final List<Entry> entries = new ArrayList<>();
  private Traffic before = Traffic.NONE;
  private long hostStart;
  private long hostNanoseconds;
  private boolean isOpen;
  private int warmUp;
  private long origin;

  /** A launch, whose timing and traffic are of all its blocks, timed or not. */
  private record Entry(LaunchTiming timing, long timedBlocks, Traffic traffic) {
    SimulationResult.Launch result(long origin, double clockMegahertz) {
      return new SimulationResult.Launch(
          timing.number(),
          timing.kernel(),
          timing.begin() - origin,
          timing.cycles(),
          timing.warpInstructions(),
          (double) timing.warpInstructions() / timing.cycles(),
          timing.blocks(),
          timedBlocks,
          timing.occupancy(),
          timing.limit(),
          traffic.dramBytes(),
          traffic.dramBytes() / (timing.cycles() / (clockMegahertz * 1e6)) / 1e9,
          traffic.codedAccesses(),
          traffic.buddyAccesses(),
          traffic.linkBytes());
    }
  }

  /**
   * An empty log.
   *
   * @param traffic so far
   */
  LaunchLog(Supplier<Traffic> traffic) {
    this.traffic = traffic;
  }

  /** The launches from now on are timed. */
  void open(long cycle) {
    isOpen = true;
    origin = cycle;
  }

  boolean isOpen() {
    return isOpen;
  }

  @Override
  public void launchBegan(int launch, KernelStream kernel, long cycle) {
    before = traffic.get();
    hostStart = System.nanoTime();
  }

  @Override
  public void launchEnded(LaunchTiming timing) {
    if (!isOpen) {
      warmUp++;
      return;
    }
    addHostTime();
    entries.add(new Entry(timing, timing.blocks(), traffic.get().since(before)));
  }

  private void addHostTime() {
    long now = System.nanoTime();
    hostNanoseconds += now - hostStart;
    hostStart = now;
  }

  /**
   * The last launch had more blocks than were timed, which would have moved more; they have taken
   * effect since.
   */
  void extrapolate(SampledRun run, Traffic more) {
    addHostTime();
    Entry timed = entries.removeLast();
    entries.add(new Entry(run.estimate(), run.timing().blocks(), timed.traffic().plus(more)));
  }

  List<SimulationResult.Launch> launches(double clockMegahertz) {
    return entries.stream().map(each -> each.result(origin, clockMegahertz)).toList();
  }

  int launches() {
    return entries.size();
  }

  SimulationResult.Window window() {
    int first = entries.isEmpty() ? 0 : entries.getFirst().timing.number();
    return new SimulationResult.Window(first, entries.size(), warmUp);
  }

  long cycles() {
    return entries.stream().mapToLong(each -> each.timing.cycles()).sum();
  }

  double hostSeconds() {
    return hostNanoseconds / 1e9;
  }
}
