package dev.magpie.depth.cache;

/** Where tiles are compressed. */
public enum Placement {
  /** Between the depth test and a cache of lines, which holds compressed tiles. */
  PRE,
  /** Between a cache of uncompressed tiles and memory. */
  POST
}
