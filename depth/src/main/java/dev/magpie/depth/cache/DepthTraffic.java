package dev.magpie.depth.cache;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** What a back-end has moved and done. */
public final class DepthTraffic {
  /** What a back-end counts. */
  public enum Count {
    /** Tiles of triangles replayed. */
    EVENTS,
    BYTES_READ,
    BYTES_WRITTEN,
    /** Accesses that found their line, or tile after the cache, in the cache. */
    HITS,
    MISSES,
    /** Lines of the cache that the comparison of depths takes. */
    LINES_FROM_CACHE,
    /** Lines of the cache that the comparison of depths changes. */
    LINES_TO_CACHE,
    /** Tiles sent through the encoder, all modes that are tried counting once. */
    COMPRESSIONS,
    /** Of these, raw tiles that a triangle overwrote as a whole. */
    OVERWRITE_COMPRESSIONS,
    /** Of these, by the refiner of opportunistic depth offset. */
    REFINEMENTS,
    /** Tiles decoded. */
    DECOMPRESSIONS,
    /** Tiles encoded by depth offset. */
    DEPTH_OFFSET_TILES,
    /** Of these, without a sample that needs the far reference. */
    ONE_REFERENCE_TILES,
    /** Comparisons of depths to find depth offset's references. */
    COMPARISONS,
    /** Times that the refiner looked whether a tile is wholly cached. */
    PEEKS,
    /** Of these, those that found it so and compressed it. */
    SUCCESSFUL_PEEKS,
    /** Of tile headers, which are not among the other bytes; 0 if they are not counted. */
    HEADER_BYTES_READ,
    HEADER_BYTES_WRITTEN
  }

  private final Map<Count, Long> counts;
  private final Map<String, Long> encodedTiles;
  private final Map<String, Long> decodedTiles;
  private final Map<String, Long> finalTiles;
  private final int[] bytesByTile;

  /** That of the stencil plane beside the depths, if there is one. */
  private final Optional<DepthTraffic> stencil;

  DepthTraffic(
      Map<Count, Long> counts,
      Map<String, Long> encodedTiles,
      Map<String, Long> decodedTiles,
      Map<String, Long> finalTiles,
      int[] bytesByTile) {
    this(counts, encodedTiles, decodedTiles, finalTiles, bytesByTile, Optional.empty());
  }

  private DepthTraffic(
      Map<Count, Long> counts,
      Map<String, Long> encodedTiles,
      Map<String, Long> decodedTiles,
      Map<String, Long> finalTiles,
      int[] bytesByTile,
      Optional<DepthTraffic> stencil) {
    this.counts = counts;
    this.encodedTiles = Collections.unmodifiableMap(encodedTiles);
    this.decodedTiles = Collections.unmodifiableMap(decodedTiles);
    this.finalTiles = Collections.unmodifiableMap(finalTiles);
    this.bytesByTile = bytesByTile;
    this.stencil = stencil;
  }

  /** That of which nothing but bytes is known, as of published results. */
  public static DepthTraffic ofBytes(long read, long written) {
    return new DepthTraffic(
        Map.of(Count.BYTES_READ, read, Count.BYTES_WRITTEN, written),
        Map.of(),
        Map.of(),
        Map.of(),
        new int[0]);
  }

  /** One of the counts. */
  public long get(Count count) {
    return counts.getOrDefault(count, 0L);
  }

  /** Bytes read and written, without tile headers. */
  public long bytes() {
    return get(Count.BYTES_READ) + get(Count.BYTES_WRITTEN);
  }

  /** Bytes of tile headers read and written. */
  public long headerBytes() {
    return get(Count.HEADER_BYTES_READ) + get(Count.HEADER_BYTES_WRITTEN);
  }

  /** Share of tiles encoded by depth offset that need one reference only; NaN without any. */
  public double oneReferenceShare() {
    return (double) get(Count.ONE_REFERENCE_TILES) / get(Count.DEPTH_OFFSET_TILES);
  }

  /** By what the encoder did, tiles: modes in the scheme's order, then {@code raw}. */
  public Map<String, Long> encodedTiles() {
    return encodedTiles;
  }

  /** By the mode that they were in, tiles that were decoded. */
  public Map<String, Long> decodedTiles() {
    return decodedTiles;
  }

