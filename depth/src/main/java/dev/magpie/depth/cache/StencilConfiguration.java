package dev.magpie.depth.cache;

import dev.magpie.depth.codec.StencilCodec;

/**
 * A back-end of stencil values, which are a plane of memory of their own. Its cache is fully
 * associative, and replaces what was least recently used.
 *
 * @param placement where tiles are compressed
 * @param coding whether they are
 * @param cacheBytes of data, at least a tile
 * @param headerCacheBytes of the cache of tile headers, which holds a line at least; 0 to count no
 *     header
 */
public record StencilConfiguration(
    CodecPlacement placement, Coding coding, int cacheBytes, int headerCacheBytes) {
  /** A depth takes four bytes, a stencil value one. */
  private static final int SHARE = 4;

  /** What tiles are in memory. */
  public enum Coding {
    /** As they are. */
    RAW,
    /** As {@link StencilCodec} has them. */
    PALETTE
  }

  /** One whose headers are not counted. */
  public StencilConfiguration(CodecPlacement placement, Coding coding, int cacheBytes) {
    this(placement, coding, cacheBytes, 0);
  }

  /**
   * Checks the size.
   *
   * @throws IllegalArgumentException if the cache does not hold a tile
   */
  public StencilConfiguration {
    if (cacheBytes < StencilCodec.SAMPLES) {
      throw new IllegalArgumentException(
          "a stencil cache holds at least a tile of %d bytes, not %d bytes"
              .formatted(StencilCodec.SAMPLES, cacheBytes));
    }
  }

  /**
   * The one beside a back-end of depths: compressed where those are, in the same place, behind
   * caches of a quarter of the bytes, which have room for as many samples.
   */
  public static StencilConfiguration beside(Configuration depths) {
    return new StencilConfiguration(
        depths.placement(),
        depths.scheme().isRaw() ? Coding.RAW : Coding.PALETTE,
        Math.max(StencilCodec.SAMPLES, depths.cache().bytes() / SHARE),
        depths.headers().cacheBytes() / SHARE);
  }

  /**
   * Bits of a tile's header: its mode and, if it is uniform, its value, or without a codec which of
   * its lines are clear, and to what.
   */
  public int headerBits(int lineBytes) {
    int state =
        coding == Coding.RAW
            ? StencilCodec.SAMPLES / lineBytes
            : Integer.SIZE - Integer.numberOfLeadingZeros(StencilCodec.RAW);
    return state + Byte.SIZE;
  }

  /** Empty tags for entries of so many bytes. */
  Tags tags(StencilTiles tiles, int entryBytes) {
    int ofTile = StencilCodec.SAMPLES / entryBytes;
    int useful = (int) Math.min(cacheBytes / entryBytes, (long) tiles.tiles() * ofTile);
    return new Tags(1, useful, CacheShape.Index.HASHED, ofTile, tiles.tiles());
  }
}
