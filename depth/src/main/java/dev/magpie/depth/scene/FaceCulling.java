package dev.magpie.depth.scene;

import java.util.Locale;

/** Which triangles are not drawn. */
public enum FaceCulling {
  /** All are drawn, from whichever side they are seen. */
  NONE,
  /** Not those whose vertices run clockwise on the screen, as the backs of glTF do. */
  BACK,
  /** Not those whose vertices run counter-clockwise, for meshes made the other way round. */
  FRONT;

  /** The word for it in commands and files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
