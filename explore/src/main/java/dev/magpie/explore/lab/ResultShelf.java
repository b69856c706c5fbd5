package dev.magpie.explore.lab;

import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.Opening;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.lab.board.ResultBoard;
import dev.magpie.lab.result.ExperimentResult;
import java.util.List;
import java.util.function.Supplier;

/** The directories of results that pages show, and which a request is about. */
final class ResultShelf implements AutoCloseable {
  private final Opening<ShownResults> opening;

  /** Begins to open them, in their order. */
  ResultShelf(List<Input<ResultBoard>> inputs) {
    opening =
        Opening.begin(
            inputs.stream()
                .<Supplier<ShownResults>>map(each ->
                    () -> new ShownResults(each.label(), each.input(), each.opening().get()))
                .toList(),
            _ -> {});
  }

  /** How far they are open. */
  Opening<?> opening() {
    return opening;
  }

  /** All of them. */
  List<ShownResults> all() {
    return opening.all();
  }

  /** The one whose number the request has as {@code r}. */
  ResultBoard chosen(PageRequest request) {
    return all().get((int) request.number("r", 0, all().size() - 1L, 0)).board();
  }

  /** Its result of the experiment that the request has as {@code id}. */
  ExperimentResult result(PageRequest request) {
    String id = request.requiredText("id");
    return chosen(request)
        .result(id)
        .orElseThrow(() -> RefusedException.missing("there is no result of '%s'".formatted(id)));
  }

  @Override
  public void close() {
    opening.close();
  }
}
