package dev.magpie.container;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Work in steps on a few pieces at a time: each is filled, worked on by some thread, and emptied in
 * the order in which they were filled. Filling and emptying is the caller's thread; with one
 * thread, so is all.
 *
 * @param <P> a piece, which is used again
 */
final class Pipeline<P> implements AutoCloseable {
  /** A step that the caller's thread does. */
  @FunctionalInterface
  interface Step<P> {
    void run(P piece) throws IOException;
  }

  private final Deque<P> free = new ArrayDeque<>();
  private final Deque<P> waiting = new ArrayDeque<>();
  private final Deque<Future<?>> results = new ArrayDeque<>();
  private final List<ExecutorService> executors = new ArrayList<>();
  private final Step<P> work;
  private final Step<P> empty;

  Pipeline(int threads, Supplier<P> pieces, Step<P> work, Step<P> empty) {
    this.work = work;
    this.empty = empty;
    int count = threads == 1 ? 1 : 2 * threads;
    for (int i = 0; i < count; i++) {
      free.add(pieces.get());
    }
    if (threads > 1) {
      executors.add(Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory()));
    }
  }

  /** A piece to be filled; empties the oldest if all are in use. */
  P next() throws IOException {
    if (free.isEmpty()) {
      emptyOldest();
    }
    return free.remove();
  }

  /** Takes back a piece that has nothing in it. */
  void giveBack(P piece) {
    free.add(piece);
  }

  /** Has a filled piece worked on. */
  void submit(P piece) throws IOException {
    if (executors.isEmpty()) {
      work.run(piece);
      empty.run(piece);
      free.add(piece);
      return;
    }
    waiting.add(piece);
    results.add(
        executors
            .getFirst()
            .submit(() -> {
              work.run(piece);
              return piece;
            }));
  }

  /** Empties what is still in use. */
  void drain() throws IOException {
    while (!waiting.isEmpty()) {
      emptyOldest();
    }
  }

  private void emptyOldest() throws IOException {
    P piece = waiting.remove();
    try {
      results.remove().get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException io) {
        throw io;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    empty.run(piece);
    free.add(piece);
  }

  /** Stops work that nobody waits for any more, and waits for its end. */
  @Override
  public void close() {
    for (ExecutorService executor : executors) {
      executor.shutdownNow();
      executor.close();
    }
  }
}
