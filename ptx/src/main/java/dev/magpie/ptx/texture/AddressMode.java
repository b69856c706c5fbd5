package dev.magpie.ptx.texture;

/** What a coordinate out of range means. */
public enum AddressMode {
  /** The texture repeats; a coordinate that is not normalized is clamped. */
  WRAP,
  /** The nearest texel. */
  CLAMP,
  /** The texture repeats, every other time mirrored; as {@link #WRAP} if not normalized. */
  MIRROR,
  /** The border's colour. */
  BORDER
}
