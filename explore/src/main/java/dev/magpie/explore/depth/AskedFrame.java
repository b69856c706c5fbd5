package dev.magpie.explore.depth;

import dev.magpie.depth.CameraText;
import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.Pass;
import dev.magpie.depth.draws.DrawTarget;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The frame that a request is about. Its values are called as the options of {@code magpie depth}.
 *
 * @param shown the scene
 * @param view which it is seen with, if not with its own camera
 * @param target the number of the target among those of the frame; -1 for its last pass's
 * @param number of the frame, from 0 on
 * @param frames of the camera path, the animation or the stream
 * @param shape of the frame, and of targets that are as large
 * @param format of depths, if it is asked for
 * @param samples of a pixel, likewise
 * @param smaller by which factor it is drawn smaller on both sides, for while somebody moves it
 */
record AskedFrame(
    ShownScene shown,
    Optional<Camera> view,
    int target,
    int number,
    int frames,
    FrameShape shape,
    Optional<DepthFormat> format,
    Optional<Multisampling> samples,
    RasterOptions options,
    int smaller) {
  /** What a stream of draws has a say in itself. */
  private static final List<String> OF_MESHES = List.of("camera", "tessellate");

  /** What passes have a say in themselves. */
  private static final List<String> OF_PASSES =
      List.of("cull", "depth-range", "depth-test", "depth-writes", "prepass");

  private static final Pattern EXTENT = Pattern.compile("(\\d{1,5})x(\\d{1,5})");
  private static final int MOST_FRAMES = 10_000;
  private static final int MOST_TARGETS = 1000;

  /** Twice what a screen has, and few enough for the memory of a small machine. */
  private static final int MOST_SAMPLES = 2 * 3840 * 2160;

  static AskedFrame of(SceneShelf shelf, PageRequest request) {
    ShownScene shown = shelf.chosen(request);
    try {
      RasterOptions options = options(shown, request);
      Optional<DepthFormat> format =
          request
              .text("depth-format")
              .filter(text -> !text.isEmpty())
              .map(_ -> word(request, "depth-format", DepthFormat.D24));
      Optional<Multisampling> samples = samples(request);
      FrameShape shape =
          shape(shown, request, format.orElse(DepthFormat.D24), samples.orElse(Multisampling.X1));
      int target = (int) request.number("target", 0, MOST_TARGETS, -1);
      int frames = (int) request.number("frames", 1, MOST_FRAMES, 1);
      int number = (int) request.number("frame", 0, frames - 1L, 0);
      if (shown.isRecorded()) {
        int last = shown.scene().path().size() - 1;
        int recorded = frames < 2 ? 0 : (int) Math.round((double) number * last / (frames - 1));
        return new AskedFrame(
            shown,
            Optional.empty(),
            target,
            recorded,
            last + 1,
            shape,
            format,
            samples,
            options,
            1);
      }
      Camera own = shown.scene().camera(number, frames);
      Optional<Camera> view = request.text("camera").map(text -> CameraText.parse(text, own));
      return new AskedFrame(
          shown, view, target, number, frames, shape, format, samples, options, 1);
    } catch (IllegalArgumentException | SceneException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  private static FrameShape shape(
      ShownScene shown, PageRequest request, DepthFormat format, Multisampling samples) {
    int[] size = extent(request, "size", shown.size());
    int[] tile = extent(request, "tile", "8x8");
    TileShape.Lines lines = word(request, "lines", TileShape.Lines.QUADRANTS);
    int lineBytes = (int) request.number("line", 4, 256, 64);
    return FrameShape.ofPixels(
        size[0], size[1], TileShape.of(tile[0], tile[1], lineBytes, lines, format).with(samples));
  }

  /** Of a pixel. */
  private static Optional<Multisampling> samples(PageRequest request) {
    return request
        .text("samples")
        .filter(text -> !text.isEmpty())
        .map(text ->
            Arrays.stream(Multisampling.values())
                .filter(each -> each.toString().equals(text))
                .findFirst()
                .orElseThrow(() ->
                    RefusedException.wrong(
                        "'samples' is 1, 2, 4 or 8 of a pixel, not '%s'".formatted(text))));
  }

  /** The same, smaller by a factor on both sides. */
  AskedFrame smaller(int factor) {
    FrameShape small =
        FrameShape.ofPixels(
            Math.max(1, shape.pixelsAcross() / factor),
            Math.max(1, shape.pixelsDown() / factor),
            shape.tile());
    return new AskedFrame(
        shown, view, target, number, frames, small, format, samples, options, factor);
  }

  /** Draws all passes of the target. */
  DrawnTarget drawn() {
    try {
      List<Pass> passes = passes();
      FrameShape drawn = passes.getFirst().target().shape(shape);
      if ((long) drawn.width() * drawn.height() > MOST_SAMPLES) {
        throw RefusedException.wrong(
            "pages show up to %,d samples, not %dx%d"
                .formatted(MOST_SAMPLES, drawn.width(), drawn.height()));
      }
      return DrawnTarget.draw(passes, shape, options, number, frames);
    } catch (IllegalArgumentException | SceneException e) {
      // An animation may move its meshes beyond all numbers.
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  /** Those of the target that is asked for. */
  private List<Pass> passes() {
    DescribedScene described = shown.viewed().described().withTargets(this::asAsked);
    if (view.isPresent()) {
      described = described.withCamera(view.get());
    }
    List<List<Pass>> targets = ShownTarget.passes(described, number, options);
    if (target >= targets.size()) {
      throw RefusedException.wrong(
          "frame %d has %d targets, and so none of the number %d"
              .formatted(number, targets.size(), target));
    }
    return (target < 0 ? targets.getLast() : targets.get(target))
        .stream().map(pass -> pass.smaller(smaller)).toList();
  }

  /** What a stream tells of its targets holds where nothing else is asked for. */
  private DrawTarget asAsked(DrawTarget target) {
    return target.with(format.orElse(target.format())).with(samples.orElse(target.samples()));
  }

  /** What a value is refused for that a scene has a say in itself. */
  private static void check(ShownScene shown, PageRequest request) {
    if (shown.isRecorded()) {
      refuse(request, OF_MESHES, "is for meshes: a stream of draws has them as one view saw them");
    }
    if (shown.hasPasses()) {
      refuse(request, OF_PASSES, "is for scenes without passes; those of this one have their own");
    }
  }

  private static void refuse(PageRequest request, List<String> names, String why) {
    for (String name : names) {
      if (!request.text(name).orElse("").isEmpty()) {
        throw RefusedException.wrong("'%s' %s".formatted(name, why));
      }
    }
  }

  private static RasterOptions options(ShownScene shown, PageRequest request) {
    check(shown, request);
    RasterOptions options = RasterOptions.of(shown.scene());
    String tessellate = request.text("tessellate").orElse("");
    if (!tessellate.isEmpty()) {
      options = options.withTessellation(tessellation(tessellate));
    }
    DepthRange range = word(request, "depth-range", options.range());
    DepthTest test = word(request, "depth-test", range.nearer());
    range.check(test);
    return options
        .with(range)
        .with(word(request, "prepass", options.prepass()))
        .with(word(request, "cull", options.faceCulling()))
        .with(word(request, "culling", options.culling()))
        .with(test)
        .with(word(request, "depth-writes", options.state().writes()))
        .with(word(request, "plane-format", options.format()));
  }

  private static double tessellation(String text) {
    if (text.equals("none")) {
      return Scene.UNTESSELLATED;
    }
    try {
      double pixels = Double.parseDouble(text);
      if (pixels >= Scene.MIN_TESSELLATION && Double.isFinite(pixels)) {
        return pixels;
      }
    } catch (NumberFormatException _) {
      // Said below.
    }
    throw RefusedException.wrong(
        "'tessellate' is none or a number of pixels, at least 1, not '%s'".formatted(text));
  }

  private static int[] extent(PageRequest request, String name, String otherwise) {
    String text = request.text(name).orElse(otherwise);
    Matcher matcher = EXTENT.matcher(text);
    if (!matcher.matches()) {
      throw RefusedException.wrong(
          "'%s' is a width and a height such as %s, not '%s'".formatted(name, otherwise, text));
    }
    return new int[] {Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))};
  }

  /** One of an enumeration's words, or another of it where none is given. */
  static <E extends Enum<E>> E word(PageRequest request, String name, E otherwise) {
    String text = request.text(name).orElse("");
    if (text.isEmpty()) {
      return otherwise;
    }
    E[] all = otherwise.getDeclaringClass().getEnumConstants();
    return Arrays.stream(all)
        .filter(each -> word(each).equals(text))
        .findFirst()
        .orElseThrow(() ->
            RefusedException.wrong(
                "'%s' is one of %s, not '%s'"
                    .formatted(
                        name,
                        String.join(", ", Arrays.stream(all).map(AskedFrame::word).toList()),
                        text)));
  }

  /** The word for it in commands. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
