package dev.magpie.ptx.execute;

import dev.magpie.ptx.texture.AddressMode;
import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.ChannelFormat;
import dev.magpie.ptx.texture.FilterMode;
import dev.magpie.ptx.texture.TexelGrid;
import dev.magpie.ptx.texture.TextureGeometry;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Asks for an attribute of a texture or surface object. What a geometry has not is 0. */
final class OpaqueQuery {
  /** Attributes of texels. */
  private static final Map<String, ToIntFunction<TexelGrid>> SIZES =
      Map.of(
          "width", texels -> texels.extent().width(),
          "height", texels -> size(texels, 2, texels.extent().height()),
          "depth", texels -> size(texels, 3, texels.extent().depth()));

  private static final Map<String, ToIntFunction<TexelGrid>> SHARED =
      Map.of(
          "channel_data_type", texels -> dataType(texels.format()),
          "channel_order", texels -> order(texels.format()),
          "array_size", texels -> arraySize(texels.extent()));

  private static final Map<String, ToIntFunction<TextureObject>> OF_TEXTURES =
      Map.of(
          "normalized_coords", texture -> texture.description().normalized() ? 1 : 0,
          "num_mipmap_levels", TextureObject::levels,
          "filter_mode", texture -> texture.description().filter() == FilterMode.LINEAR ? 1 : 0,
          "addr_mode_0", texture -> addressMode(texture, 0),
          "addr_mode_1", texture -> addressMode(texture, 1),
          "addr_mode_2", texture -> addressMode(texture, 2));

  private OpaqueQuery() {}

  /** What a query of a texture gives, or null if there is no such query. */
  static @Nullable ToIntFunction<TextureObject> ofTexture(String name) {
    ToIntFunction<TexelGrid> texels = SIZES.getOrDefault(name, SHARED.get(name));
    return texels == null ? OF_TEXTURES.get(name) : texture -> texels.applyAsInt(texture.level(0));
  }

  /** What a query of a surface gives, or null if there is no such query. */
  static @Nullable ToIntFunction<TexelGrid> ofSurface(String name) {
    // Surfaces are arrays, whose layout is not linear.
    return name.equals("memory_layout") ? _ -> 0 : SIZES.getOrDefault(name, SHARED.get(name));
  }

  /** What a query of a level gives, or null if there is no such query. */
  static @Nullable ToIntFunction<TexelGrid> ofLevel(String name) {
    return SIZES.get(name);
  }

  private static int size(TexelGrid texels, int dimension, int size) {
    return texels.extent().geometry().dimensions() < dimension ? 0 : size;
  }

  private static int arraySize(ArrayExtent extent) {
    int perElement = extent.geometry().isCube() ? TextureGeometry.FACES : 1;
    return extent.geometry().isLayered() ? extent.layers() / perElement : 0;
  }

  /** As OpenCL numbers them, which the PTX manual lists. */
  private static int dataType(ChannelFormat format) {
    int width = Integer.numberOfTrailingZeros(format.bits() / 8);
    return switch (format.kind()) {
      case SIGNED -> 0x10d7 + width;
      case UNSIGNED -> 0x10da + width;
      case FLOAT -> 0x10dc + width;
    };
  }

  private static int order(ChannelFormat format) {
    return switch (format.channels()) {
      case 1 -> 0x10b0;
      case 2 -> 0x10b2;
      default -> 0x10b5;
    };
  }

  /**
   * The place in the PTX manual's list: wrap, mirror, clamp_ogl, clamp_to_edge, clamp_to_border.
   */
  private static int addressMode(TextureObject texture, int dimension) {
    AddressMode mode = texture.description().addressModes().get(dimension);
    return switch (mode) {
      case WRAP -> 0;
      case MIRROR -> 1;
      case CLAMP -> 3;
      case BORDER -> 4;
    };
  }
}
