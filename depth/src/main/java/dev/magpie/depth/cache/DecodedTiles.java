package dev.magpie.depth.cache;

import java.util.Arrays;

/**
 * The depths of compressed tiles whose lines are in the cache. Hardware decompresses a tile for
 * each access, which is counted; here it would only find again what was encoded a moment ago. What
 * comes from memory is decoded.
 *
 * <p>Each tile has one place, which it shares with others; a tile that finds another there is
 * decoded, too.
 */
final class DecodedTiles {
  private static final int NO_TILE = -1;

  private final int[][] depths;
  private final int[] tiles;

  /**
   * @param most tiles that can be cached at a time
   * @param samples of a tile
   */
  DecodedTiles(int most, int samples) {
    int places = Math.max(2, 2 * Integer.highestOneBit(most));
    depths = new int[places][samples];
    tiles = new int[places];
    Arrays.fill(tiles, NO_TILE);
  }

  private int place(int tile) {
    return tile & (tiles.length - 1);
  }

  /** Where a tile's depths are, or will be. */
  int[] depths(int tile) {
    return depths[place(tile)];
  }

  /** Whether they are there. */
  boolean has(int tile) {
    return tiles[place(tile)] == tile;
  }

  /** Takes note that they are. */
  void keep(int tile) {
    tiles[place(tile)] = tile;
  }

  /** Forgets whoever's depths are in the tile's place. */
  void forget(int tile) {
    tiles[place(tile)] = NO_TILE;
  }
}
