package dev.magpie.ptx.execute;

import dev.magpie.ptx.texture.AddressMode;
import dev.magpie.ptx.texture.ArrayExtent;
import dev.magpie.ptx.texture.ChannelFormat;
import dev.magpie.ptx.texture.FilterMode;
import dev.magpie.ptx.texture.ReadMode;
import dev.magpie.ptx.texture.TexelGrid;
import dev.magpie.ptx.texture.TextureDescription;
import java.util.List;

/**
 * Texels and how they are read, after the appendix on texture fetching of the CUDA programming
 * guide. Weights of neighbours have 8 bits of fraction; sums are rounded to a single once.
 */
final class TextureObject {
  private static final int CHANNELS = 4;
  private static final int STEPS = 256;

  private final TexelGrid[] levels;
  private final TextureDescription description;
  private final boolean linearMemory;
  private final TexelFormat format;
  private final boolean filters;
  private final int[] border = new int[CHANNELS];

  private TextureObject(
      List<TexelGrid> levels, TextureDescription description, boolean linearMemory) {
    this.levels = levels.toArray(TexelGrid[]::new);
    this.description = description;
    this.linearMemory = linearMemory;
    ChannelFormat channels = levels.getFirst().format();
    boolean normalizes =
        description.read() == ReadMode.NORMALIZED_FLOAT
            && channels.kind() != ChannelFormat.Kind.FLOAT
            && channels.bits() < 32;
    format = new TexelFormat(channels, normalizes, normalizes && description.srgb());
    filters = !linearMemory && description.filter() == FilterMode.LINEAR;
    for (int i = 0; i < CHANNELS && !linearMemory; i++) {
      border[i] = Float.floatToRawIntBits(description.border().get(i));
    }
  }

  static TextureObject of(List<TexelGrid> levels, TextureDescription description) {
    TextureObject texture = new TextureObject(levels, description, false);
    boolean between =
        texture.filters
            || (levels.size() > 1 && description.mipmap().filter() == FilterMode.LINEAR);
    if (between && !texture.format.isReal()) {
      throw new IllegalArgumentException(
          "only textures that are read as floating-point numbers can be filtered");
    }
    if (levels.size() > 1 && !description.normalized()) {
      throw new IllegalArgumentException("the coordinates of a mipmap must be normalized");
    }
    return texture;
  }

  static TextureObject ofLinearMemory(TexelGrid texels, TextureDescription description) {
    return new TextureObject(List.of(texels), description, true);
  }

  int levels() {
    return levels.length;
  }

  TexelGrid level(int number) {
    return levels[number];
  }

  TextureDescription description() {
    return description;
  }

  boolean isLinearMemory() {
    return linearMemory;
  }

  int texelBytes() {
    return levels[0].format().bytes();
  }

  /** Texels of a level that a lane reads. */
  int texels(int dimensions, boolean gathers) {
    return filters || gathers ? 1 << dimensions : 1;
  }

  /** Levels that a lane may read. */
  int levelsRead() {
    return levels.length > 1 && description.mipmap().filter() == FilterMode.LINEAR ? 2 : 1;
  }

  /** The level at which a step of the screen is a texel: the larger of the two steps counts. */
  float levelOf(TextureFootprints f, int dimensions) {
    ArrayExtent extent = levels[0].extent();
    double x = 0;
    double y = 0;
    for (int i = 0; i < dimensions; i++) {
      int size = size(extent, i);
      x += Math.pow(f.alongX[i] * size, 2);
      y += Math.pow(f.alongY[i] * size, 2);
    }
    // Half the logarithm of a square is that of its root.
    return (float) (Math.log(Math.max(x, y)) / Math.log(2) / 2);
  }

  private static int size(ArrayExtent extent, int dimension) {
    return switch (dimension) {
      case 0 -> extent.width();
      case 1 -> extent.height();
      default -> extent.depth();
    };
  }

  /**
   * Finds the texels of a lane, whose coordinates are {@link TextureFootprints#at}.
   *
   * @param layer from 0, without a sign; too large a one is the last
   * @param lod the level that the instruction names
   * @param gathers whether all four texels around the place are wanted
   */
  void locate(
      TextureFootprints f, int lane, int dimensions, int layer, float lod, boolean gathers) {
    double level = 0;
    if (levels.length > 1) {
      TextureDescription.Mipmap mipmap = description.mipmap();
      double clamped =
          Math.max(mipmap.least(), Math.min(mipmap.most(), (double) lod + mipmap.bias()));
      level = clamped > 0 ? Math.min(clamped, levels.length - 1) : 0;
    }
    if (levelsRead() == 1) {
      int nearest = Math.min((int) Math.floor(level + 0.5), levels.length - 1);
      locateIn(f, lane, dimensions, 0, nearest, layer, 1, gathers);
      f.levels[1][lane] = -1;
      return;
    }
    int first = (int) level;
    double share = Math.floor((level - first) * STEPS + 0.5) / STEPS;
    locateIn(f, lane, dimensions, 0, first, layer, 1 - share, gathers);
    if (share > 0) {
      locateIn(f, lane, dimensions, 1, first + 1, layer, share, gathers);
    } else {
      f.levels[1][lane] = -1;
    }
  }

