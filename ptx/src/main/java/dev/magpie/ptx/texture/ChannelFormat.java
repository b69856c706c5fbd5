package dev.magpie.ptx.texture;

import dev.magpie.snapshot.Dtype;

/**
 * What a texel is made of, as a {@code cudaChannelFormatDesc} says it.
 *
 * @param bits of a channel: 8, 16 or 32, of floats 16 or 32
 * @param channels 1, 2 or 4
 */
public record ChannelFormat(Kind kind, int bits, int channels) {
  /** How the bits of a channel are read. */
  public enum Kind {
    SIGNED,
    UNSIGNED,
    FLOAT
  }

  /**
   * @throws IllegalArgumentException if CUDA has no such format
   */
  public ChannelFormat {
    boolean has = bits == 32 || bits == 16 || (bits == 8 && kind != Kind.FLOAT);
    if (!has || (channels != 1 && channels != 2 && channels != 4)) {
      throw new IllegalArgumentException(
          "CUDA has no texels of %d channels of %s with %d bits"
              .formatted(channels, kind.name().toLowerCase(java.util.Locale.ROOT), bits));
    }
  }

  /** Bytes of a texel. */
  public int bytes() {
    return bits / 8 * channels;
  }

  /** The type of a channel in memory. */
  public Dtype dtype() {
    return switch (kind) {
      case SIGNED -> bits == 8 ? Dtype.I8 : bits == 16 ? Dtype.I16 : Dtype.I32;
      case UNSIGNED -> bits == 8 ? Dtype.U8 : bits == 16 ? Dtype.U16 : Dtype.U32;
      case FLOAT -> bits == 16 ? Dtype.F16 : Dtype.F32;
    };
  }
}
