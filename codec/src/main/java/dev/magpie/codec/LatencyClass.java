package dev.magpie.codec;

import java.util.Locale;

/** How soon a codec's values are there, by what its authors made it for. */
public enum LatencyClass {
  /** At each access, in cycles: hardware of a memory, a cache or a link decodes. */
  BUS,
  /** As a kernel uses them, in instructions: they are decoded in its registers. */
  KERNEL,
  /** Ahead of use: they are decoded into memory, by kernels or processors. */
  STORAGE;

  /** The name that reports print, such as {@code bus}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
