package dev.magpie.gpu.config;

/** What a miss fetches. */
public enum Fill {
  /** The whole line of 128 bytes. */
  LINE,
  /** The sectors of 32 bytes that are asked for. */
  SECTOR
}