  private void locateIn(
      TextureFootprints f,
      int lane,
      int dimensions,
      int part,
      int number,
      int layer,
      double weight,
      boolean gathers) {
    TexelGrid grid = levels[number];
    f.levels[part][lane] = number;
    for (int i = 0; i < dimensions; i++) {
      axis(f, i, size(grid.extent(), i), filters || gathers);
    }
    int last = grid.extent().layers() - 1;
    int chosen = Integer.compareUnsigned(layer, last) > 0 ? last : layer;
    int texels = texels(dimensions, gathers);
    for (int i = 0; i < texels; i++) {
      int x = (i & 1) == 0 ? f.low[0] : f.high[0];
      int y = dimensions < 2 ? 0 : (i & 2) == 0 ? f.low[1] : f.high[1];
      int z = dimensions < 3 ? chosen : (i & 4) == 0 ? f.low[2] : f.high[2];
      double share = weight;
      for (int axis = 0; axis < dimensions && texels > 1; axis++) {
        share *= (i >> axis & 1) == 0 ? 1 - f.share[axis] : f.share[axis];
      }
      int at = part * TextureFootprints.TEXELS + i;
      f.addresses[at][lane] =
          (x | y | z) < 0 ? TextureFootprints.BORDER : grid.address() + grid.offset(x, y, z);
      f.weights[at][lane] = share;
    }
  }

  /** Finds the one texel, or the two on both sides and the weight of the second. */
  private void axis(TextureFootprints f, int dimension, int size, boolean two) {
    boolean isFace = levels[0].extent().geometry().isCube();
    AddressMode mode = isFace ? AddressMode.CLAMP : description.addressModes().get(dimension);
    double x = f.at[dimension];
    boolean repeats = false;
    if (isFace || description.normalized()) {
      repeats = mode == AddressMode.WRAP;
      if (mode == AddressMode.WRAP || mode == AddressMode.MIRROR) {
        double whole = Math.floor(x);
        x -= whole;
        if (mode == AddressMode.MIRROR && whole % 2 != 0) {
          x = 1 - x;
        }
      }
      x *= size;
    }
    // Beyond these all is the same; not a number is 0.
    x = Double.isNaN(x) ? 0 : Math.max(-2, Math.min(size + 1, x));
    if (two) {
      x -= 0.5;
    }
    int low = (int) Math.floor(x);
    f.low[dimension] = index(low, size, repeats, mode);
    f.high[dimension] = index(low + 1, size, repeats, mode);
    f.share[dimension] = Math.floor((x - low) * STEPS + 0.5) / STEPS;
  }

  private static int index(int i, int size, boolean repeats, AddressMode mode) {
    if (i >= 0 && i < size) {
      return i;
    }
    if (mode == AddressMode.BORDER) {
      return -1;
    }
    return repeats ? Math.floorMod(i, size) : Math.max(0, Math.min(size - 1, i));
  }

  /** Finds the texel at integers, which must be within the texture. */
  boolean locateTexel(TextureFootprints f, int lane, int x, int y, int z, int layer) {
    TexelGrid grid = levels[0];
    ArrayExtent extent = grid.extent();
    boolean within =
        Integer.compareUnsigned(x, extent.width()) < 0
            && Integer.compareUnsigned(y, extent.height()) < 0
            && Integer.compareUnsigned(z, extent.depth()) < 0
            && Integer.compareUnsigned(layer, extent.layers()) < 0;
    f.levels[0][lane] = 0;
    f.levels[1][lane] = -1;
    f.weights[0][lane] = 1;
    f.addresses[0][lane] =
        within ? grid.address() + grid.offset(x, y, z + layer) : TextureFootprints.BORDER;
    return within;
  }

  /** The bits of a channel of what a lane reads, whose texels have been found. */
  int read(TextureFootprints f, int lane, int texels, int channel) {
    // Weights come to 1, so what all texels lack is the same for their sum.
    if (channel >= levels[0].format().channels() || (texels == 1 && f.levels[1][lane] < 0)) {
      return texel(f, lane, 0, channel);
    }
    double sum = 0;
    for (int part = 0; part < TextureFootprints.LEVELS && f.levels[part][lane] >= 0; part++) {
      for (int i = 0; i < texels; i++) {
        int at = part * TextureFootprints.TEXELS + i;
        double weight = f.weights[at][lane];
        // What does not count may be infinite.
        if (weight != 0) {
          sum += weight * Float.intBitsToFloat(texel(f, lane, at, channel));
        }
      }
    }
    return Float.floatToRawIntBits((float) sum);
  }

  /** The bits of a channel of one of the texels that a lane reads. */
  int texel(TextureFootprints f, int lane, int at, int channel) {
    if (channel >= levels[0].format().channels()) {
      return channel < CHANNELS - 1 ? 0 : format.isReal() ? Float.floatToRawIntBits(1) : 1;
    }
    long address = f.addresses[at][lane];
    if (address == TextureFootprints.BORDER) {
      return border[channel];
    }
    TexelGrid grid = levels[f.levels[at / TextureFootprints.TEXELS][lane]];
    return format.read(grid.memory(), address - grid.address(), channel);
  }
}
