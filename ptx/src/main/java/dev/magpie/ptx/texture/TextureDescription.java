package dev.magpie.ptx.texture;

import java.util.Collections;
import java.util.List;

/**
 * How a texture is read, as a {@code cudaTextureDesc} says it.
 *
 * @param addressModes one for each of three dimensions
 * @param srgb whether unsigned bytes that are read as normalized floats are taken for sRGB and made
 *     linear, but for the fourth channel
 * @param border the colour of {@link AddressMode#BORDER}; integers are the bits of its floats
 * @param normalized whether coordinates are shares of the texture's size
 * @param mipmap how the level is chosen, where there are several
 */
public record TextureDescription(
    List<AddressMode> addressModes,
    FilterMode filter,
    ReadMode read,
    boolean srgb,
    List<Float> border,
    boolean normalized,
    Mipmap mipmap) {

  /**
   * How a mipmap's level is chosen.
   *
   * @param filter what lies between levels
   * @param bias is added to an instruction's level
   * @param least an instruction's level is clamped to this
   * @param most and to this
   */
  public record Mipmap(FilterMode filter, float bias, float least, float most) {}

  /** What zeros in a {@code cudaTextureDesc} mean: wraps, nearest texel, elements, level 0. */
  public static final TextureDescription ZERO =
      new TextureDescription(
          Collections.nCopies(3, AddressMode.WRAP),
          FilterMode.POINT,
          ReadMode.ELEMENT,
          false,
          Collections.nCopies(4, 0f),
          false,
          new Mipmap(FilterMode.POINT, 0, 0, 0));

  /**
   * @throws IllegalArgumentException if there are not three address modes, or not four numbers of
   *     the border
   */
  public TextureDescription {
    addressModes = List.copyOf(addressModes);
    border = List.copyOf(border);
    if (addressModes.size() != 3 || border.size() != 4) {
      throw new IllegalArgumentException(
          "a texture has 3 address modes and 4 numbers of its border, not %d and %d"
              .formatted(addressModes.size(), border.size()));
    }
  }

  public TextureDescription withAddressModes(AddressMode x, AddressMode y, AddressMode z) {
    return new TextureDescription(List.of(x, y, z), filter, read, srgb, border, normalized, mipmap);
  }

  /** The same address mode in all dimensions. */
  public TextureDescription withAddressMode(AddressMode mode) {
    return withAddressModes(mode, mode, mode);
  }

  public TextureDescription withFilter(FilterMode mode) {
    return new TextureDescription(addressModes, mode, read, srgb, border, normalized, mipmap);
  }

  public TextureDescription withRead(ReadMode mode) {
    return new TextureDescription(addressModes, filter, mode, srgb, border, normalized, mipmap);
  }

  public TextureDescription withSrgb(boolean isSrgb) {
    return new TextureDescription(addressModes, filter, read, isSrgb, border, normalized, mipmap);
  }

  public TextureDescription withBorder(float r, float g, float b, float a) {
    return new TextureDescription(
        addressModes, filter, read, srgb, List.of(r, g, b, a), normalized, mipmap);
  }

  public TextureDescription withNormalized(boolean isNormalized) {
    return new TextureDescription(addressModes, filter, read, srgb, border, isNormalized, mipmap);
  }

  public TextureDescription withMipmap(Mipmap levels) {
    return new TextureDescription(addressModes, filter, read, srgb, border, normalized, levels);
  }
}
