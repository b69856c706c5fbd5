package dev.magpie.depth.codec;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.depth.event.TileShape;

/**
 * The floating-point codec that Ström et al. (2008) inspired: depths are taken as unsigned 32-bit
 * numbers, so that floats of one sign differ without loss, predicted from their neighbours, and the
 * residuals Golomb-Rice coded. The bit layout is ours.
 *
 * <p>The layout: whether there is a second surface (1) and, if so, which samples are on it (1
 * each); then, row by row, a surface's first sample (32) and the residuals of the others. A block
 * of 2x2 samples has its own Rice parameter (5), written before its first residual. A residual
 * {@code e} is coded as {@code v = 2 e} or {@code -2 e - 1}: {@code v >> k} ones, a zero, and the
 * low {@code k} bits. Cleared samples take no bits.
 *
 * <p>The prediction is the plane through the left, the upper and the upper left sample of the same
 * surface; where one of them is missing, the line through two of them in a row or column, else the
 * nearest.
 */
final class PredictiveFloat implements TileCodec {
  private static final long LARGEST = 0xFFFF_FFFFL;
  private static final int PARAMETER_BITS = 5;
  private static final int NOT_YET = -1;

  private final String name;
  private final int lines;
  private final int width;
  private final int height;
  private final long all;
  private final long[] mapped;
  private final int[] parameters;
  private final LineBits bits;

