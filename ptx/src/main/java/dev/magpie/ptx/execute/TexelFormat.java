package dev.magpie.ptx.execute;

import dev.magpie.ptx.texture.ChannelFormat;
import java.lang.foreign.MemorySegment;

/** Reads channels of texels as the 32 bits that an instruction gives. */
final class TexelFormat {
  private static final int SRGB_CHANNELS = 3;

  private final ChannelFormat.Kind kind;
  private final int bytes;
  private final boolean normalizes;
  private final float[] linear;

  /**
   * A format.
   *
   * @param normalizes whether integers become numbers up to 1
   * @param srgb whether unsigned bytes become linear, then
   */
  TexelFormat(ChannelFormat format, boolean normalizes, boolean srgb) {
    kind = format.kind();
    bytes = format.bits() / 8;
    this.normalizes = normalizes;
    boolean has = srgb && normalizes && bytes == 1 && kind == ChannelFormat.Kind.UNSIGNED;
    linear = new float[has ? 256 : 0];
    for (int i = 0; i < linear.length; i++) {
      double v = i / 255.0;
      linear[i] = (float) (v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4));
    }
  }

  /** Whether results are floating-point numbers. */
  boolean isReal() {
    return normalizes || kind == ChannelFormat.Kind.FLOAT;
  }

  int read(MemorySegment memory, long texel, int channel) {
    int raw = (int) LaneMemory.get(memory, texel + (long) channel * bytes, bytes);
    return switch (kind) {
      case FLOAT -> bytes == 2 ? Float.floatToRawIntBits(Float.float16ToFloat((short) raw)) : raw;
      case UNSIGNED -> {
        if (!normalizes) {
          yield raw;
        }
        yield Float.floatToRawIntBits(
            linear.length > 0 && channel < SRGB_CHANNELS
                ? linear[raw]
                : (float) raw / (bytes == 1 ? 255 : 65535));
      }
      case SIGNED -> {
        int value = bytes == 1 ? (byte) raw : bytes == 2 ? (short) raw : raw;
        yield normalizes
            ? Float.floatToRawIntBits(Math.max(-1, (float) value / (bytes == 1 ? 127 : 32767)))
            : value;
      }
    };
  }
}
