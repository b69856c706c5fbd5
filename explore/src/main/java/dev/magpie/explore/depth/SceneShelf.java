package dev.magpie.explore.depth;

import dev.magpie.depth.Scenes;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.scene.Scene;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The scenes that pages show. They are opened meanwhile: large meshes take their time. */
public final class SceneShelf {
  /**
   * A scene that is still to be opened.
   *
   * @param label what people see it called
   * @param input what {@link Scenes} opens
   */
  public record Entry(String label, String input) {}

  /**
   * A scene that is open.
   *
   * @param triangles in all meshes
   * @param remarks what was guessed
   */
  public record Opened(String label, String input, long triangles, List<String> remarks) {}

  private final CompletableFuture<List<ShownScene>> opened = new CompletableFuture<>();

  /**
   * Begins to open them, in their order.
   *
   * @param viewing how scenes without a camera are looked at first
   */
  public SceneShelf(List<Entry> entries, Viewing viewing) {
    List<Entry> all = List.copyOf(entries);
    Thread.ofPlatform().daemon().name("opening scenes").start(() -> open(all, viewing));
  }

  private void open(List<Entry> entries, Viewing viewing) {
    List<ShownScene> shown = new ArrayList<>();
    try {
      for (Entry each : entries) {
        List<String> remarks = new ArrayList<>();
        Scene scene = Scenes.open(each.input(), viewing, remarks::add);
        shown.add(new ShownScene(each.label(), each.input(), scene, remarks));
      }
      opened.complete(List.copyOf(shown));
    } catch (IOException e) {
      opened.completeExceptionally(new UncheckedIOException(e));
    } catch (RuntimeException | Error e) {
      opened.completeExceptionally(e);
    }
  }

  /** Done when all are open, or one cannot be opened. */
  public CompletableFuture<Void> opening() {
    return opened.thenAccept(_ -> {});
  }

  /** Whether all are open. */
  public boolean isOpen() {
    return opened.isDone() && !opened.isCompletedExceptionally();
  }

  /** Why they cannot be opened; empty unless that is so. */
  public String problem() {
    return opened.isCompletedExceptionally()
        ? String.valueOf(opened.exceptionNow().getMessage())
        : "";
  }

  /** What they were opened from, and what was guessed then; nothing until they are open. */
  public List<Opened> listing() {
    return isOpen()
        ? opened.join().stream()
            .map(each ->
                new Opened(each.label(), each.input(), each.scene().triangles(), each.remarks()))
            .toList()
        : List.of();
  }

  List<ShownScene> all() {
    if (!opened.isDone()) {
      throw RefusedException.later("the scenes are still being opened");
    }
    if (!isOpen()) {
      throw RefusedException.missing(problem());
    }
    return opened.join();
  }

  /** The one whose number the request has as {@code scene}. */
  ShownScene chosen(PageRequest request) {
    List<ShownScene> all = all();
    return all.get((int) request.number("scene", 0, all.size() - 1L, 0));
  }
}
