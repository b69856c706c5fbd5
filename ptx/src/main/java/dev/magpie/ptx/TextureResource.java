package dev.magpie.ptx;

import dev.magpie.ptx.texture.ChannelFormat;
import java.util.List;

/** What a texture reads, as a {@code cudaResourceDesc} says it. */
public sealed interface TextureResource {

  /** Texels one after the other; what is beyond them reads as zero. */
  record Linear(DeviceBuffer memory, ChannelFormat format) implements TextureResource {}

  /**
   * Rows of texels.
   *
   * @param width texels of a row
   * @param height rows
   * @param pitch bytes from a row to the next
   */
  record Pitched(DeviceBuffer memory, ChannelFormat format, int width, int height, long pitch)
      implements TextureResource {}

  /** A CUDA array. */
  record OfArray(CudaArray array) implements TextureResource {}

  /** The levels of a mipmap, the largest first. */
  record Mipmapped(List<CudaArray> levels) implements TextureResource {
    public Mipmapped {
      levels = List.copyOf(levels);
    }
  }
}
