package dev.magpie.cli.depth;

import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.codec.Kernels;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie depth}: the bandwidth of a depth buffer behind a cache and codecs. */
@Command(
    name = "depth",
    description = "Draw a scene and measure what depth caches and codecs move to memory.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie depth builtin:hall",
      "  magpie depth builtin:coral --cache 16KiB --cache 32KiB --codec do --codec c",
      "  magpie depth scene.toml --image-dir images --format json",
      "  magpie depth builtin:rooms --codec plane+do25+do50+do75 --reference-bits 24 --ways 8",
      "",
      "Built-in scenes: hall, coral, terrain, forest, rooms, bust, city",
    })
public final class DepthCommand extends Subcommand {
  private static final int MAX_FRAMES = 10_000;

  @Parameters(
      paramLabel = "SCENE",
      description = "builtin:NAME, a scene file (TOML, JSON), or a mesh (OBJ, PLY, glTF, GLB).")
  private String sceneName = "";

  @Option(
      names = "--size",
      paramLabel = "WxH",
      defaultValue = "1920x1080",
      description = "Samples of a frame. Default: ${DEFAULT-VALUE}.")
  private String size = "";

  @Option(
      names = "--tile",
      paramLabel = "WxH",
      defaultValue = "8x8",
      description = "Samples of a tile, at most 64. Default: ${DEFAULT-VALUE}.")
  private String tile = "";

  @Option(
      names = "--line",
      paramLabel = "BYTES",
      defaultValue = "64",
      description = "Bytes of a memory and cache line. Default: ${DEFAULT-VALUE}.")
  private String line = "";

  @Option(
      names = "--lines",
      paramLabel = "SHAPE",
      defaultValue = "quadrants",
      description =
          "How an uncompressed tile's lines lie: ${COMPLETION-CANDIDATES}."
              + " Default: ${DEFAULT-VALUE}.")
  private TileShape.Lines lines = TileShape.Lines.QUADRANTS;

  @Mixin private BackEndChoice backEnds = new BackEndChoice();

  @Mixin private DrawingChoice drawing = new DrawingChoice();

  @Option(
      names = "--frames",
      paramLabel = "N",
      defaultValue = "1",
      description = "Frames along the scene's camera path. Default: ${DEFAULT-VALUE}.")
  private int frames;

  @Option(
      names = "--image-dir",
      paramLabel = "DIR",
      description =
          "Write images there: each frame's depths, and for each back-end what each tile cost.")
  private @Nullable Path imageDirectory;

  @Mixin private FormatOption format = new FormatOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  public Integer call() throws IOException {
    threads.count();
    if (frames < 1 || frames > MAX_FRAMES) {
      throw new BadUsageException(
          "--frames must be 1 to %,d, not %d".formatted(MAX_FRAMES, frames));
    }
    FrameShape shape = shape();
    List<Configuration> asked = backEnds.configurations(shape.tile());
    List<Configuration> all = new ArrayList<>(backEnds.baselines(shape.tile()));
    asked.stream().filter(each -> !all.contains(each)).forEach(all::add);
    Scene scene = drawing.scene(sceneName);
    // So that a path that is wrong somewhere is told before anything is drawn or written.
    IntStream.range(0, frames).forEach(frame -> view(scene, frame));
    try (FrameImages images = FrameImages.begin(imageDirectory, frames)) {
      DepthResult result = run(scene, shape, all, asked, images);
      images.bandwidth(result);
      format.print(DepthReport.of(result), console);
      images.commit();
    }
    return 0;
  }

  private DepthResult run(
      Scene scene,
      FrameShape shape,
      List<Configuration> all,
      List<Configuration> asked,
      FrameImages images)
      throws IOException {
    RasterOptions options = drawing.options(scene);
    FrontEnd frontEnd = new FrontEnd(shape, options);
    SceneStatistics drawn = SceneStatistics.NONE;
    List<DepthTraffic> sums = new ArrayList<>();
    try (Meter meter = Meter.ofItems(console, frames, "frame")) {
      for (int n = 0; n < frames; n++) {
        Camera view = view(scene, n);
        Frame frame = frontEnd.draw(scene.meshes(), view);
        drawn = drawn.plus(frame);
        images.depth(n, frame.events().depths(), view);
        long events = (long) frames * all.size() * frame.events().size();
        List<DepthTraffic> traffic =
            DepthSystem.replay(frame.events(), with(Kernels.forRun(events), all), threads.count());
        for (int c = 0; c < all.size(); c++) {
          if (n == 0) {
            sums.add(traffic.get(c));
          } else {
            sums.set(c, sums.get(c).plus(traffic.get(c)));
          }
        }
        meter.accept(1);
      }
    }
    List<DepthResult.Run> runs = new ArrayList<>();
    for (Configuration each : asked) {
      long raw = 0;
      for (int c = 0; c < backEnds.baselines(shape.tile()).size(); c++) {
        raw = all.get(c).cache().equals(each.cache()) ? sums.get(c).bytes() : raw;
      }
      runs.add(new DepthResult.Run(each, sums.get(all.indexOf(each)), raw));
    }
    return new DepthResult(scene, shape, options, drawn, runs);
  }

  private static List<Configuration> with(Kernels kernels, List<Configuration> all) {
    return all.stream().map(each -> each.withKernels(kernels)).toList();
  }

  private Camera view(Scene scene, int frame) {
    return BadUsageException.unlessLegal(
        "%s: frame %d of the camera path: ".formatted(scene.name(), frame),
        () -> scene.camera(frame, frames));
  }

  private FrameShape shape() {
    Extent frame = Extent.parse("--size", size);
    Extent samples = Extent.parse("--tile", tile);
    int lineBytes = ByteSize.parse("--line", line);
    return BadUsageException.unlessLegal(() ->
        new FrameShape(
            frame.width(),
            frame.height(),
            TileShape.of(samples.width(), samples.height(), lineBytes, lines)));
  }
}
