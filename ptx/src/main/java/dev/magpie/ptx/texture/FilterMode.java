package dev.magpie.ptx.texture;

/** What lies between the centres of texels, or between the levels of a mipmap. */
public enum FilterMode {
  POINT,
  LINEAR
}
