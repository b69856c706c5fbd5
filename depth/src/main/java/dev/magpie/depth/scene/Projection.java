package dev.magpie.depth.scene;

/** How a camera's view is laid on the screen. */
public sealed interface Projection {
  /**
   * What is farther is smaller.
   *
   * @param fieldOfView vertical, in degrees
   */
  record Perspective(double fieldOfView) implements Projection {}

  /**
   * Nothing is smaller for being farther, as in shadow maps of the sun.
   *
   * @param height of what is seen, from the lower to the upper side of the frame
   */
  record Orthographic(double height) implements Projection {}
}
