package dev.magpie.depth.raster;

/**
 * What a draw does to stencil values.
 *
 * @param front by triangles that run counter-clockwise on the screen, glTF's fronts
 * @param back by the others
 */
public record StencilState(StencilFace front, StencilFace back) {
  /** All pass, and nothing changes. */
  public static final StencilState OFF = new StencilState(StencilFace.OFF, StencilFace.OFF);

  /** Whether all pass, and nothing changes. */
  public boolean isOff() {
    return front.isOff() && back.isOff();
  }
}
