package dev.magpie.lab.hardware;

import java.util.Locale;

/** Which half of a codec. */
public enum Side {
  ENCODER,
  DECODER;

  /** The name that reports print. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
