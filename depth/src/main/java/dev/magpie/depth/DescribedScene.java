package dev.magpie.depth;

import dev.magpie.depth.draws.DrawSorting;
import dev.magpie.depth.draws.DrawStream;
import dev.magpie.depth.draws.DrawTarget;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RecordedDraw;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A scene, and the passes that its file describes.
 *
 * @param scene all meshes, from the scene's own cameras; of a stream of draws, none
 * @param passes none if its file describes none
 * @param stream of draws, if it is one: each of its frames has passes of its own
 */
public record DescribedScene(Scene scene, List<Pass> passes, Optional<DrawStream> stream) {
  /** A scene of meshes. */
  public DescribedScene(Scene scene, List<Pass> passes) {
    this(scene, passes, Optional.empty());
  }

  /** A stream of draws as a scene of this name. */
  static DescribedScene of(String name, DrawStream stream) {
    List<Camera> views =
        stream.frames().stream().map(passes -> RecordedView.of(passes.getLast())).toList();
    Scene scene = new Scene(name, List.of(), views, Scene.UNTESSELLATED, FaceCulling.NONE);
    return new DescribedScene(scene, List.of(), Optional.of(stream));
  }

  /**
   * The passes of a frame that the scene's file has: none if it describes none.
   *
   * @param frame its number; those of a scene of meshes all have the same
   */
  public List<Pass> passes(int frame) {
    return stream.map(each -> Pass.of(each, frame, scene)).orElse(passes);
  }

  /**
   * Draws what a frame of a stream has in the target that pictures show, all passes as one.
   *
   * @param frontEnd whose range is the target's
   * @throws IllegalStateException if it is no stream
   */
  public Frame drawShown(FrontEnd frontEnd, int frame) {
    frontEnd.clear();
    DrawTarget target = draws().shown(frame);
    List<RecordedDraw> draws =
        Pass.byTarget(passes(frame)).getLast().stream()
            .flatMap(pass -> pass.recorded().stream())
            .flatMap(pass -> pass.draws().stream())
            .toList();
    return frontEnd.drawRecorded(draws, target.width(), target.height());
  }

  /**
   * The range of the target that pictures of a frame show.
   *
   * @throws IllegalStateException if it is no stream
   */
  public DepthRange shownRange(int frame) {
    return draws().shown(frame).range();
  }

  private DrawStream draws() {
    return stream.orElseThrow(() -> new IllegalStateException(scene.name() + " is no stream"));
  }

  /** How many meshes there are; of a stream, draws of the first frame. */
  public int meshes() {
    return stream
        .map(each -> each.frames().getFirst().stream().mapToInt(pass -> pass.draws().size()).sum())
        .orElse(scene.meshes().size());
  }

  /** Bytes of all meshes in memory, or of all draws: those of vertices and of triangles. */
  public long bytes() {
    return stream
        .map(DrawStream::bytes)
        .orElseGet(() ->
            scene.meshes().stream()
                .mapToLong(mesh -> 4L * (mesh.positions().length + mesh.indices().length))
                .sum());
  }

  /** Triangles of all meshes, or of the first frame's draws. */
  public long triangles() {
    return stream.isEmpty()
        ? scene.triangles()
        : passes(0).stream().mapToLong(Pass::triangles).sum();
  }

  /** Takes the list. */
  public DescribedScene {
    passes = List.copyOf(passes);
  }

  /** The same from one view, in which passes with cameras of their own take no part. */
  public DescribedScene withCamera(Camera camera) {
    return each(other -> other.path().equals(scene.path()) ? other.withCamera(camera) : other);
  }

  /** The same with another edge length. */
  public DescribedScene withTessellation(double pixels) {
    return each(other -> other.withTessellation(pixels));
  }

  /** The same with other faces culled. */
  public DescribedScene withFaceCulling(FaceCulling culling) {
    return each(other -> other.withFaceCulling(culling));
  }

  /**
   * The same with draws in another order.
   *
   * @throws SceneException if it is no stream of draws
   */
  public DescribedScene withDraws(DrawSorting sorting) {
    DrawStream draws =
        stream.orElseThrow(() ->
            new SceneException(
                scene.name() + ": is no stream of draws, whose draws could be put in order"));
    return new DescribedScene(scene, passes, Optional.of(sorting.of(draws)));
  }

  private DescribedScene each(UnaryOperator<Scene> change) {
    if (stream.isPresent()) {
      throw new SceneException(
          scene.name()
              + ": is a stream of draws: its triangles are where its camera saw them, and its draws"
              + " say which faces are culled");
    }
    return new DescribedScene(
        change.apply(scene),
        passes.stream()
            .map(pass ->
                new Pass(pass.name(), pass.target(), change.apply(pass.scene()), pass.state()))
            .toList());
  }
}