  PredictiveFloat(String name, TileShape shape, int lines) {
    this.name = name;
    this.lines = lines;
    width = shape.width();
    height = shape.height();
    all = shape.mask();
    mapped = new long[shape.samples()];
    parameters = new int[shape.samples()];
    bits = new LineBits(lines * 8 * shape.lineBytes());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int lines() {
    return lines;
  }

  @Override
  public boolean encode(int[] depths, long valid, int nearest, int farthest, long[] words) {
    long middle = (Integer.toUnsignedLong(nearest) + Integer.toUnsignedLong(farthest)) >> 1;
    long far = 0;
    for (long left = valid; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      if (Integer.toUnsignedLong(depths[s]) > middle) {
        far |= Long.lowestOneBit(left);
      }
    }
    long second = size(depths, valid, far) < size(depths, valid, 0) ? far : 0;
    size(depths, valid, second);
    return write(depths, valid, second, words);
  }

  /** Finds the mapped residuals and the Rice parameters, and the bits that they take. */
  private int size(int[] depths, long valid, long second) {
    int size = second == 0 ? 1 : 1 + mapped.length;
    for (int surface = 0; surface < 2; surface++) {
      long on = valid & (surface == 0 ? ~second : second);
      int last = NOT_YET;
      for (long left = on; left != 0; left &= left - 1) {
        int s = Long.numberOfTrailingZeros(left);
        if (last == NOT_YET) {
          size += Integer.SIZE;
          mapped[s] = NOT_YET;
        } else {
          long error = Integer.toUnsignedLong(depths[s]) - predict(depths, on, s, last);
          mapped[s] = (error << 1) ^ (error >> 63);
        }
        last = s;
      }
    }
    for (int block = 0; block < mapped.length; block++) {
      if (isBlock(block)) {
        size += chooseParameter(block, valid);
      }
    }
    return size;
  }

  private boolean isBlock(int s) {
    return (s / width & 1) == 0 && (s % width & 1) == 0;
  }

  /** The first sample of a sample's block. */
  private int block(int s) {
    return (s / width & ~1) * width + (s % width & ~1);
  }

  /** Chooses a block's Rice parameter; returns the bits that the block then takes. */
  private int chooseParameter(int block, long valid) {
    long sum = 0;
    int count = 0;
    for (int i = 0; i < 4; i++) {
      long value = inBlock(block, i, valid);
      if (value != NOT_YET) {
        sum += value;
        count++;
      }
    }
    if (count == 0) {
      parameters[block] = 0;
      return 0;
    }
    int guess = 63 - Long.numberOfLeadingZeros(sum / count | 1);
    int best = Integer.MAX_VALUE;
    for (int k = Math.max(0, guess - 1); k <= Math.min(31, guess + 1); k++) {
      int size = PARAMETER_BITS;
      for (int i = 0; i < 4; i++) {
        long value = inBlock(block, i, valid);
        if (value != NOT_YET) {
          // Beyond any tile's bits, and far from overflow.
          size += (int) Math.min(value >> k, 1 << 16) + 1 + k;
        }
      }
      if (size < best) {
        best = size;
        parameters[block] = k;
      }
    }
    return best;
  }

  /** The mapped residual of a block's sample, if it is there and has one. */
  private long inBlock(int block, int i, long valid) {
    int x = block % width + (i & 1);
    int y = block / width + (i >> 1);
    int s = y * width + x;
    return x < width && y < height && ((valid >>> s) & 1) != 0 ? mapped[s] : NOT_YET;
  }

  private boolean write(int[] depths, long valid, long second, long[] words) {
    BitWriter writer = bits.begin();
    writer.write(second == 0 ? 0 : 1, 1);
    if (second != 0) {
      writer.write(second, mapped.length);
    }
    long opened = 0;
    for (long left = valid; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      if (mapped[s] == NOT_YET) {
        writer.write(Integer.toUnsignedLong(depths[s]), Integer.SIZE);
        continue;
      }
      int block = block(s);
      int k = parameters[block];
      if (((opened >>> block) & 1) == 0) {
        opened |= 1L << block;
        writer.write(k, PARAMETER_BITS);
      }
      long ones = mapped[s] >>> k;
      if (ones > 40) {
        // The parameter is near the mean of four, so this is far beyond all lines.
        return false;
      }
      writer.write((1L << ones) - 1, (int) ones);
      writer.write(mapped[s] & ((1L << k) - 1), k + 1);
    }
    return bits.end(words);
  }

  @Override
  public void decode(long[] words, long valid, int[] depths) {
    BitReader reader = bits.read(words);
    long second = reader.read(1) == 0 ? 0 : reader.read(mapped.length);
    if ((second & ~all) != 0) {
      throw new CorruptBlockException("the second surface has samples beyond the tile");
    }
    int[] last = {NOT_YET, NOT_YET};
    long opened = 0;
    for (long left = valid; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      int surface = (int) ((second >>> s) & 1);
      if (last[surface] == NOT_YET) {
        depths[s] = (int) reader.read(Integer.SIZE);
      } else {
        int block = block(s);
        if (((opened >>> block) & 1) == 0) {
          opened |= 1L << block;
          parameters[block] = (int) reader.read(PARAMETER_BITS);
        }
        long value = readRice(reader, parameters[block]);
        long on = valid & (surface == 0 ? ~second : second);
        long depth = predict(depths, on, s, last[surface]) + ((value >>> 1) ^ -(value & 1));
        if (depth < 0 || depth > LARGEST) {
          throw new CorruptBlockException("sample %d has a depth of %d".formatted(s, depth));
        }
        depths[s] = (int) depth;
      }
      last[surface] = s;
    }
  }

  private static long readRice(BitReader reader, int k) {
    long ones = 0;
    while (reader.read(1) != 0) {
      ones++;
    }
    return (ones << k) | (k == 0 ? 0 : reader.read(k));
  }

  private long predict(int[] depths, long on, int s, int last) {
    int x = s % width;
    boolean left = x > 0 && has(on, s - 1);
    boolean up = has(on, s - width);
    if (left && up && has(on, s - width - 1)) {
      return clamp(at(depths, s - 1) + at(depths, s - width) - at(depths, s - width - 1));
    }
    if (left && x > 1 && has(on, s - 2)) {
      return clamp(2 * at(depths, s - 1) - at(depths, s - 2));
    }
    if (up && has(on, s - 2 * width)) {
      return clamp(2 * at(depths, s - width) - at(depths, s - 2 * width));
    }
    return at(depths, left ? s - 1 : up ? s - width : last);
  }

  private static boolean has(long on, int s) {
    return s >= 0 && ((on >>> s) & 1) != 0;
  }

  private static long at(int[] depths, int s) {
    return Integer.toUnsignedLong(depths[s]);
  }

  private static long clamp(long depth) {
    return Math.clamp(depth, 0L, LARGEST);
  }
}
