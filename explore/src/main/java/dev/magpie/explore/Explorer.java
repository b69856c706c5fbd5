package dev.magpie.explore;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.depth.DepthResources;
import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.InputResources;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.input.SourceText;
import dev.magpie.explore.input.ViewedScene;
import dev.magpie.explore.lab.LabResources;
import dev.magpie.explore.memory.MemoryResources;
import dev.magpie.explore.time.TimeResources;
import dev.magpie.explore.web.LocalServer;
import dev.magpie.explore.web.PageFiles;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.job.Program;
import dev.magpie.lab.board.ResultBoard;
import dev.magpie.report.HtmlReport;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The web application, for as long as it is open: a server on this machine alone, whose link only
 * the caller knows. It shows what it was started with, and writes nothing.
 *
 * <pre>{@code
 * Explorer.Inputs inputs =
 *     Explorer.Inputs.ofSnapshots(
 *         List.of(new Input<>("model", "model.safetensors", () -> Snapshot.open(files))));
 * try (Explorer explorer = Explorer.start(inputs, start, 0, Throwable::printStackTrace)) {
 *   System.out.println(explorer.link());
 *   Thread.sleep(Duration.ofHours(1));
 * }
 * }</pre>
 */
public final class Explorer implements AutoCloseable {
  /**
   * What there is to look at. Each kind has its views, which are there where it has inputs.
   *
   * @param snapshots of memory; each is opened once
   * @param scenes for the depth pipeline
   * @param results of experiments
   * @param recordings that are replayed; each replay opens its own
   * @param programs that are executed, which opens them, and then replayed
   * @param sources that kernels of these were compiled from
   * @param gpus a user's own, beside those there are
   */
  public record Inputs(
      List<Input<Snapshot>> snapshots,
      List<Input<ViewedScene>> scenes,
      List<Input<ResultBoard>> results,
      List<Input<Recording>> recordings,
      List<Input<Program>> programs,
      List<Input<SourceText>> sources,
      ShownGpus gpus) {
    private static final ShownGpus NO_GPUS = new ShownGpus(Map.of());

    public Inputs {
      snapshots = List.copyOf(snapshots);
      scenes = List.copyOf(scenes);
      results = List.copyOf(results);
      recordings = List.copyOf(recordings);
      programs = List.copyOf(programs);
      sources = List.copyOf(sources);
    }

    /** Snapshots alone. */
    public static Inputs ofSnapshots(List<Input<Snapshot>> snapshots) {
      return new Inputs(snapshots, List.of(), List.of(), List.of(), List.of(), List.of(), NO_GPUS);
    }

    /** Scenes alone. */
    public static Inputs ofScenes(List<Input<ViewedScene>> scenes) {
      return new Inputs(List.of(), scenes, List.of(), List.of(), List.of(), List.of(), NO_GPUS);
    }

    /** Results of experiments alone. */
    public static Inputs ofResults(List<Input<ResultBoard>> results) {
      return new Inputs(List.of(), List.of(), results, List.of(), List.of(), List.of(), NO_GPUS);
    }

    /** Runs alone, with the sources of their kernels. */
    public static Inputs ofRuns(
        List<Input<Recording>> recordings,
        List<Input<Program>> programs,
        List<Input<SourceText>> sources) {
      return new Inputs(List.of(), List.of(), List.of(), recordings, programs, sources, NO_GPUS);
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

  private final List<InputResources> kinds;
  private final LocalServer server;

  private Explorer(List<InputResources> kinds, LocalServer server) {
    this.kinds = kinds;
    this.server = server;
  }

  /**
   * Starts it.
   *
   * @param inputs what is shown; it is opened while the server answers already
   * @param port to listen at; 0 for one that is free
   * @param bugs is told of what should not happen
   * @throws IOException if the port is taken
   */
  public static Explorer start(Inputs inputs, Start start, int port, Consumer<Throwable> bugs)
      throws IOException {
    MemoryResources memory =
        new MemoryResources(inputs.snapshots(), start.series(), inputs.gpus(), start.threads());
    memory.begin(start.codec(), start.granularity());
    DepthResources depth = new DepthResources(inputs.scenes(), start.threads());
    LabResources lab = new LabResources(inputs.results());
    TimeResources time =
        new TimeResources(
            inputs.recordings(),
            inputs.programs(),
            inputs.sources(),
            inputs.gpus(),
            start.threads());
    List<InputResources> kinds = List.of(memory, depth, time, lab);
    Map<String, Resource> resources = new HashMap<>();
    kinds.forEach(each -> resources.putAll(each.byName()));
    resources.put("inputs", new InputsResource(start, kinds, memory, depth, time, lab));
    PageFiles files =
        new PageFiles(
            Explorer.class, Map.of("echarts", HtmlReport.class, "drawing", HtmlReport.class));
    return new Explorer(kinds, LocalServer.start(port, files, resources, bugs));
  }

  /** The link that opens the pages. Whoever has it can look. */
  public URI link() {
    return server.link();
  }

  /**
   * Done when all inputs are open but those that cannot be; it fails as the first of these if that
   * leaves none.
   */
  public CompletableFuture<Void> opening() {
    List<CompletableFuture<Void>> all = kinds.stream().map(each -> each.opening().done()).toList();
    CompletableFuture<?>[] ended =
        all.stream()
            .map(each -> each.exceptionally(_ -> null))
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(ended)
        .thenCompose(_ ->
            kinds.stream().anyMatch(each -> each.opening().count() > 0)
                ? CompletableFuture.completedFuture(null)
                : all.stream()
                    .filter(CompletableFuture::isCompletedExceptionally)
                    .findFirst()
                    .orElseGet(() -> CompletableFuture.completedFuture(null)));
  }

  /** Why some inputs cannot be opened, a line each. */
  public List<String> problems() {
    return kinds.stream().flatMap(each -> each.opening().problems().stream()).toList();
  }

  /** Ends the server and all that it does. */
  @Override
  public void close() {
    server.close();
    kinds.forEach(InputResources::close);
  }
}
