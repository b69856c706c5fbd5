package dev.magpie.gpu;

import dev.magpie.gpu.stream.KernelStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Keeps what each launch took that is timed, and how long the host took for all of them. */
final class LaunchLog implements GpuObserver {
  private final LongSupplier dramBytes;
  private final List<Entry> entries = new ArrayList<>();
  private long bytesBefore;
  private long hostStart;
  private long hostNanoseconds;
  private boolean isOpen;
  private int warmUp;
  private long origin;

  /** A launch, whose timing and bytes are of all its blocks, timed or not. */
  private record Entry(LaunchTiming timing, long timedBlocks, long dramBytes) {
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
          dramBytes,
          dramBytes / (timing.cycles() / (clockMegahertz * 1e6)) / 1e9);
    }
  }

  /**
   * An empty log.
   *
   * @param dramBytes that have moved so far
   */
  LaunchLog(LongSupplier dramBytes) {
    this.dramBytes = dramBytes;
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
    bytesBefore = dramBytes.getAsLong();
    hostStart = System.nanoTime();
  }

  @Override
  public void launchEnded(LaunchTiming timing) {
    if (!isOpen) {
      warmUp++;
      return;
    }
    hostNanoseconds += System.nanoTime() - hostStart;
    entries.add(new Entry(timing, timing.blocks(), dramBytes.getAsLong() - bytesBefore));
  }

  /** The last launch had more blocks than were timed, which would have moved more bytes. */
  void extrapolate(BlockSampling.Run run, long moreBytes) {
    Entry timed = entries.removeLast();
    entries.add(new Entry(run.estimate(), run.timing().blocks(), timed.dramBytes() + moreBytes));
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
