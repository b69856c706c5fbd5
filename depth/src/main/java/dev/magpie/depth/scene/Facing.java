package dev.magpie.depth.scene;

/** Which triangles are drawn. */
public enum Facing {
  /** All, from whichever side they are seen. */
  BOTH,
  /** Those whose vertices run counter-clockwise on the screen, as the fronts of glTF do. */
  FRONT,
  /** Those whose vertices run clockwise, for meshes made the other way round. */
  BACK
}
