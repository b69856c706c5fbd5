package dev.magpie.depth.scene;

/** Which triangles are drawn. */
public enum Facing {
  /** All, from whichever side they are seen. */
  BOTH,
  /** Those whose vertices run counter-clockwise on the screen. */
  FRONT
}
