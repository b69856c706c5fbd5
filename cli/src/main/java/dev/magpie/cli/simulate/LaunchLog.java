package dev.magpie.cli.simulate;

import dev.magpie.gpu.GpuObserver;
import dev.magpie.gpu.LaunchTiming;
import dev.magpie.gpu.stream.KernelStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Keeps a row for each launch, and how long the host took for all. */
final class LaunchLog implements GpuObserver {
  private final LongSupplier dramBytes;
  private final List<LaunchRow> rows = new ArrayList<>();
  private long bytesBefore;
  private long hostStart;
  private long hostNanoseconds;

  /**
   * A log without rows.
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
    rows.add(new LaunchRow(timing, dramBytes.getAsLong() - bytesBefore));
  }

  List<LaunchRow> rows() {
    return List.copyOf(rows);
  }

  double hostSeconds() {
    return hostNanoseconds / 1e9;
  }
}
