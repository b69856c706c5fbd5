package dev.magpie.cli.depth;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.depth.CameraText;
import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.Pass;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.UpAxis;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.draws.DrawSorting;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.raster.DepthBias;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a scene is drawn, whatever back-ends there are. */
final class DrawingChoice {
  /** In place of a view, a camera of the file. */
  private static final String GLTF = "gltf";

  @Option(
      names = "--camera",
      paramLabel = "VIEW",
      description =
          "A view instead of the scene's, as \"eye=x,y,z at=x,y,z up=x,y,z fov=DEG near=N far=F\";"
              + " fov is vertical, height=H in its place makes it orthographic, and far may be"
              + " infinity. What is left out stays as in the scene's first view. Or gltf, the first"
              + " camera of a glTF file, or gltf:NAME or gltf:N, from 0 on, another of its"
              + " cameras.")
  private @Nullable String camera;

  @Option(
      names = "--animation",
      paramLabel = "NAME",
      description =
          "Which of a glTF file's animations moves it: its name, or its number, from 0 on; or none."
              + " Default: the first.")
  private @Nullable String animation;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description =
          "Frames of a second of an animation, which begins anew at its end. Default: --frames are"
              + " spread evenly over one round.")
  private @Nullable Double framesPerSecond;

  @Option(
      names = "--up",
      paramLabel = "AXIS",
      defaultValue = "guessed",
      description =
          "Which way is up in meshes without a camera: ${COMPLETION-CANDIDATES} (y, unless a mesh"
              + " that is no glTF looks as if it were z). Default: ${DEFAULT-VALUE}.")
  private UpAxis up = UpAxis.GUESSED;

  @Option(
      names = "--tessellate",
      paramLabel = "PIXELS",
      description =
          "Halve edges that are longer than so many pixels, or 'none'. Default: as the scene"
              + " says.")
  private @Nullable String tessellate;

  @Option(
      names = "--cull",
      paramLabel = "WHICH",
      description =
          "Triangles that are not drawn: none, back (those that run clockwise on the screen), or"
              + " front (the others); in all passes. Default: as the scene and its passes say.")
  private @Nullable FaceCulling cull;

  @Option(
      names = "--culling",
      paramLabel = "HOW",
      defaultValue = "hierarchical",
      description =
          "Whether lines that are known to be hidden are culled before the depth test:"
              + " ${COMPLETION-CANDIDATES} (by exact bounds of each line, or by 16-bit bounds that"
              + " are updated late). Default: ${DEFAULT-VALUE}.")
  private RasterOptions.Culling culling = RasterOptions.Culling.HIERARCHICAL;

  @Option(
      names = "--depth-test",
      paramLabel = "TEST",
      description =
          "Which samples pass: ${COMPLETION-CANDIDATES}. Default: less, or greater if the depth"
              + " range is reversed.")
  private @Nullable DepthTest test;

  @Option(
      names = "--depth-writes",
      paramLabel = "HOW",
      description = "Whether samples that pass are written: ${COMPLETION-CANDIDATES}. Default: on.")
  private DepthState.@Nullable Writes writes;

  @Option(
      names = "--depth-range",
      paramLabel = "RANGE",
      description =
          "What the near plane maps to: ${COMPLETION-CANDIDATES} (0; or 1, and frames are cleared to"
              + " 0: reversed-Z). Default: normal.")
  private @Nullable DepthRange range;

  @Option(
      names = "--depth-bias",
      paramLabel = "UNITS,SLOPE",
      description =
          "What is added to depths: steps of the depth buffer, and a factor of a triangle's steepest"
              + " gradient, as polygon offset has them. Default: 0,0.")
  private @Nullable String bias;

  @Option(
      names = "--prepass",
      paramLabel = "HOW",
      description =
          "Draw all for its depths first, then once more where they are equal, without writes:"
              + " ${COMPLETION-CANDIDATES}. Default: off.")
  private RasterOptions.@Nullable Prepass prepass;

  @Option(
      names = "--draw-order",
      paramLabel = "ORDER",
      description =
          "The order of a stream's draws: ${COMPLETION-CANDIDATES}. Those with the same depth state"
              + " that follow one another in a pass are put in order. Default: recorded.")
  private @Nullable DrawSorting drawOrder;

  @Option(
      names = "--plane-format",
      paramLabel = "FORMAT",
      defaultValue = "fixed",
      description =
          "How a plane fills its 96 bits: ${COMPLETION-CANDIDATES} (nine fraction bits, or as many"
              + " as fit). Default: ${DEFAULT-VALUE}.")
  private PlaneFormat planeFormat = PlaneFormat.FIXED;

  /**
   * The scene of a name, as it is to be drawn.
   *
   * @param aspect width over height of the frame
   * @param remarks are told what was guessed
   */
  DescribedScene scene(String name, double aspect, Consumer<String> remarks) throws IOException {
    DescribedScene scene =
        Scenes.openDescribed(
            name,
            new Viewing(up, aspect, Optional.ofNullable(animation)),
            each -> remarks.accept(each + "; --up y says otherwise"));
    if (camera != null) {
      scene =
          camera.equals(GLTF) || camera.startsWith(GLTF + ":")
              ? scene.withCameraOfFile(camera.substring(Math.min(camera.length(), 5)))
              : scene.withCamera(CameraText.parse(camera, scene.scene().path().getFirst()));
    }
    if (framesPerSecond != null) {
      BadUsageException.when(
          !(framesPerSecond > 0 && Double.isFinite(framesPerSecond)),
          "--fps is a number above 0, not " + framesPerSecond);
      BadUsageException.when(
          scene.scene().seconds() == 0, "--fps is for animations, and %s has none".formatted(name));
      scene = scene.withFramesPerSecond(framesPerSecond);
    }
    if (tessellate != null) {
      scene = scene.withTessellation(pixels(tessellate));
    }
    if (drawOrder != null) {
      scene = scene.withDraws(drawOrder);
    }
    return cull == null ? scene : scene.withFaceCulling(cull);
  }

  RasterOptions options(Scene scene) {
    return RasterOptions.of(scene)
        .with(culling)
        .with(range())
        .with(prepass())
        .with(state())
        .with(planeFormat);
  }

  /** The passes that the scene's file describes, or those of these options. */
  SceneTraffic.FramePasses passes(DescribedScene scene) {
    if (scene.passes(0).isEmpty()) {
      List<Pass> passes = Pass.of(scene.scene(), options(scene.scene()));
      return _ -> passes;
    }
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("--depth-test", Optional.ofNullable(test));
    said.put("--depth-writes", Optional.ofNullable(writes));
    said.put("--depth-range", Optional.ofNullable(range));
    said.put("--depth-bias", Optional.ofNullable(bias));
    said.put("--prepass", Optional.ofNullable(prepass));
    said.forEach((option, value) ->
        BadUsageException.when(
            !value.equals(Optional.empty()),
            option + " is for scenes without passes; those of this one have a state each"));
    return scene::passes;
  }

  private DepthRange range() {
    return range == null ? DepthRange.NORMAL : range;
  }

  private RasterOptions.Prepass prepass() {
    return prepass == null ? RasterOptions.Prepass.OFF : prepass;
  }

  private DepthState state() {
    DepthTest chosen = test == null ? range().nearer() : test;
    BadUsageException.unlessLegal(
        "--depth-test %s: ".formatted(chosen),
        () -> {
          range().check(chosen);
          return chosen;
        });
    BadUsageException.when(
        prepass() == RasterOptions.Prepass.ON && writes == DepthState.Writes.OFF,
        "--prepass on is there to write depths, which --depth-writes off does not");
    BadUsageException.when(
        prepass() == RasterOptions.Prepass.ON && chosen == DepthTest.NEVER,
        "--prepass on is there to write depths, and no sample passes --depth-test never");
    return new DepthState(chosen, writes == null ? DepthState.Writes.ON : writes, bias());
  }

  private DepthBias bias() {
    if (bias == null) {
      return DepthBias.NONE;
    }
    String[] parts = bias.split(",", -1);
    try {
      if (parts.length == 2) {
        return new DepthBias(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
      }
    } catch (NumberFormatException _) {
      // Said below.
    } catch (IllegalArgumentException e) {
      throw new BadUsageException("--depth-bias %s: %s".formatted(bias, e.getMessage()));
    }
    throw new BadUsageException(
        "--depth-bias is two numbers, units and slope, as in 2,1.5, not '%s'".formatted(bias));
  }

  private static double pixels(String text) {
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
    throw new BadUsageException(
        "--tessellate is 'none' or a number of pixels, at least 1, not '%s'".formatted(text));
  }
}
