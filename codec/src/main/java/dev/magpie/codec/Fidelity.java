package dev.magpie.codec;

import java.util.Locale;

/** What is left of a block that was encoded and decoded. */
public enum Fidelity {
  /** All of it. */
  LOSSLESS,
  /** In some blocks an approximation: the family's codecs are {@link LossyCodec}s. */
  LOSSY;

  /** The name in files and on screens, such as {@code lossy}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
