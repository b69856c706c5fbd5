package dev.magpie.depth;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import java.util.List;
import java.util.Optional;

/**
 * How a scene is opened: how meshes are looked at where no camera is given, and what moves them.
 *
 * @param up which way is up
 * @param aspect width over height of the frame that they fill
 * @param animation the name or the number, from 0 on, of that which moves a mesh file's meshes;
 *     {@code none} for no motion; empty for the first, if it has any
 */
public record Viewing(UpAxis up, double aspect, Optional<String> animation) {
  /** In a frame of 1920 by 1080. */
  public static final Viewing USUAL = new Viewing(UpAxis.GUESSED, 16.0 / 9);

  /**
   * Checks the frame.
   *
   * @throws IllegalArgumentException if it has no width or no height
   */
  public Viewing {
    if (!(aspect > 0 && Double.isFinite(aspect))) {
      throw new IllegalArgumentException(
          "a frame is not %s times as wide as high".formatted(aspect));
    }
  }

  /** With the first animation, if there is any. */
  public Viewing(UpAxis up, double aspect) {
    this(up, aspect, Optional.empty());
  }

  /** The nearest view, from the front and a little above, that has all of the meshes in it. */
  public Camera of(List<Mesh> meshes) {
    UpAxis axis = up == UpAxis.GUESSED ? UpGuess.of(meshes).axis() : up;
    return Overview.of(meshes, axis.direction(), aspect);
  }
}
