package dev.magpie.explore.memory;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.DocumentType;
import dev.magpie.snapshot.Allocation;
import java.util.List;

/** The allocations of a snapshot: what they are called, and how large they are. */
record TensorsResource(Shelf shelf) implements Resource {
  private static final DocumentType<Tensors> TYPE =
      new DocumentType<>("magpie.explore.tensors/1", Tensors.class);

  private record Tensors(String label, String input, long bytes, List<Described> tensors) {}

  /**
   * An allocation.
   *
   * @param key the same for the same one in another snapshot
   * @param path of its file in the input
   * @param place that file, as people tell it from those of other inputs
   * @param type of an element, as files call it
   */
  private record Described(
      String source,
      String key,
      String path,
      String place,
      String name,
      String type,
      List<Long> shape,
      long bytes) {
    static Described of(ShownSnapshot shown, Allocation each) {
      Allocation.Key key = shown.key(each);
      return new Described(
          each.source().toString(),
          key.path() + "\n" + key.name(),
          each.key().path(),
          shown.place(each),
          each.name(),
          each.type(),
          each.shape(),
          each.bytes());
    }
  }

  @Override
  public Reply answer(PageRequest request) {
    ShownSnapshot shown = shelf.chosen(request);
    return Reply.json(
        TYPE,
        new Tensors(
            shown.label(),
            shown.input(),
            shown.snapshot().bytes(),
            shown.allocations().stream().map(each -> Described.of(shown, each)).toList()));
  }
}
