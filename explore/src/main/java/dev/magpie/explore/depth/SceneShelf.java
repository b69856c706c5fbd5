package dev.magpie.explore.depth;

import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.Opening;
import dev.magpie.explore.input.ViewedScene;
import dev.magpie.explore.web.PageRequest;
import java.util.List;
import java.util.function.Supplier;

/** The scenes that pages show. */
final class SceneShelf {
  private final Opening<ShownScene> opening;

  /** Begins to open them, in their order: large meshes take their time. */
  SceneShelf(List<Input<ViewedScene>> inputs) {
    opening =
        Opening.begin(
            inputs.stream()
                .<Supplier<ShownScene>>map(
                    each -> () -> new ShownScene(each.label(), each.input(), each.opening().get()))
                .toList(),
            _ -> {});
  }

  /** How far they are open. */
  Opening<?> opening() {
    return opening;
  }

  List<ShownScene> all() {
    return opening.all();
  }

  /** The one whose number the request has as {@code scene}. */
  ShownScene chosen(PageRequest request) {
    List<ShownScene> all = all();
    return all.get((int) request.number("scene", 0, all.size() - 1L, 0));
  }
}
