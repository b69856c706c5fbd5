package dev.magpie.analysis;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Work that threads share by taking its next part until there is none. */
public final class SharedWork {

  /** What each of the threads does. */
  @FunctionalInterface
  public interface Worker {
    /** Takes part after part. */
    void work() throws InterruptedException;
  }

  private SharedWork() {}

  /**
   * Lets some threads work, or this one if one is enough, and waits for them.
   *
   * @param stop makes the others find no more parts, after one of them has failed
   * @throws IllegalStateException if this thread is interrupted
   */
  public static void run(int threads, Worker worker, Runnable stop) {
    try {
      if (threads <= 1) {
        worker.work();
      } else {
        share(threads, worker, stop);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the scan was interrupted", e);
    }
  }

  private static void share(int threads, Worker worker, Runnable stop) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      ExecutorCompletionService<Void> done = new ExecutorCompletionService<>(pool);
      for (int i = 0; i < threads; i++) {
        done.submit(() -> {
          worker.work();
          return null;
        });
      }
      for (int i = 0; i < threads; i++) {
        done.take().get();
      }
    } catch (ExecutionException e) {
      throw asUnchecked(e.getCause());
    } finally {
      // After a failure the others stop at their next part, or where they wait.
      stop.run();
      pool.shutdownNow();
      pool.close();
    }
  }

  private static RuntimeException asUnchecked(@Nullable Throwable cause) {
    return switch (cause) {
      case Error error -> throw error;
      case RuntimeException unchecked -> unchecked;
      case null, default -> new IllegalStateException(cause);
    };
  }
}
