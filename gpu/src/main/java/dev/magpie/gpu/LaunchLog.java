package dev.magpie.gpu;

import dev.magpie.gpu.stream.KernelStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Keeps what each launch took, and how long the host took for all. */
final class LaunchLog implements GpuObserver {
  private final LongSupplier dramBytes;
  private final List<TimedLaunch> launches = new ArrayList<>();
  private long bytesBefore;
  private long hostStart;
  private long hostNanoseconds;

  /**
   * An empty log.
   *
   * @param dramBytes that have moved so far
   */
  LaunchLog(LongSupplier dramBytes) {
    this.dramBytes = dramBytes;
  }

  @Override
  public void launchBegan(int launch, KernelStream kernel, long cycle) {
    bytesBefore = dramBytes.getAsLong();
    hostStart = System.nanoTime();
  }

  @Override
  public void launchEnded(LaunchTiming timing) {
    hostNanoseconds += System.nanoTime() - hostStart;
    launches.add(new TimedLaunch(timing, dramBytes.getAsLong() - bytesBefore));
  }

  List<TimedLaunch> launches() {
    return List.copyOf(launches);
  }

  double hostSeconds() {
    return hostNanoseconds / 1e9;
  }
}
