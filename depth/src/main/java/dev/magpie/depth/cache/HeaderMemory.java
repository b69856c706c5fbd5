package dev.magpie.depth.cache;

import dev.magpie.depth.event.TileShape;

/**
 * The memory of tile headers and the cache before it. A header has the tile's mode, its clear mask,
 * and the nearest and the farthest depth of each line; headers lie one behind another, bit by bit.
 * The paper says what is in a header, not how large it or its cache is.
 *
 * @param cacheBytes of the cache, fully associative, of the lines that depths have; 0 to count no
 *     header
 * @param presence whether headers say which lines are cached
 */
public record HeaderMemory(int cacheBytes, Presence presence) {
  /** Headers cost nothing. */
  public static final HeaderMemory NOT_COUNTED = new HeaderMemory(0, Presence.PEEKED);

  /** How a back-end knows whether a tile is wholly cached (paper, section 3). */
  public enum Presence {
    /** It peeks into the cache. */
    PEEKED,
    /** A bit for each line in the header says so. */
    FLAGGED
  }

  /**
   * @throws IllegalArgumentException if the size is negative or not reasonable
   */
  public HeaderMemory {
    if (cacheBytes < 0 || cacheBytes > CacheShape.MAX_BYTES) {
      throw new IllegalArgumentException(
          "a cache of headers has 0 to %d bytes, not %d"
              .formatted(CacheShape.MAX_BYTES, cacheBytes));
    }
  }

  /**
   * Bits of a header.
   *
   * @param modes that a tile can be in
   */
  public int headerBits(TileShape tile, int modes) {
    int modeBits = Integer.SIZE - Integer.numberOfLeadingZeros(modes - 1);
    int flags = presence == Presence.FLAGGED ? tile.lines() : 0;
    return modeBits + tile.samples() + 2 * tile.format().bits() * tile.lines() + flags;
  }
}
