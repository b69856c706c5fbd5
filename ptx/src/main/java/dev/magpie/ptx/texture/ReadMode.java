package dev.magpie.ptx.texture;

/** How integers are read. */
public enum ReadMode {
  ELEMENT,
  /** As numbers in [0, 1], or [-1, 1] if they have a sign; integers of 32 bits stay as they are. */
  NORMALIZED_FLOAT
}
