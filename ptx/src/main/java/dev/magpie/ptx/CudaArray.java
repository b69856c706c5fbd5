package dev.magpie.ptx;

import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.ChannelFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * Texels that textures and surfaces are made of.
 *
 * @param buffer its memory: layers, slices and rows one after the other, without anything between
 *     them; the tensor's last dimension is the channel, where there are several
 */
public record CudaArray(DeviceBuffer buffer, ChannelFormat format, ArrayExtent extent) {

  static List<Long> shape(ChannelFormat format, ArrayExtent extent) {
    List<Long> shape = new ArrayList<>(extent.shape());
    if (format.channels() > 1) {
      shape.add((long) format.channels());
    }
    return shape;
  }
}
