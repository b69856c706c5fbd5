package dev.magpie.explore;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.Viewing;
import dev.magpie.explore.depth.DepthResources;
import dev.magpie.explore.depth.SceneShelf;
import dev.magpie.explore.memory.InputsResource;
import dev.magpie.explore.memory.MemoryResources;
import dev.magpie.explore.memory.Shelf;
import dev.magpie.explore.web.LocalServer;
import dev.magpie.explore.web.PageFiles;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.HtmlReport;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The web application, for as long as it is open: a server on this machine alone, whose link only
 * the caller knows. It shows the snapshots that it was started with, and writes nothing.
 *
 * <pre>{@code
 * Explorer.Input model =
 *     new Explorer.Input("model", "model.safetensors", () -> Snapshot.open(files));
 * Explorer.Inputs inputs = new Explorer.Inputs(List.of(model), List.of());
 * try (Explorer explorer = Explorer.start(inputs, start, 0, Throwable::printStackTrace)) {
 *   System.out.println(explorer.link());
 *   Thread.sleep(Duration.ofHours(1));
 * }
 * }</pre>
 */
public final class Explorer implements AutoCloseable {
  /**
   * A snapshot to show.
   *
   * @param label what people see it called
   * @param input what it is opened from
   * @param opening opens it; called once, by another thread
   */
  public record Input(String label, String input, Supplier<Snapshot> opening) {}

  /**
   * A scene to show.
   *
   * @param label what people see it called
   * @param name what {@link Scenes} opens
   */
  public record SceneInput(String label, String name) {}

  /**
   * All that there is to look at, by kind.
   *
   * @param snapshots of memory
   * @param scenes for the depth pipeline
   */
  public record Inputs(List<Input> snapshots, List<SceneInput> scenes) {
    public Inputs {
      snapshots = List.copyOf(snapshots);
      scenes = List.copyOf(scenes);
    }
  }

  /**
   * What the pages say of themselves, and what they begin with.
   *
   * @param version of the program
   * @param command that was given
   * @param started date and time
   * @param series whether the snapshots are successive moments of one program
   * @param codec that blocks are coded with until a page takes another
   * @param granularity block size and MAG, in the same way
   * @param threads that measure
   */
  public record Start(
      String version,
      String command,
      String started,
      boolean series,
      CodecSpec codec,
      Granularity granularity,
      int threads) {}

  private final Shelf shelf;
  private final SceneShelf scenes;
  private final MemoryResources memory;
  private final LocalServer server;

  private Explorer(Shelf shelf, SceneShelf scenes, MemoryResources memory, LocalServer server) {
    this.shelf = shelf;
    this.scenes = scenes;
    this.memory = memory;
    this.server = server;
  }

  /**
   * Starts it.
   *
   * @param inputs they are opened while the server answers already
   * @param port to listen at; 0 for one that is free
   * @param bugs is told of what should not happen
   * @throws IOException if the port is taken
   */
  public static Explorer start(Inputs inputs, Start start, int port, Consumer<Throwable> bugs)
      throws IOException {
    Shelf shelf =
        new Shelf(
            inputs.snapshots().stream()
                .map(each -> new Shelf.Entry(each.label(), each.input(), each.opening()))
                .toList());
    SceneShelf scenes =
        new SceneShelf(
            inputs.scenes().stream()
                .map(each -> new SceneShelf.Entry(each.label(), each.name()))
                .toList(),
            Viewing.USUAL);
    MemoryResources memory = new MemoryResources(shelf, start.series(), start.threads());
    if (!inputs.snapshots().isEmpty()) {
      memory.begin(start.codec(), start.granularity());
    }
    Map<String, Resource> resources = new HashMap<>(memory.byName());
    resources.putAll(new DepthResources(scenes, start.threads()).byName());
    resources.put(
        "inputs",
        new InputsResource(
            shelf,
            scenes,
            new InputsResource.Origin(
                start.version(),
                start.command(),
                start.started(),
                start.series(),
                start.codec().toString(),
                start.granularity())));
    PageFiles files = new PageFiles(Explorer.class, Map.of("echarts", HtmlReport.class));
    return new Explorer(shelf, scenes, memory, LocalServer.start(port, files, resources, bugs));
  }

  /** The link that opens the pages. Whoever has it can look at the memory. */
  public URI link() {
    return server.link();
  }

  /** Done when all inputs are open; it fails as the one does that cannot be opened. */
  public CompletableFuture<Void> opening() {
    return CompletableFuture.allOf(shelf.opening(), scenes.opening());
  }

  /** Ends the server and all that it does. */
  @Override
  public void close() {
    server.close();
    memory.close();
    shelf.close();
  }
}
