package dev.magpie.cli.depth;

import static java.util.Objects.requireNonNull;

import dev.magpie.cli.option.ByteSize;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.Pass;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.draws.DrawTarget;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
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
      "  magpie depth builtin:rooms --report rooms.html",
      "  magpie depth builtin:coral --cache 16KiB --cache 32KiB --codec do --codec c",
      "  magpie depth scene.toml --image-dir images --format json",
      "  magpie depth builtin:rooms --codec plane+do25+do50+do75 --reference-bits 24 --ways 8",
      "",
      "Built-in scenes: ${bundle:scenes}; real ones: ${bundle:real-scenes}",
    })
public final class DepthCommand extends Subcommand {
  private static final int MAX_FRAMES = 10_000;
  private static final String USUAL_SIZE = "1920x1080";

  /** What results have lines for. */
  enum By {
    RUN,
    PASS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(
      paramLabel = "SCENE",
      description =
          "builtin:NAME, real:NAME, a scene file (TOML, JSON), a mesh (OBJ, PLY, glTF, GLB), or a"
              + " stream of draws (.draws).")
  private String sceneName = "";

  @Option(
      names = "--size",
      paramLabel = "WxH",
      description =
          "Pixels of a frame. Default: 1920x1080; of a stream of draws, as many as it was recorded"
              + " with.")
  private @Nullable String size;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description =
          "Samples of a pixel, at the standard positions of multisampling:"
              + " ${COMPLETION-CANDIDATES}, where a pass does not say. Default: 1; of a stream of"
              + " draws, as many as each target was recorded with.")
  private @Nullable Multisampling samples;

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

  @Option(
      names = "--depth-format",
      paramLabel = "FORMAT",
      description =
          "What a depth is: ${COMPLETION-CANDIDATES} (integers of 16 bits in two bytes or of 24 in"
              + " four, or floats of 32), where a pass does not say. Default: d24; of a stream of"
              + " draws, as each target was recorded.")
  private @Nullable DepthFormat depthFormat;

  @Mixin private BackEndChoice backEnds = new BackEndChoice();

  @Mixin private DrawingChoice drawing = new DrawingChoice();

