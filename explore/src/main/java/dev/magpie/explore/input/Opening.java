package dev.magpie.explore.input;

import dev.magpie.explore.web.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The inputs of one kind, which are opened meanwhile: files that are compressed take their time.
 *
 * @param <T> what one is once it is open
 */
public final class Opening<T> implements AutoCloseable {
  private final CompletableFuture<List<T>> opened = new CompletableFuture<>();
  private volatile List<String> problems = List.of();
  private final Consumer<T> closing;

  private Opening(Consumer<T> closing) {
    this.closing = closing;
  }

  /**
   * Begins to open them, in their order.
   *
   * @param closing ends one
   */
  public static <T> Opening<T> begin(List<Supplier<T>> inputs, Consumer<T> closing) {
    Opening<T> begun = new Opening<>(closing);
    List<Supplier<T>> all = List.copyOf(inputs);
    if (all.isEmpty()) {
      begun.opened.complete(List.of());
    } else {
      Thread.ofPlatform().daemon().name("opening").start(() -> begun.open(all));
    }
    return begun;
  }

  private void open(List<Supplier<T>> inputs) {
    List<T> shown = new ArrayList<>();
    List<RuntimeException> failures = new ArrayList<>();
    try {
      for (Supplier<T> each : inputs) {
        try {
          shown.add(each.get());
        } catch (RuntimeException e) {
          failures.add(e);
        }
      }
      problems = failures.stream().map(Opening::message).toList();
      if (shown.isEmpty()) {
        throw failures.getFirst();
      }
      opened.complete(List.copyOf(shown));
    } catch (RuntimeException | Error e) {
      shown.forEach(closing);
      opened.completeExceptionally(e);
    }
  }

  private static String message(Throwable problem) {
    return problem.getMessage() == null ? problem.toString() : problem.getMessage();
  }

  /** Done when all are open but those that cannot be; fails as the first one if none can. */
  public CompletableFuture<Void> done() {
    return opened.thenAccept(_ -> {});
  }

  public boolean isOpen() {
    return opened.isDone() && !opened.isCompletedExceptionally();
  }

  /** Whether nothing is being opened any more. */
  public boolean isDone() {
    return opened.isDone();
  }

  /** How many are open. */
  public int count() {
    return isOpen() ? opened.join().size() : 0;
  }

  /** Why some cannot be opened, once all that can be are. */
  public List<String> problems() {
    return opened.isCompletedExceptionally() && problems.isEmpty()
        ? List.of(message(opened.exceptionNow()))
        : problems;
  }

  /**
   * All of them that can be opened.
   *
   * @throws RefusedException if they are not open
   */
  public List<T> all() {
    if (!opened.isDone()) {
      throw RefusedException.later("the files are still being opened");
    }
    if (opened.isCompletedExceptionally()) {
      throw RefusedException.missing(String.join("; ", problems()));
    }
    return opened.join();
  }

  /** Ends all that are open; nobody may use them any more. */
  @Override
  public void close() {
    if (isOpen()) {
      opened.join().forEach(closing);
    }
  }
}
