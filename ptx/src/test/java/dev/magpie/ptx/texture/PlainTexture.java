package dev.magpie.ptx.texture;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;

/**
 * A texture as the CUDA programming guide describes it: texels with their bits, formulas for
 * addressing and filtering, one value at a time.
 */
final class PlainTexture {
  final ChannelFormat format;
  final ArrayExtent extent;
  final TextureDescription description;

  /** The bits of each channel of each texel, x first, then y, z or layer, the channel before x. */
  final int[] bits;

  PlainTexture(
      ChannelFormat format,
      ArrayExtent extent,
      TextureDescription description,
      RandomGenerator random) {
    this.format = format;
    this.extent = extent;
    this.description = description;
    bits =
        new int
            [extent.width()
                * extent.height()
                * extent.depth()
                * extent.layers()
                * format.channels()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = randomBits(random);
    }
  }

  private int randomBits(RandomGenerator random) {
    if (format.kind() == ChannelFormat.Kind.FLOAT) {
      float value = random.nextInt(-2000, 2000) / 16f;
      return format.bits() == 16
          ? Float.floatToFloat16(value) & 0xffff
          : Float.floatToRawIntBits(value);
    }
    int mask = format.bits() == 32 ? -1 : (1 << format.bits()) - 1;
    // Extremes are as likely as all others together.
    return switch (random.nextInt(4)) {
      case 0 -> mask;
      case 1 -> 1 << (format.bits() - 1);
      default -> random.nextInt() & mask;
    };
  }

  /** Writes the texels, rows of a pitch. */
  void copyTo(MemorySegment memory, long pitch) {
    int perRow = extent.width() * format.channels();
    for (int i = 0; i < bits.length; i++) {
      long at = i / perRow * pitch + (long) i % perRow * (format.bits() / 8);
      for (int b = 0; b < format.bits() / 8; b++) {
        memory.set(ValueLayout.JAVA_BYTE, at + b, (byte) (bits[i] >>> (8 * b)));
      }
    }
  }

  void copyTo(MemorySegment memory) {
    copyTo(memory, (long) extent.width() * format.bytes());
  }

  boolean isReal() {
    return format.kind() == ChannelFormat.Kind.FLOAT || isNormalizing();
  }

  private boolean isNormalizing() {
    return description.read() == ReadMode.NORMALIZED_FLOAT && format.bits() < 32;
  }

  /**
   * The value of a channel at an index, which may be beyond the texture. What is not an integer is
   * a single before it is filtered.
   */
  double texel(int x, int y, int z, int channel) {
    if (channel >= format.channels()) {
      return channel == 3 ? 1 : 0;
    }
    boolean in = x >= 0 && x < extent.width() && y >= 0 && y < extent.height();
    if (!in || z < 0 || z >= extent.depth() * extent.layers()) {
      float border = description.border().get(channel);
      return isReal() ? border : Float.floatToRawIntBits(border);
    }
    int raw = bits[((z * extent.height() + y) * extent.width() + x) * format.channels() + channel];
    double greatest = Math.pow(2, format.bits() - 1) - 1;
    return switch (format.kind()) {
      case FLOAT ->
          format.bits() == 16 ? Float.float16ToFloat((short) raw) : Float.intBitsToFloat(raw);
      case UNSIGNED -> {
        double value = Integer.toUnsignedLong(raw);
        if (!isNormalizing()) {
          yield value;
        }
        double share = value / (2 * greatest + 1);
        yield (float)
            (description.srgb() && format.bits() == 8 && channel < 3 ? linear(share) : share);
      }
      case SIGNED -> {
        double value = raw > greatest ? raw - 2 * (greatest + 1) : raw;
        yield isNormalizing() ? (float) Math.max(-1, value / greatest) : value;
      }
    };
  }

  private static double linear(double share) {
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  private int size(int dimension) {
    return new int[] {extent.width(), extent.height(), extent.depth()}[dimension];
  }

  /** The coordinate within the texture, in texels. */
  private double remapped(int dimension, double x) {
    int n = size(dimension);
    boolean cube = extent.geometry().isCube();
    if (!description.normalized() && !cube) {
      return x;
    }
    double frac = x - Math.floor(x);
    return n
        * switch (cube ? AddressMode.CLAMP : description.addressModes().get(dimension)) {
          case WRAP -> frac;
          case MIRROR -> Math.floorMod((long) Math.floor(x), 2) == 0 ? frac : 1 - frac;
          case CLAMP, BORDER -> x;
        };
  }

  /** The index that is read; one that is outside means the border. */
  private int index(int dimension, long i) {
    int n = size(dimension);
    AddressMode mode = description.addressModes().get(dimension);
    boolean cube = extent.geometry().isCube();
    if (mode == AddressMode.BORDER && !cube) {
      return i < 0 || i >= n ? -1 : (int) i;
    }
    if (mode == AddressMode.WRAP && description.normalized() && !cube) {
      return (int) ((i % n + n) % n);
    }
    return Math.clamp(i, 0, n - 1);
  }

  /** T[i] for the coordinates before a dimension, filtered in it and those behind. */
  double sample(double[] at, int layer, int channel) {
    int[] index = new int[3];
    return sample(0, at, index, layer, channel);
  }

  private double sample(int dimension, double[] at, int[] index, int layer, int channel) {
    if (dimension == extent.geometry().dimensions()) {
      boolean outside = index[0] < 0 || index[1] < 0 || index[2] < 0;
      return texel(outside ? -1 : index[0], index[1], index[2] + layer, channel);
    }
    double x = remapped(dimension, at[dimension]);
    if (description.filter() == FilterMode.POINT) {
      index[dimension] = index(dimension, (long) Math.floor(x));
      return sample(dimension + 1, at, index, layer, channel);
    }
    double xB = x - 0.5;
    long i = (long) Math.floor(xB);
    double alpha = Math.round((xB - i) * 256) / 256.0;
    index[dimension] = index(dimension, i);
    double left = sample(dimension + 1, at, index, layer, channel);
    index[dimension] = index(dimension, i + 1);
    double right = sample(dimension + 1, at, index, layer, channel);
    return (1 - alpha) * left + alpha * right;
  }

  /** The face that a direction meets; its coordinates replace the direction's. */
  static int face(double[] at) {
    double x = at[0];
    double y = at[1];
    double z = at[2];
    double m = Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z)));
    int face =
        Math.abs(z) == m ? (z >= 0 ? 4 : 5) : Math.abs(y) == m ? (y >= 0 ? 2 : 3) : x >= 0 ? 0 : 1;
    double[] s = {-z, z, x, x, x, -x};
    double[] t = {-y, -y, z, -z, -y, -y};
    at[0] = (s[face] / m + 1) / 2;
    at[1] = (t[face] / m + 1) / 2;
    return face;
  }
}
