package dev.magpie.depth.cache;

import dev.magpie.depth.event.EventBatch;

/**
 * Is told what a back-end does while it replays a frame, in its order, by one thread. What concerns
 * a tile between two events is of the first of them, also where it is another tile that had to
 * leave the cache.
 */
public interface BackEndObserver {
  /**
   * The next event that draws to a line is handled.
   *
   * @param number of the event, from 0 on, those without a line not counting
   */
  default void handles(long number, EventBatch batch, int event) {}

  /** All events are handled, and what is still in the cache is written back. */
  default void writesBack() {}

  /** An access found a line of the tile, or after the cache the tile, in the cache. */
  default void hits(int tile) {}

  /** An access did not. */
  default void misses(int tile) {}

  /** Lines of the tile are read from memory. */
  default void reads(int tile, int bytes) {}

  /** Lines of the tile are written to memory. */
  default void writes(int tile, int bytes) {}

  /**
   * The tile went through the encoder.
   *
   * @param mode that it is in after that
   * @param lines that it takes in this mode
   */
  default void encodes(int tile, String mode, int lines) {}

  /** The tile was decoded. */
  default void decodes(int tile) {}

  /** Lines leave the cache: evicted, or no longer needed as the tile has become smaller. */
  default void leaves(int tile, int lines) {}

  /** The tile's mode after the frame, and its lines. */
  default void ends(int tile, String mode, int lines) {}
}
