package dev.magpie.depth;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.NamedCamera;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A scene, and what else its files describe.
 *
 * @param scene all meshes, from the scene's own cameras
 * @param passes none if its file describes none
 * @param cameras those of its mesh files
 */
public record DescribedScene(Scene scene, List<Pass> passes, List<NamedCamera> cameras) {
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
    int index = asked.isEmpty() && !cameras.isEmpty() ? 0 : index(asked);
    return withCamera(cameras.get(index).view().get());
  }

  private int index(String asked) {
    for (int n = 0; n < cameras.size(); n++) {
      if (!asked.isEmpty() && cameras.get(n).name().equals(asked)) {
        return n;
      }
    }
    if (asked.matches("\\d{1,9}") && Integer.parseInt(asked) < cameras.size()) {
      return Integer.parseInt(asked);
    }
    throw new SceneException(
        cameras.isEmpty()
            ? scene.name() + ": no mesh file has a camera; glTF files may have"
            : "%s: has no camera '%s'; it has %s".formatted(scene.name(), asked, listed()));
  }

  private String listed() {
    return IntStream.range(0, cameras.size())
        .mapToObj(
            n -> cameras.get(n).name().isEmpty() ? "" + n : n + " '" + cameras.get(n).name() + "'")
        .collect(Collectors.joining(", "));
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

  private DescribedScene each(UnaryOperator<Scene> change) {
    return new DescribedScene(
        change.apply(scene),
        passes.stream()
            .map(pass ->
                new Pass(pass.name(), pass.target(), change.apply(pass.scene()), pass.state()))
            .toList(),
        cameras);
  }
}
