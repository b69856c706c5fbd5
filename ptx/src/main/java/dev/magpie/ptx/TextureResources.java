package dev.magpie.ptx;

import dev.magpie.ptx.execute.OpaqueObjects;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.ChannelFormat;
import dev.magpie.ptx.texture.TexelGrid;
import dev.magpie.ptx.texture.TextureDescription;
import java.util.List;

/** Finds the texels of textures' resources. */
final class TextureResources {
  private TextureResources() {}

  static long create(
      OpaqueObjects objects, TextureResource resource, TextureDescription description) {
    try {
      return switch (resource) {
        case TextureResource.Linear(DeviceBuffer memory, ChannelFormat format) ->
            objects.createLinearTexture(
                texels(
                    memory,
                    format,
                    ArrayExtent.of(Math.toIntExact(memory.bytes() / format.bytes())),
                    memory.bytes() / format.bytes() * format.bytes()),
                description);
        case TextureResource.Pitched(var memory, var format, int width, int height, long pitch) ->
            objects.createTexture(
                List.of(texels(memory, format, ArrayExtent.of(width, height), pitch)), description);
        case TextureResource.OfArray(CudaArray array) ->
            objects.createTexture(List.of(texels(array)), description);
        case TextureResource.Mipmapped(List<CudaArray> levels) ->
            objects.createTexture(mipmap(levels), description);
      };
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new PtxException("no texture object: " + e.getMessage(), e);
    }
  }

  private static List<TexelGrid> mipmap(List<CudaArray> levels) {
    for (int i = 0; i < levels.size(); i++) {
      CudaArray level = levels.get(i);
      boolean follows =
          i == 0
              || (level.format().equals(levels.getFirst().format())
                  && level.extent().equals(levels.get(i - 1).extent().half()));
      if (!follows) {
        throw new IllegalArgumentException(
            "'%s' is not the level of a mipmap after '%s'"
                .formatted(level.buffer().name(), levels.get(i - 1).buffer().name()));
      }
    }
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("a mipmap has a level");
    }
    return levels.stream().map(TextureResources::texels).toList();
  }

  static TexelGrid texels(CudaArray array) {
    return texels(
        array.buffer(),
        array.format(),
        array.extent(),
        (long) array.extent().width() * array.format().bytes());
  }

  private static TexelGrid texels(
      DeviceBuffer buffer, ChannelFormat format, ArrayExtent extent, long pitch) {
    return new TexelGrid(buffer.name(), format, extent, buffer.address(), buffer.memory(), pitch);
  }
}
