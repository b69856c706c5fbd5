package dev.magpie.depth.codec;

import dev.magpie.codec.simd.VectorSupport;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Prints a number that depends on every bit that the codecs write, and how they were found. */
final class CodecDigest {
  private static final List<TileShape> SHAPES =
      List.of(
          TileShape.DEFAULT,
          TileShape.of(8, 8, 32, TileShape.Lines.QUADRANTS),
          TileShape.of(8, 8, 128, TileShape.Lines.QUADRANTS),
          TileShape.of(16, 4, 64, TileShape.Lines.STRIPS),
          TileShape.of(8, 4, 32, TileShape.Lines.QUADRANTS),
          TileShape.of(4, 4, 16, TileShape.Lines.QUADRANTS));

  private CodecDigest() {}

  public static void main(String[] arguments) {
    long digest = planes();
    for (TileShape shape : SHAPES) {
      for (SampleTiles.Tile tile : SampleTiles.of(shape, 7, 3000)) {
        long bounds = TileBounds.of(tile.depths(), tile.valid(), Kernels.VECTOR);
        for (TileMode mode : TileMode.values()) {
          if (mode != TileMode.PLANE && mode.lines(shape) > 0) {
            digest = 31 * digest + encoded(mode, shape, tile, bounds);
          }
        }
      }
    }
    System.out.println(digest + " " + VectorSupport.description());
  }

  private static long encoded(TileMode mode, TileShape shape, SampleTiles.Tile tile, long bounds) {
    TileCodec codec = mode.codec(shape, 20);
    long[] words = new long[shape.samples() / 2 + 1];
    int[] depths = tile.depths().clone();
    int near = TileBounds.nearest(bounds);
    int far = TileBounds.farthest(bounds);
    if (!codec.encode(depths, tile.valid(), near, far, words)) {
      return mode.name().hashCode();
    }
    int used = mode.lines(shape) * shape.lineBytes() / Long.BYTES;
    long digest = Arrays.hashCode(Arrays.copyOf(words, used));
    codec.decode(words, tile.valid(), depths);
    for (int s = 0; s < depths.length; s++) {
      if ((tile.valid() >>> s & 1) != 0) {
        digest = 31 * digest + depths[s];
      }
    }
    return digest;
  }

  private static long planes() {
    Random random = new Random(3);
    long digest = 0;
    for (int n = 0; n < 20_000; n++) {
      int[] depths = new int[64 >>> random.nextInt(4)];
      int f = random.nextInt(14);
      PlaneEquation.depths(
          random.nextLong(-1L << f, 1L << (24 + f)),
          random.nextLong() >> random.nextInt(24, 60),
          random.nextLong() >> random.nextInt(24, 60),
          f,
          random.nextInt(4),
          random.nextLong() & -1L >>> (64 - depths.length),
          depths,
          Kernels.VECTOR);
      digest = 31 * digest + Arrays.hashCode(depths);
    }
    return digest;
  }
}
