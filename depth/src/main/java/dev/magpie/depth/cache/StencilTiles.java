package dev.magpie.depth.cache;

import dev.magpie.depth.codec.StencilCodec;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;

/**
 * How stencil values form tiles of 256 bytes: each is a rectangle of depth tiles, as square as it
 * can be, one behind another. With the usual 8x8 samples it has 16x16, and a depth tile's values
 * are a line of 64 bytes.
 */
final class StencilTiles {
  private static final int SIDE = 16;

  private final FrameShape frame;
  private final int samples;
  private final int across;
  private final int down;
  private final int tilesX;
  private final int tiles;

  StencilTiles(FrameShape frame) {
    this.frame = frame;
    TileShape tile = frame.tile();
    samples = tile.samples();
    int inTile = StencilCodec.SAMPLES / samples;
    across = Math.clamp(SIDE / tile.width(), 1, inTile);
    down = inTile / across;
    tilesX = Math.ceilDiv(frame.tilesX(), across);
    tiles = tilesX * Math.ceilDiv(frame.tilesY(), down);
  }

  int tiles() {
    return tiles;
  }

  /** The tile that a depth tile's values are in. */
  int tile(int depthTile) {
    int x = depthTile % frame.tilesX();
    int y = depthTile / frame.tilesX();
    return y / down * tilesX + x / across;
  }

  /** Where in it they begin. */
  int first(int depthTile) {
    int x = depthTile % frame.tilesX() % across;
    int y = depthTile / frame.tilesX() % down;
    return (y * across + x) * samples;
  }

  /** The depth tile of which the values from a place on are, or -1 beyond the frame. */
  private int depthTile(int tile, int place) {
    int part = place / samples;
    int x = tile % tilesX * across + part % across;
    int y = tile / tilesX * down + part / across;
    return x < frame.tilesX() && y < frame.tilesY() ? y * frame.tilesX() + x : -1;
  }

  /** Gives samples beyond the frame the value of the tile's first one, which costs nothing. */
  void pad(int tile, byte[] values, int first) {
    int x = (tile % tilesX + 1) * across * frame.tile().width();
    int y = (tile / tilesX + 1) * down * frame.tile().height();
    if (x <= frame.width() && y <= frame.height()) {
      return;
    }
    for (int part = 0; part < StencilCodec.SAMPLES; part += samples) {
      int depthTile = depthTile(tile, part);
      long outside = frame.tile().mask() & ~(depthTile < 0 ? 0 : frame.inFrame(depthTile));
      for (long left = outside; left != 0; left &= left - 1) {
        values[first + part + Long.numberOfTrailingZeros(left)] = values[first];
      }
    }
  }

  /**
   * Compares a tile with what it should be.
   *
   * @param values of the tile
   * @param expected of the frame, by depth tile
   * @throws IllegalStateException if a sample of the frame differs
   */
  void check(int tile, byte[] values, byte[] expected) {
    for (int part = 0; part < StencilCodec.SAMPLES; part += samples) {
      int depthTile = depthTile(tile, part);
      long inside = depthTile < 0 ? 0 : frame.inFrame(depthTile);
      for (long left = inside; left != 0; left &= left - 1) {
        int sample = Long.numberOfTrailingZeros(left);
        byte found = values[part + sample];
        byte wanted = expected[depthTile * samples + sample];
        if (found != wanted) {
          throw new IllegalStateException(
              "the back-end ends with stencil %d in sample %d of tile %d, and the front end with %d"
                  .formatted(found & 0xFF, sample, depthTile, wanted & 0xFF));
        }
      }
    }
  }
}
