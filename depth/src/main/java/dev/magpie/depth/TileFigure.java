package dev.magpie.depth;

import dev.magpie.depth.cache.TileTraffic;
import dev.magpie.depth.cache.TileTraffic.Count;
import dev.magpie.depth.raster.Frame;
import java.util.Arrays;
import java.util.Locale;

/** What can be mapped over the screen, a value for each tile. */
public enum TileFigure {
  MODE("", "mode after the frame"),
  BITS("bit", "bits in memory after the frame"),
  BYTES("B", "bytes read and written"),
  READ("B", "bytes read"),
  WRITTEN("B", "bytes written"),
  HITS("", "accesses that found their line, or tile, in the cache"),
  MISSES("", "accesses that did not"),
  COMPRESSIONS("", "times that it was encoded"),
  DECOMPRESSIONS("", "times that it was decoded"),
  EVENTS("", "triangles drawn to it that were not culled"),
  OVERDRAW("", "triangles that cover a sample, in the mean"),
  CULLED("", "lines that hierarchical culling took away");

  private final String unit;
  private final String meaning;

  TileFigure(String unit, String meaning) {
    this.unit = unit;
    this.meaning = meaning;
  }

  /** Its unit; nothing for numbers of things. */
  public String unit() {
    return unit;
  }

  /** What it is, in words. */
  public String meaning() {
    return meaning;
  }

  /** By tile; of {@link #MODE} the number of its name in {@link TileTraffic#modeNames}. */
  public double[] values(Frame frame, TileTraffic tiles) {
    return switch (this) {
      case MODE -> doubles(tiles.modeNumbers());
      case BITS -> doubles(tiles.of(Count.BITS));
      case BYTES -> sum(tiles.of(Count.BYTES_READ), tiles.of(Count.BYTES_WRITTEN));
      case READ -> doubles(tiles.of(Count.BYTES_READ));
      case WRITTEN -> doubles(tiles.of(Count.BYTES_WRITTEN));
      case HITS -> doubles(tiles.of(Count.HITS));
      case MISSES -> doubles(tiles.of(Count.MISSES));
      case COMPRESSIONS -> doubles(tiles.of(Count.COMPRESSIONS));
      case DECOMPRESSIONS -> doubles(tiles.of(Count.DECOMPRESSIONS));
      case EVENTS -> doubles(tiles.of(Count.EVENTS));
      case OVERDRAW -> frame.work().overdraw(frame.events().shape());
      case CULLED -> doubles(frame.work().culledLines());
    };
  }

  /**
   * Where a scale of colours ends that shows values well: the largest that more than a thousandth
   * of the tiles reach, whatever its sign, and more than nothing.
   */
  public static double scale(double[] values) {
    double[] sorted = Arrays.stream(values).map(Math::abs).sorted().toArray();
    int at = (int) (sorted.length * 0.999);
    double most = sorted.length == 0 ? 0 : sorted[Math.min(at, sorted.length - 1)];
    return most > 0 ? most : Math.max(1, sorted.length == 0 ? 0 : sorted[sorted.length - 1]);
  }

  private static double[] doubles(int[] values) {
    return Arrays.stream(values).asDoubleStream().toArray();
  }

  private static double[] sum(int[] one, int[] other) {
    double[] sum = doubles(one);
    Arrays.setAll(sum, tile -> sum[tile] + other[tile]);
    return sum;
  }

  /** The word for it in addresses. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
