package dev.magpie.depth.codec;

import dev.magpie.codec.CorruptBlockException;

/**
 * One way to keep a tile in fewer lines than it has, {@link TileMode#lines}. What comes out of
 * {@link #decode} is what went into {@link #encode}, for every valid sample; cleared samples are
 * known from the tile's header and have no depth here.
 *
 * <p>Bits are numbered from a line's first byte on, most significant first, and kept in longs: bit
 * {@code i} is bit {@code 63 - i % 64} of word {@code i / 64}. Word arrays have room for all lines
 * of an uncompressed tile and one word of slack.
 *
 * <p>Codecs have scratch memory: one object for each thread.
 */
public interface TileCodec {

  /** Whether {@link #encode} looks at the bounds that it is given. */
  default boolean usesBounds() {
    return false;
  }

  /**
   * Encodes a tile if it fits.
   *
   * @param depths one for each sample, of the bits of the shape's format, or any 32 in the modes
   *     for floating-point depths; those of cleared samples are overwritten
   * @param valid the samples that have a depth; at least one
   * @param nearest no valid depth is smaller; anything if the codec does not use bounds
   * @param farthest no valid depth is larger; likewise
   * @param words receives the lines; undefined if the tile does not fit
   * @return whether it fits
   */
  boolean encode(int[] depths, long valid, int nearest, int farthest, long[] words);

  /**
   * Decodes a tile.
   *
   * @param words the lines
   * @param valid the samples that have a depth, as they were when it was encoded
   * @param depths receives them; what it has for cleared samples is undefined
   * @throws CorruptBlockException if no tile is encoded like this; most codecs can tell only
   *     sometimes
   */
  void decode(long[] words, long valid, int[] depths);
}
