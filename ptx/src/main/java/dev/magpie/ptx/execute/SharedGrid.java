package dev.magpie.ptx.execute;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Executes the blocks of a launch on several threads. */
final class SharedGrid {
  private SharedGrid() {}

  static ExecutionProfile run(LaunchContext launch, int threads, long limit) {
    AtomicLong next = new AtomicLong();
    AtomicLong faulty = new AtomicLong(Long.MAX_VALUE);
    List<ExecutionProfile> profiles = new ArrayList<>();
    List<Future<?>> workers = new ArrayList<>();
    RuntimeException[] fault = new RuntimeException[1];
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads; i++) {
        ExecutionProfile profile = new ExecutionProfile(launch);
        profiles.add(profile);
        workers.add(pool.submit(() -> work(launch, profile, limit, next, faulty, fault)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    if (fault[0] != null) {
      throw fault[0];
    }
    ExecutionProfile sum = profiles.getFirst();
    profiles.stream().skip(1).forEach(sum::add);
    return sum;
  }

  /** Takes blocks in order. The first block's fault is the one reported, as one thread would. */
  private static void work(
      LaunchContext launch,
      ExecutionProfile profile,
      long limit,
      AtomicLong next,
      AtomicLong faulty,
      RuntimeException[] fault) {
    Block block = new Block(launch, profile);
    long blocks = launch.shape().grid().count();
    while (true) {
      long number = next.getAndIncrement();
      if (number >= blocks || number > faulty.get()) {
        return;
      }
      try {
        GridRunner.runBlock(block, number, limit);
      } catch (RuntimeException e) {
        synchronized (fault) {
          if (number < faulty.get()) {
            faulty.set(number);
            fault[0] = e;
          }
        }
        return;
      }
    }
  }
}
