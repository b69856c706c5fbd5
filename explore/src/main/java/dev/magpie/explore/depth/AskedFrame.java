package dev.magpie.explore.depth;

import dev.magpie.depth.CameraText;
import dev.magpie.depth.event.FrameShape;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The frame that a request is about. Its values are called as the options of {@code magpie depth}.
 *
 * @param shown the scene
 * @param time seconds of its animation
 * @param camera which it is seen with
 * @param frame of a stream of draws, its number; 0 else
 */
record AskedFrame(
    ShownScene shown,
    double time,
    Camera camera,
    int frame,
    FrameShape shape,
    RasterOptions options) {
  /** What a stream of draws has a say in itself. */
  private static final List<String> OF_MESHES =
      List.of(
          "camera", "tessellate", "cull", "depth-range", "depth-test", "depth-writes", "prepass");

  private static final Pattern EXTENT = Pattern.compile("(\\d{1,5})x(\\d{1,5})");
  private static final int MOST_FRAMES = 10_000;

  /** More than a screen has, and few enough for the memory of a small machine. */
  private static final int MOST_SAMPLES = 3840 * 2160;

  static AskedFrame of(SceneShelf shelf, PageRequest request) {
    ShownScene shown = shelf.chosen(request);
    try {
      int[] size = extent(request, "size", "1920x1080");
      int[] tile = extent(request, "tile", "8x8");
      TileShape.Lines lines = word(request, "lines", TileShape.Lines.QUADRANTS);
      int lineBytes = (int) request.number("line", 4, 256, 64);
      FrameShape shape =
          new FrameShape(size[0], size[1], TileShape.of(tile[0], tile[1], lineBytes, lines));
      if ((long) size[0] * size[1] > MOST_SAMPLES) {
        throw RefusedException.wrong(
            "pages show frames of up to 3840x2160 samples, not %dx%d".formatted(size[0], size[1]));
      }
      return shown.isRecorded() ? recorded(shown, request, shape) : ofMeshes(shown, request, shape);
    } catch (IllegalArgumentException | SceneException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  /** A frame of a stream of draws. */
  private static AskedFrame recorded(ShownScene shown, PageRequest request, FrameShape shape) {
    for (String name : OF_MESHES) {
      if (!request.text(name).orElse("").isEmpty()) {
        throw RefusedException.wrong(
            "'%s' is for meshes: a stream of draws has one view, and its draws have a state each"
                .formatted(name));
      }
    }
    int frames = (int) request.number("frames", 1, MOST_FRAMES, 1);
    int asked = (int) request.number("frame", 0, frames - 1L, 0);
    int last = shown.scene().path().size() - 1;
    int frame = frames < 2 ? 0 : Math.toIntExact(Math.round((double) asked * last / (frames - 1)));
    RasterOptions options =
        RasterOptions.DEFAULT
            .with(shown.viewed().described().shownRange(frame))
            .with(word(request, "culling", RasterOptions.DEFAULT.culling()))
            .with(word(request, "plane-format", RasterOptions.DEFAULT.format()));
    return new AskedFrame(shown, 0, shown.scene().path().get(frame), frame, shape, options);
  }

  /** The same, smaller by a factor on both sides, for while somebody moves it. */
  AskedFrame smaller(int factor) {
    FrameShape small =
        new FrameShape(
            Math.max(1, shape.width() / factor),
            Math.max(1, shape.height() / factor),
            shape.tile());
    return new AskedFrame(shown, time, camera, frame, small, options);
  }

  private static AskedFrame ofMeshes(ShownScene shown, PageRequest request, FrameShape shape) {
    int frames = (int) request.number("frames", 1, MOST_FRAMES, 1);
    int frame = (int) request.number("frame", 0, frames - 1L, 0);
    Camera ofPath = shown.scene().camera(frame, frames);
    Camera camera =
        request.text("camera").map(text -> CameraText.parse(text, ofPath)).orElse(ofPath);
    return new AskedFrame(
        shown, shown.scene().time(frame, frames), camera, 0, shape, options(shown, request));
  }

  private static RasterOptions options(ShownScene shown, PageRequest request) {
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
