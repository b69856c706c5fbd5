package dev.magpie.depth.cache;

import dev.magpie.depth.event.TileShape;
import java.util.Locale;

/**
 * How large the depth cache is, and where a line may lie in it. Replacement is least recently used.
 *
 * @param bytes of data
 * @param ways lines of a set; 0 for one set of all lines
 * @param index how a line's set is found, if there are several
 */
public record CacheShape(int bytes, int ways, Index index) {
  /** The largest size; every line of the largest frame fits. */
  public static final int MAX_BYTES = 1 << 30;

  /** How a line's set is found. */
  public enum Index {
    /**
     * A hash of the tile's number, and the lines of a tile a quarter of the sets apart (for four
     * lines). A compressed tile has its first lines only, so without this most would share few
     * sets.
     */
    HASHED,
    /** The line's address modulo the sets. */
    MODULO;

    /** The word for it in commands. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @throws IllegalArgumentException if the size is not positive or exceeds {@link #MAX_BYTES}, or
   *     the ways are negative
   */
  public CacheShape {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a cache has 1 to %d bytes, not %d".formatted(MAX_BYTES, bytes));
    }
    if (ways < 0) {
      throw new IllegalArgumentException("a set has 1 line or more, not " + ways);
    }
  }

  /** A fully associative cache. */
  public static CacheShape of(int bytes) {
    return new CacheShape(bytes, 0, Index.HASHED);
  }

  /** Empty tags for a cache of lines. */
  Tags lineTags(TileShape tile, int tiles) {
    return tags("line", tile.lineBytes(), tile.lines(), tiles);
  }

  /** Empty tags for a cache of whole tiles. */
  Tags tileTags(TileShape tile, int tiles) {
    return tags("tile", tile.lineBytes() * tile.lines(), 1, tiles);
  }

  private Tags tags(String entry, int entryBytes, int entriesPerTile, int tiles) {
    int entries = bytes / entryBytes;
    int inSet = ways == 0 ? entries : ways;
    String why = entry.equals("tile") ? ", as post-cache systems need, RAW-T among them" : "";
    if (entries == 0) {
      throw new IllegalArgumentException(
          "a cache of %d bytes does not hold one %s of %d bytes%s"
              .formatted(bytes, entry, entryBytes, why));
    }
    if (bytes % entryBytes != 0) {
      throw new IllegalArgumentException(
          "a cache of %d bytes is no whole number of %ss of %d bytes%s"
              .formatted(bytes, entry, entryBytes, why));
    }
    if (entries % inSet != 0) {
      throw new IllegalArgumentException(
          "a cache of %d bytes holds %d %ss, which is no whole number of sets of %d"
              .formatted(bytes, entries, entry, inSet));
    }
    // A fully associative cache that is larger than the frame is as one of its size.
    int useful = (int) Math.min(inSet, Math.max(1L, (long) tiles * entriesPerTile));
    return new Tags(entries / inSet, ways == 0 ? useful : inSet, index, entriesPerTile, tiles);
  }
}
