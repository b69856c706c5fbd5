package dev.magpie.explore.input;

import dev.magpie.explore.web.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The inputs of one kind, which are opened meanwhile: files that are compressed take their time.
 *
 * @param <T> what one is once it is open
 */
public final class Opening<T> implements AutoCloseable {
  private final CompletableFuture<List<T>> opened = new CompletableFuture<>();
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
    try {
      for (Supplier<T> each : inputs) {
        shown.add(each.get());
      }
      opened.complete(List.copyOf(shown));
    } catch (RuntimeException | Error e) {
      shown.forEach(closing);
      opened.completeExceptionally(e);
    }
  }

  /** Done when all are open, or one cannot be opened. */
  public CompletableFuture<Void> done() {
    return opened.thenAccept(_ -> {});
  }

  public boolean isOpen() {
    return opened.isDone() && !opened.isCompletedExceptionally();
  }

  /** Why they cannot be opened; empty unless that is so. */
  public String problem() {
    if (!opened.isCompletedExceptionally()) {
      return "";
    }
    Throwable cause = opened.exceptionNow();
    return String.valueOf(
        (cause instanceof CompletionException && cause.getCause() != null
                ? cause.getCause()
                : cause)
            .getMessage());
  }

  /**
   * All of them.
   *
   * @throws RefusedException if they are not open
   */
  public List<T> all() {
    if (!opened.isDone()) {
      throw RefusedException.later("the files are still being opened");
    }
    if (opened.isCompletedExceptionally()) {
      throw RefusedException.missing(problem());
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
