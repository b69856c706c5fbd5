package dev.magpie.depth;

import dev.magpie.depth.draws.DrawSorting;
import dev.magpie.depth.draws.DrawStream;
import dev.magpie.depth.draws.DrawTarget;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.NamedCamera;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A scene, and what else its files describe.
 *
 * @param scene all meshes, from the scene's own cameras; of a stream of draws, none
 * @param passes none if its file describes none
 * @param cameras those of its mesh files
 * @param stream of draws, if it is one: each of its frames has passes of its own
 */
public record DescribedScene(
    Scene scene, List<Pass> passes, List<NamedCamera> cameras, Optional<DrawStream> stream) {
  /** A scene of meshes. */
  public DescribedScene(Scene scene, List<Pass> passes, List<NamedCamera> cameras) {
    this(scene, passes, cameras, Optional.empty());
  }

  /** A stream of draws as a scene of this name. */
  static DescribedScene of(String name, DrawStream stream) {
    List<Camera> views =
        stream.frames().stream().map(passes -> RecordedView.of(passes.getLast())).toList();
    Scene scene = new Scene(name, List.of(), views, Scene.UNTESSELLATED, FaceCulling.NONE);
    return new DescribedScene(scene, List.of(), List.of(), Optional.of(stream));
  }

  /**
   * The passes of a frame that the scene's file has: none if it describes none.
   *
   * @param frame its number; those of a scene of meshes all have the same
   */
  public List<Pass> passes(int frame) {
    return stream.map(each -> Pass.of(each, frame, scene)).orElse(passes);
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

  /** Takes the lists. */
  public DescribedScene {
    passes = List.copyOf(passes);
    cameras = List.copyOf(cameras);
  }

  /** The same from one view, in which passes with cameras of their own take no part. */
  public DescribedScene withCamera(Camera camera) {
    return withCamera(Moving.still(camera));
  }

  /**
   * The same seen by a camera of its mesh files, likewise.
   *
   * @param asked its name or its number, from 0 on; empty for the first one
   * @throws SceneException if there is no such camera, or it sees nothing
   */
  public DescribedScene withCameraOfFile(String asked) {
    try {
      return withCamera(NamedCamera.of(cameras, asked).view().get());
    } catch (IllegalArgumentException e) {
      throw new SceneException("%s: %s".formatted(scene.name(), e.getMessage()), e);
    }
  }

  private DescribedScene withCamera(Moving<Camera> camera) {
    return each(other -> other.path().equals(scene.path()) ? other.withCamera(camera) : other);
  }

  /**
   * The same with frames so far apart in time.
   *
   * @throws IllegalArgumentException if there is no such number
   */
  public DescribedScene withFramesPerSecond(double frames) {
    return each(other -> other.withFramesPerSecond(frames));
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
    return new DescribedScene(scene, passes, cameras, Optional.of(sorting.of(draws)));
  }

  /** The same with other targets where it is a stream of draws, which says what they are. */
  public DescribedScene withTargets(UnaryOperator<DrawTarget> change) {
    return new DescribedScene(scene, passes, cameras, stream.map(each -> each.withTargets(change)));
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
        passes.stream().map(pass -> pass.with(change.apply(pass.scene()))).toList(),
        cameras);
  }
}
