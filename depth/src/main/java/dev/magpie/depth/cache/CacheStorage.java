package dev.magpie.depth.cache;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;

/**
 * What a back-end's cache takes on the chip: its data, and beside them tags and the codec's
 * buffers. A tag names a line, or a tile after the cache, and has a valid and a dirty bit and its
 * place in the order of use; where planes are kept in an uncompressed tile's place, also the tile's
 * mode. A codec has a buffer for an uncompressed tile on its way in and one on its way out. Headers
 * in memory and their cache are the same for all and not counted, but for what a mode takes, which
 * {@link HeaderMemory#headerBits} has.
 *
 * @param dataBytes of lines
 * @param tagBits of all tags
 * @param bufferBytes of the codec; 0 without one
 */
public record CacheStorage(int dataBytes, long tagBits, int bufferBytes) {
  private static final int VALID_AND_DIRTY = 2;

  /**
   * That of a back-end.
   *
   * @param frame the frame whose tiles tags can name
   */
  public static CacheStorage of(Configuration configuration, FrameShape frame) {
    TileShape tile = frame.tile();
    boolean lines = configuration.placement() == CodecPlacement.PRE;
    int tileBytes = tile.lines() * tile.lineBytes();
    CacheShape cache = configuration.cache();
    int entries = cache.bytes() / (lines ? tile.lineBytes() : tileBytes);
    int inSet = cache.ways() == 0 ? entries : cache.ways();
    long named = (long) frame.tiles() * (lines ? tile.lines() : 1);
    int setBits = cache.index() == CacheShape.Index.MODULO ? bits(entries / inSet) : 0;
    int modes = configuration.scheme().forShape(tile).modes().size();
    boolean inSlots = !lines && configuration.scheme().storesPlanes();
    int tag =
        Math.max(0, bits(named) - setBits)
            + VALID_AND_DIRTY
            + bits(inSet)
            + (inSlots ? bits(modes + 1) : 0);
    return new CacheStorage(cache.bytes(), (long) entries * tag, modes == 0 ? 0 : 2 * tileBytes);
  }

  /** Bits that tell so many apart. */
  private static int bits(long many) {
    return Long.SIZE - Long.numberOfLeadingZeros(many - 1);
  }

  /** All of it, in whole bytes. */
  public long bytes() {
    return dataBytes + bufferBytes + Math.ceilDiv(tagBits, (long) Byte.SIZE);
  }

  /**
   * The largest cache that takes no more than so many bytes in all, in another back-end.
   *
   * @param other its cache's size does not matter, nor does how it is cut into sets: it is fully
   *     associative
   * @param bytes at least what one line, or tile after the cache, takes
   * @throws IllegalArgumentException if there is none
   */
  public static Configuration largest(Configuration other, FrameShape frame, long bytes) {
    TileShape tile = frame.tile();
    int step = tile.lineBytes() * (other.placement() == CodecPlacement.PRE ? 1 : tile.lines());
    int least = 0;
    int most = (int) Math.min(bytes / step, CacheShape.MAX_BYTES / step);
    while (least < most) {
      int middle = least + (most - least + 1) / 2;
      Configuration tried = other.with(CacheShape.of(middle * step));
      if (of(tried, frame).bytes() <= bytes) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
    if (least == 0) {
      throw new IllegalArgumentException("%d bytes hold no cache of any size".formatted(bytes));
    }
    return other.with(CacheShape.of(least * step));
  }
}
