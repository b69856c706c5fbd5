package dev.magpie.depth;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Scene;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A scene, and the passes that its file describes.
 *
 * @param scene all meshes, from the scene's own cameras
 * @param passes none if its file describes none
 */
public record DescribedScene(Scene scene, List<Pass> passes) {
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

  private DescribedScene each(UnaryOperator<Scene> change) {
    return new DescribedScene(
        change.apply(scene),
        passes.stream()
            .map(pass ->
                new Pass(pass.name(), pass.target(), change.apply(pass.scene()), pass.state()))
            .toList());
  }
}
