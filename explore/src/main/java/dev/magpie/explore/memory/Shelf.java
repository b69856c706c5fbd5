package dev.magpie.explore.memory;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * The snapshots that pages show. They are opened meanwhile: files that are compressed take their
 * time.
 */
public final class Shelf implements AutoCloseable {
  /**
   * A snapshot that is still to be opened.
   *
   * @param label what people see it called
   * @param input what it is opened from
   * @param opening opens it
   */
  public record Entry(String label, String input, Supplier<Snapshot> opening) {}

  private final CompletableFuture<List<ShownSnapshot>> opened;

  /** Begins to open them, in their order. */
  public Shelf(List<Entry> entries) {
    List<Entry> all = List.copyOf(entries);
    opened = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("opening").start(() -> open(all));
  }

  private void open(List<Entry> entries) {
    List<ShownSnapshot> shown = new ArrayList<>();
    try {
      for (Entry each : entries) {
        shown.add(new ShownSnapshot(each.label(), each.input(), each.opening().get()));
      }
      opened.complete(List.copyOf(shown));
    } catch (RuntimeException | Error e) {
      shown.forEach(each -> each.snapshot().close());
      opened.completeExceptionally(e);
    }
  }

  /** Done when all are open, or one cannot be opened. */
  public CompletableFuture<Void> opening() {
    return opened.thenAccept(_ -> {});
  }

  boolean isOpen() {
    return opened.isDone() && !opened.isCompletedExceptionally();
  }

  /** Why they cannot be opened; empty unless that is so. */
  String problem() {
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

  /** All of them. */
  List<ShownSnapshot> all() {
    if (!opened.isDone()) {
      throw RefusedException.later("the files are still being opened");
    }
    if (opened.isCompletedExceptionally()) {
      throw RefusedException.missing(problem());
    }
    return opened.join();
  }

  /** The one whose number the request has as {@code s}. */
  ShownSnapshot chosen(PageRequest request) {
    return all().get(number(request, "s"));
  }

  /** Its number, under another name. */
  int number(PageRequest request, String name) {
    return (int) request.number(name, 0, all().size() - 1L, 0);
  }

  /** Of a snapshot, the allocation whose number the request has as {@code a}. */
  static Allocation allocation(ShownSnapshot snapshot, PageRequest request) {
    List<Allocation> allocations = snapshot.allocations();
    return allocations.get((int) request.number("a", 0, allocations.size() - 1L));
  }

  /** Unmaps them; nobody may read them any more. */
  @Override
  public void close() {
    if (isOpen()) {
      opened.join().forEach(each -> each.snapshot().close());
    }
  }
}
