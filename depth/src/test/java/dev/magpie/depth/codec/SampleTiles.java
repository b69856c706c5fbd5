package dev.magpie.depth.codec;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Tiles of the kinds that codecs are made for, and of those that they are not. */
final class SampleTiles {

  /** A tile: depths, and which of them count. */
  static final class Tile {
    private final String kind;
    private final int[] depths;
    private final long valid;

    Tile(String kind, int[] depths, long valid) {
      this.kind = kind;
      this.depths = depths;
      this.valid = valid;
    }

    String kind() {
      return kind;
    }

    int[] depths() {
      return depths;
    }

    long valid() {
      return valid;
    }
  }

  private SampleTiles() {}

  static List<Tile> of(TileShape shape, int seed, int count) {
    Random random = new Random(seed);
    List<Tile> tiles = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      int[] depths = new int[shape.samples()];
      int kind = n % 6;
      switch (kind) {
        case 0 -> plane(shape, random, depths, -1L);
        case 1 -> {
          plane(shape, random, depths, -1L);
          plane(shape, random, depths, half(shape, random));
        }
        case 2 -> curved(shape, random, depths);
        case 3 -> {
          int base = random.nextInt(1 << 24);
          int spread = 1 << random.nextInt(24);
          for (int s = 0; s < depths.length; s++) {
            depths[s] = clamp(base + random.nextInt(spread));
          }
        }
        case 4 -> {
          for (int s = 0; s < depths.length; s++) {
            depths[s] = random.nextInt(1 << 24);
          }
        }
        default -> {
          int[] corners = {0, PlaneEquation.CLEAR_DEPTH, 1, PlaneEquation.CLEAR_DEPTH - 1};
          for (int s = 0; s < depths.length; s++) {
            depths[s] = corners[random.nextInt(1 + n % 4)];
          }
        }
      }
      long valid =
          switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> half(shape, random);
            default -> -1L;
          };
      valid &= shape.mask();
      Arrays.setAll(depths, s -> inFormat(shape.format(), depths[s]));
      tiles.add(new Tile("kind " + kind, depths, valid == 0 ? 1 : valid));
    }
    return tiles;
  }

  /** A depth of 24 bits in another format. */
  private static int inFormat(DepthFormat format, int depth) {
    return switch (format) {
      case D16 -> depth >>> 8;
      case D24 -> depth;
      case D32F -> Float.floatToRawIntBits(depth * 0x1p-24f);
    };
  }

  private static void plane(TileShape shape, Random random, int[] depths, long where) {
    int steep = 1 << random.nextInt(18);
    long cx = random.nextLong(-steep, steep + 1L) << random.nextInt(9);
    long cy = random.nextLong(-steep, steep + 1L) << random.nextInt(9);
    long c0 = random.nextLong(1L << 33);
    for (int s = 0; s < depths.length; s++) {
      if ((where >>> s & 1) != 0) {
        depths[s] = PlaneEquation.depth(c0, cx, cy, 9, s % shape.width(), s / shape.width());
      }
    }
  }

  private static void curved(TileShape shape, Random random, int[] depths) {
    double a = random.nextDouble() * 100;
    double b = random.nextDouble() * 100;
    double base = random.nextDouble() * (1 << 24);
    for (int s = 0; s < depths.length; s++) {
      int x = s % shape.width();
      int y = s / shape.width();
      depths[s] = clamp((int) (base + a * x * x + b * y * y + 300 * x - 200 * y));
    }
  }

  /** The samples on one side of a line. */
  private static long half(TileShape shape, Random random) {
    double angle = random.nextDouble() * 2 * Math.PI;
    long mask = 0;
    for (int s = 0; s < shape.samples(); s++) {
      double x = s % shape.width() - shape.width() * random.nextDouble(0.4, 0.6);
      int row = s / shape.width();
      double y = row - shape.height() / 2.0;
      if (x * Math.cos(angle) + y * Math.sin(angle) > 0) {
        mask |= 1L << s;
      }
    }
    return mask;
  }

  static int clamp(int depth) {
    return Math.clamp(depth, 0, PlaneEquation.CLEAR_DEPTH);
  }
}
