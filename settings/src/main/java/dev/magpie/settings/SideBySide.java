package dev.magpie.settings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads that wait for something far away, several at a time. */
public final class SideBySide {
  private SideBySide() {}

  /**
   * Makes all of them; where one fails, what has not begun is left.
   *
   * @param most at a time
   * @param name of what is read, for messages
   * @throws IOException if a read failed so, which is the first that failed; or if the thread was
   *     interrupted
   */
  public static void read(int most, String name, List<Callable<Void>> reads) throws IOException {
    try (ExecutorService threads =
        Executors.newFixedThreadPool(most, Thread.ofVirtual().factory())) {
      List<Future<Void>> coming = new ArrayList<>();
      for (Callable<Void> each : reads) {
        coming.add(threads.submit(each));
      }
      try {
        for (Future<Void> each : coming) {
          each.get();
        }
      } catch (ExecutionException e) {
        threads.shutdownNow();
        switch (e.getCause()) {
          case IOException cause -> throw cause;
          case RuntimeException cause -> throw cause;
          case Error cause -> throw cause;
          case null, default -> throw new IOException(e.getCause());
        }
      } catch (InterruptedException e) {
        threads.shutdownNow();
        Thread.currentThread().interrupt();
        throw new IOException(name + ": the reading was interrupted", e);
      }
    }
  }
}
