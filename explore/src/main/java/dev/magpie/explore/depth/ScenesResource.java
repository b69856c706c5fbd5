package dev.magpie.explore.depth;

import dev.magpie.depth.TileFigure;
import dev.magpie.depth.UpAxis;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.DocumentType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The scenes there are, where they are seen from, and what can be chosen and mapped. */
record ScenesResource(SceneShelf shelf) implements Resource {
  private static final DocumentType<Choice> TYPE =
      new DocumentType<>("magpie.explore.scenes/1", Choice.class);

  private static final double ASPECT = Viewing.USUAL.aspect();

  private record Choice(List<Shown> scenes, List<Named> codecs, List<Figure> figures) {}

  /**
   * @param recorded whether it is a stream of draws, of which there is one view a frame
   * @param meshes how many there are, or draws of the frame that is shown first
   * @param size pixels of its frame where nothing else is asked for
   * @param passes whether it describes passes, which have states of their own
   * @param targets what they draw to, in the first frame; the last one is shown first
   * @param path the views that the camera passes
   * @param seconds of its animation, or 0
   * @param overviews views that fill the frame, by which way is up
   */
  private record Shown(
      String label,
      String input,
      String name,
      boolean recorded,
      String size,
      boolean passes,
      List<ShownTarget> targets,
      long triangles,
      int meshes,
      List<View> path,
      double seconds,
      Map<String, View> overviews,
      List<String> remarks) {
    static Shown of(ShownScene shown) {
      Scene scene = shown.scene();
      Map<String, View> overviews = new LinkedHashMap<>();
      List<Mesh> poses = scene.poses();
      for (UpAxis up : shown.isRecorded() ? List.<UpAxis>of() : List.of(UpAxis.Y, UpAxis.Z)) {
        overviews.put(up.toString(), View.of(new Viewing(up, ASPECT).of(poses)));
      }
      return new Shown(
          shown.label(),
          shown.input(),
          scene.name(),
          shown.isRecorded(),
          shown.size(),
          shown.hasPasses(),
          ShownTarget.of(shown),
          shown.viewed().described().triangles(),
          shown.viewed().described().meshes(),
          scene.path().stream().map(View::of).toList(),
          scene.seconds(),
          overviews,
          shown.remarks());
    }
  }

  private record View(
      List<Double> eye,
      List<Double> at,
      List<Double> up,
      @Nullable Double fov,
      @Nullable Double height,
      double near,
      @Nullable Double far) {
    static View of(Camera camera) {
      return new View(
          list(camera.eye()),
          list(camera.at()),
          list(camera.up()),
          camera.projection() instanceof Projection.Perspective(double fov) ? fov : null,
          camera.projection() instanceof Projection.Orthographic(double height) ? height : null,
          camera.near(),
          Double.isInfinite(camera.far()) ? null : camera.far());
    }

    private static List<Double> list(Vector3 vector) {
      return List.of(vector.x(), vector.y(), vector.z());
    }
  }

  private record Named(String name, String title) {}

  private record Figure(String name, String unit, String meaning) {}

  @Override
  public Reply answer(PageRequest request) {
    List<Named> codecs = new ArrayList<>();
    CompressionScheme.named().forEach((name, title) -> codecs.add(new Named(name, title)));
    return Reply.json(
        TYPE,
        new Choice(
            shelf.all().stream().map(Shown::of).toList(),
            codecs,
            Arrays.stream(TileFigure.values())
                .map(each -> new Figure(each.toString(), each.unit(), each.meaning()))
                .toList()));
  }
}
