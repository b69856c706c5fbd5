package dev.magpie.depth.cache;

import java.util.Locale;

/** Where tiles are compressed. */
public enum CodecPlacement {
  /** Between the depth test and a cache of lines, which holds compressed tiles. */
  PRE,
  /** Between a cache of uncompressed tiles and memory. */
  POST;

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
