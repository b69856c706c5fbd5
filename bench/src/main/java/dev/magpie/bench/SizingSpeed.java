package dev.magpie.bench;

import static dev.magpie.bench.Measurement.ROUNDS;

import dev.magpie.report.Table;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Bulk sizing against reading the same memory, and on two threads against one. */
final class SizingSpeed {
  private static final int WARM_UPS = 2;

  /** Keeps sums that nobody reads from being optimised away. */
  private long sink;

  /** One row a kernel, round by round beside a read-sum. */
  Table againstReadSum(List<String> kernels, MemorySegment memory) {
    MemorySegment cached = memory.asSlice(0, BulkSizing.BYTES);
    int times = (int) (memory.byteSize() / cached.byteSize());
    double[] sums = new double[ROUNDS];
    double[][] speeds = new double[kernels.size()][ROUNDS];
    double[][] cachedSpeeds = new double[kernels.size()][ROUNDS];
    long[] allocated = new long[kernels.size()];
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      double sum = Stopwatch.gigabytesPerSecond(memory.byteSize(), () -> sum(memory));
      sums[Math.max(round, 0)] = sum;
      for (int k = 0; k < kernels.size(); k++) {
        Sizing sizing = new Sizing(Sizing.codec(kernels.get(k)), memory);
        Sizing inCache = new Sizing(sizing.codec(), cached);
        long before = Stopwatch.allocatedBytes();
        speeds[k][Math.max(round, 0)] = Stopwatch.gigabytesPerSecond(memory.byteSize(), sizing);
        allocated[k] = Stopwatch.allocatedBytes() - before;
        cachedSpeeds[k][Math.max(round, 0)] =
            Stopwatch.gigabytesPerSecond(memory.byteSize(), () -> inCache.runTimes(times));
      }
    }
    Table.Builder table =
        Table.titled("Sizing on one core, by processor time")
            .text("kernel")
            .number("%d MiB".formatted(memory.byteSize() >> 20), 1, "GB/s")
            .number("of read-sum", 2)
            .text("range")
            .number("256 KiB", 1, "GB/s")
            .number("allocated in a pass", 0, "B");
    table.row("read-sum", Measurement.of(sums).median(), 1, null, null, null);
    for (int k = 0; k < kernels.size(); k++) {
      Measurement ratio = Measurement.ofRatios(speeds[k], sums);
      table.row(
          kernels.get(k),
          Measurement.of(speeds[k]).median(),
          ratio.median(),
          ratio.range(),
          Measurement.of(cachedSpeeds[k]).median(),
          allocated[k]);
    }
    return table.build();
  }

  private void sum(MemorySegment memory) {
    sink += ReadSum.of(memory, 0, memory.byteSize());
  }

  /**
   * How many times as fast two threads are, each with a half of the memory: one thread's processor
   * time for all of it over that of the slower of two at once.
   */
  Table twoThreads(List<String> kernels, MemorySegment memory) {
    Table.Builder table =
        Table.titled("Two threads against one, by processor time")
            .text("kernel")
            .number("times as fast", 2)
            .text("range");
    MemorySegment half = memory.asSlice(0, memory.byteSize() / 2);
    MemorySegment otherHalf = memory.asSlice(memory.byteSize() / 2);
    for (String kernel : kernels) {
      Sizing whole = new Sizing(Sizing.codec(kernel), memory);
      Measurement times =
          Measurement.of(() ->
              Stopwatch.processorSeconds(whole)
                  / slowerOf(
                      new Sizing(whole.codec(), half), new Sizing(whole.codec(), otherHalf)));
      table.row(kernel, times.median(), times.range());
    }
    return table.build();
  }

  private static double slowerOf(Runnable one, Runnable other) {
    CyclicBarrier start = new CyclicBarrier(2);
    FutureTask<Double> ofOne = timed(one, start);
    FutureTask<Double> ofOther = timed(other, start);
    Thread.ofPlatform().start(ofOne);
    Thread.ofPlatform().start(ofOther);
    try {
      return Math.max(ofOne.get(), ofOther.get());
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FutureTask<Double> timed(Runnable work, CyclicBarrier start) {
    return new FutureTask<>(() -> {
      start.await();
      return Stopwatch.processorSeconds(work);
    });
  }

  /** The sum of everything read, so that it has to be computed. */
  long sink() {
    return sink;
  }
}