  @Option(
      names = "--frames",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Frames along the scene's camera path, and over the time of its animation, or the first ones"
              + " of a stream of draws. Default: ${DEFAULT-VALUE}.")
  private int frames;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      defaultValue = "run",
      description =
          "What table, CSV and page have lines for: ${COMPLETION-CANDIDATES} (back-ends; or each"
              + " pass of each frame in each of them, which JSON then has, too)."
              + " Default: ${DEFAULT-VALUE}.")
  private By by = By.RUN;

  @Option(
      names = "--image-dir",
      paramLabel = "DIR",
      description =
          "Write images there: each frame's depths, and for each back-end what each tile cost.")
  private @Nullable Path imageDirectory;

  @Mixin private DrawsOption draws = new DrawsOption();

  @Mixin private ReportOption report = new ReportOption();

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  public Integer call() throws IOException {
    threads.count();
    BadUsageException.when(
        frames < 1 || frames > MAX_FRAMES,
        "--frames must be 1 to %,d, not %d".formatted(MAX_FRAMES, frames));
    Extent usual = Extent.parse("--size", size == null ? USUAL_SIZE : size);
    // So that what is wrong with options is told before a large file is read.
    shape(usual, targetFormat(DepthFormat.D24), targetSamples(Multisampling.X1));
    List<Configuration> asked = backEnds.configurations();
    DescribedScene described =
        drawing.scene(
            sceneName, (double) usual.width() / usual.height(), remark -> console.say(remark));
    DescribedScene scene =
        BadUsageException.unlessLegal(() -> described.withTargets(this::withOptions));
    FrameShape shape =
        scene.stream()
            .map(stream -> shape(stream.shown(0), usual))
            .orElseGet(
                () -> shape(usual, targetFormat(DepthFormat.D24), targetSamples(Multisampling.X1)));
    SceneTraffic.FramePasses passes = drawing.passes(scene);
    check(scene, passes, asked, shape);
    try (FrameImages images = FrameImages.begin(imageDirectory, frames);
        Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      ReportOption.Destination page = report.begin(outputs);
      DrawsOption.Destination stream = draws.begin(outputs);
      AtomicReference<@Nullable DrawnTarget> last = new AtomicReference<>();
      SceneTraffic measured = measure(scene.scene(), passes, shape, asked, images, last);
      stream.write(scene.scene(), passes, frames, shape, drawing.options(scene.scene()));
      String legend = images.bandwidth(measured);
      out.write(DepthReport.of(measured, by));
      page.write(
          () -> DepthPage.page(measured, by, requireNonNull(last.get()), threads.count()),
          List.of(sceneName));
      images.commit();
      outputs.commit();
      if (!legend.isEmpty()) {
        console.say(legend);
      }
    }
    return 0;
  }

  /** Tells what is wrong with a frame before anything is drawn or written. */
  private void check(
      DescribedScene scene,
      SceneTraffic.FramePasses passes,
      List<Configuration> asked,
      FrameShape shape) {
    int most = scene.stream().map(stream -> stream.frames().size()).orElse(MAX_FRAMES);
    BadUsageException.when(
        frames > most,
        "%s: has %d frame%s, not %d".formatted(sceneName, most, most == 1 ? "" : "s", frames));
    for (int n = 0; n < frames; n++) {
      int frame = n;
      for (Pass pass : passes.of(frame)) {
        String named = "pass '%s': ".formatted(pass.name());
        FrameShape target = BadUsageException.unlessLegal(named, () -> pass.target().shape(shape));
        if (frame == 0) {
          String whose = pass.target().format().isEmpty() ? "" : named;
          BackEndChoice.check(asked, target.tile(), whose);
        }
        checkView(pass.scene(), frame);
      }
    }
  }

  private DepthFormat targetFormat(DepthFormat otherwise) {
    return depthFormat == null ? otherwise : depthFormat;
  }

  private Multisampling targetSamples(Multisampling otherwise) {
    return samples == null ? otherwise : samples;
  }

  /** A stream's target as options say. */
  private DrawTarget withOptions(DrawTarget target) {
    return target.with(targetFormat(target.format())).with(targetSamples(target.samples()));
  }

  private FrameShape shape(DrawTarget shown, Extent usual) {
    Extent frame = size == null ? new Extent(shown.width(), shown.height()) : usual;
    return shape(frame, shown.format(), shown.samples());
  }

  private SceneTraffic measure(
      Scene scene,
      SceneTraffic.FramePasses passes,
      FrameShape shape,
      List<Configuration> asked,
      FrameImages images,
      AtomicReference<@Nullable DrawnTarget> last)
      throws IOException {
    try (Meter meter = Meter.ofItems(console, frames, "frame")) {
      return SceneTraffic.measure(
          scene,
          passes,
          frames,
          shape,
          drawing.options(scene).with(backEnds.culled()),
          asked,
          threads.count(),
          (frame, target) -> {
            images.depth(frame, target);
            if (report.isGiven() && frame == frames - 1) {
              last.set(target);
            }
            meter.accept(1);
          });
    }
  }

  private void checkView(Scene scene, int frame) {
    BadUsageException.unlessLegal(
        "%s: frame %d of the camera path: ".formatted(scene.name(), frame),
        () -> scene.camera(frame, frames));
  }

  private FrameShape shape(Extent frame, DepthFormat format, Multisampling multisampling) {
    Extent tileSize = Extent.parse("--tile", tile);
    int lineBytes = ByteSize.parse("--line", line);
    return BadUsageException.unlessLegal(() ->
        FrameShape.ofPixels(
            frame.width(),
            frame.height(),
            TileShape.of(tileSize.width(), tileSize.height(), lineBytes, lines, format)
                .with(multisampling)));
  }
}
