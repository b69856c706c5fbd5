package dev.magpie.gpu.config;

/** What a look-up of a block's metadata costs. */
public enum MetadataLookup {
  /** What its controller's cache makes of it: a miss fetches metadata from DRAM. */
  CACHED,
  /** Nothing ever moves for it, as if a cache had held all metadata from the beginning on. */
  AT_HAND
}