  /** By mode at the end, tiles: {@code cleared}, modes in the scheme's order, then {@code raw}. */
  public Map<String, Long> finalTiles() {
    return finalTiles;
  }

  /**
   * What the stencil values beside the depths have moved and done, in a plane and a cache of their
   * own; it is in no other count. Empty if nothing that was drawn used them.
   */
  public Optional<DepthTraffic> stencil() {
    return stencil;
  }

  /** The same beside a stencil plane. */
  public DepthTraffic withStencil(DepthTraffic plane) {
    return new DepthTraffic(
        counts, encodedTiles, decodedTiles, finalTiles, bytesByTile, Optional.of(plane));
  }

  /** Bytes read and written by tile. */
  public int[] bytesByTile() {
    return bytesByTile.clone();
  }

  /**
   * The sum over two frames of one shape by one configuration.
   *
   * @throws IllegalArgumentException if the numbers of tiles differ
   */
  public DepthTraffic plus(DepthTraffic other) {
    if (bytesByTile.length != other.bytesByTile.length) {
      throw new IllegalArgumentException(
          "frames of %d and %d tiles".formatted(bytesByTile.length, other.bytesByTile.length));
    }
    Map<Count, Long> sum = new EnumMap<>(counts);
    other.counts.forEach((count, value) -> sum.merge(count, value, Long::sum));
    int[] bytes = new int[bytesByTile.length];
    Arrays.setAll(bytes, i -> bytesByTile[i] + other.bytesByTile[i]);
    return new DepthTraffic(
        sum,
        sum(encodedTiles, other.encodedTiles),
        sum(decodedTiles, other.decodedTiles),
        sum(finalTiles, other.finalTiles),
        bytes,
        both(other, DepthTraffic::plus));
  }

  private Optional<DepthTraffic> both(DepthTraffic other, BinaryOperator<DepthTraffic> sum) {
    return stencil.isEmpty() || other.stencil.isEmpty()
        ? stencil.or(other::stencil)
        : Optional.of(sum.apply(stencil.get(), other.stencil.get()));
  }

  /** The same and the counts of another target, whose tiles are none of these. */
  public DepthTraffic plusOtherTarget(DepthTraffic other) {
    DepthTraffic counts =
        new DepthTraffic(
            other.counts,
            other.encodedTiles,
            other.decodedTiles,
            other.finalTiles,
            new int[bytesByTile.length],
            other.stencil);
    return plus(counts);
  }

  /** What was done in this pass and a later one of the same target; modes are those after it. */
  public DepthTraffic then(DepthTraffic later) {
    DepthTraffic sum = plus(later);
    return new DepthTraffic(
        sum.counts,
        sum.encodedTiles,
        sum.decodedTiles,
        later.finalTiles,
        sum.bytesByTile,
        both(later, DepthTraffic::then));
  }

  /** The same without what each tile took. */
  public DepthTraffic withoutTiles() {
    return new DepthTraffic(counts, encodedTiles, decodedTiles, finalTiles, new int[0], stencil);
  }

  /** What was done since an earlier moment of the same replay; modes are those of now. */
  DepthTraffic since(DepthTraffic earlier) {
    Map<Count, Long> counted = new EnumMap<>(counts);
    counted.replaceAll((count, value) -> value - earlier.get(count));
    int[] bytes = new int[bytesByTile.length];
    Arrays.setAll(bytes, i -> bytesByTile[i] - earlier.bytesByTile[i]);
    return new DepthTraffic(
        counted,
        difference(encodedTiles, earlier.encodedTiles),
        difference(decodedTiles, earlier.decodedTiles),
        finalTiles,
        bytes);
  }

  private static Map<String, Long> difference(Map<String, Long> now, Map<String, Long> earlier) {
    Map<String, Long> difference = new LinkedHashMap<>(now);
    difference.replaceAll((mode, tiles) -> tiles - earlier.getOrDefault(mode, 0L));
    return difference;
  }

  private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
    // A format may leave modes out; the order is that of all.
    boolean first = one.size() >= other.size();
    Map<String, Long> sum = new LinkedHashMap<>(first ? one : other);
    (first ? other : one).forEach((mode, tiles) -> sum.merge(mode, tiles, Long::sum));
    return sum;
  }
}
