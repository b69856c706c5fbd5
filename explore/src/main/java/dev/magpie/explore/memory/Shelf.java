package dev.magpie.explore.memory;

import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.Opening;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.util.List;
import java.util.function.Supplier;

/** The snapshots that pages show, and which of their parts a request is about. */
final class Shelf implements AutoCloseable {
  private final Opening<ShownSnapshot> opening;

  /** Begins to open them, in their order. */
  Shelf(List<Input<Snapshot>> inputs) {
    opening =
        Opening.begin(
            inputs.stream()
                .<Supplier<ShownSnapshot>>map(each ->
                    () -> new ShownSnapshot(each.label(), each.input(), each.opening().get()))
                .toList(),
            each -> each.snapshot().close());
  }

  /** How far they are open. */
  Opening<?> opening() {
    return opening;
  }

  /** All of them. */
  List<ShownSnapshot> all() {
    return opening.all();
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
    opening.close();
  }
}
