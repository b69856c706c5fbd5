package dev.magpie.ptx.texture;

/** How texels are arranged. */
public enum TextureGeometry {
  ONE_DIMENSIONAL("1d", 1),
  TWO_DIMENSIONAL("2d", 2),
  THREE_DIMENSIONAL("3d", 3),
  LAYERED_ONE_DIMENSIONAL("a1d", 1),
  LAYERED_TWO_DIMENSIONAL("a2d", 2),
  CUBEMAP("cube", 2),
  LAYERED_CUBEMAP("acube", 2);

  /** Faces of a cube, which are layers. */
  public static final int FACES = 6;

  private final String name;
  private final int dimensions;

  TextureGeometry(String name, int dimensions) {
    this.name = name;
    this.dimensions = dimensions;
  }

  /** The dimensions in which texels are neighbours. */
  public int dimensions() {
    return dimensions;
  }

  /** Whether instructions name a layer. */
  public boolean isLayered() {
    return name.charAt(0) == 'a';
  }

  public boolean isCube() {
    return name.endsWith("cube");
  }

  /** The modifier that PTX has for it, such as {@code a2d}. */
  @Override
  public String toString() {
    return name;
  }
}
