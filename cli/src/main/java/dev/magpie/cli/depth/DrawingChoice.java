package dev.magpie.cli.depth;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.depth.CameraText;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.UpAxis;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a scene is drawn, whatever back-ends there are. */
final class DrawingChoice {
  @Option(
      names = "--camera",
      paramLabel = "VIEW",
      description =
          "A view instead of the scene's, as \"eye=x,y,z at=x,y,z up=x,y,z fov=DEG near=N far=F\";"
              + " fov is vertical. What is left out stays as in the scene's first view.")
  private @Nullable String camera;

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
              + " front (the others). Default: as the scene says.")
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
      defaultValue = "less",
      description =
          "Which samples are written: ${COMPLETION-CANDIDATES} (nearer ones, or equal ones too)."
              + " Default: ${DEFAULT-VALUE}.")
  private RasterOptions.DepthTest test = RasterOptions.DepthTest.LESS;

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
  Scene scene(String name, double aspect, Consumer<String> remarks) throws IOException {
    Scene scene =
        Scenes.open(
            name,
            new Viewing(up, aspect),
            each -> remarks.accept(each + "; --up y says otherwise"));
    if (camera != null) {
      scene = scene.withCamera(CameraText.parse(camera, scene.path().getFirst()));
    }
    if (tessellate != null) {
      scene = scene.withTessellation(pixels(tessellate));
    }
    return cull == null ? scene : scene.withFaceCulling(cull);
  }

  RasterOptions options(Scene scene) {
    return RasterOptions.of(scene).with(culling).with(test).with(planeFormat);
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
