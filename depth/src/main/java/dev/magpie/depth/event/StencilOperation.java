package dev.magpie.depth.event;

import java.util.Locale;

/** What becomes of a stencil value; the names are OpenGL's. */
public enum StencilOperation {
  /** It stays. */
  KEEP,
  /** It becomes 0. */
  ZERO,
  /** It becomes the reference. */
  REPLACE,
  /** One more, up to the largest. */
  INCR,
  /** One less, down to 0. */
  DECR,
  /** One more; after the largest comes 0. */
  INCR_WRAP,
  /** One less; before 0 comes the largest. */
  DECR_WRAP,
  /** All bits are inverted. */
  INVERT;

  /** A value of 8 bits after it. */
  int apply(int stored, int reference) {
    return switch (this) {
      case KEEP -> stored;
      case ZERO -> 0;
      case REPLACE -> reference;
      case INCR -> Math.min(stored + 1, StencilBuffer.LARGEST);
      case DECR -> Math.max(stored - 1, 0);
      case INCR_WRAP -> (stored + 1) & StencilBuffer.LARGEST;
      case DECR_WRAP -> (stored - 1) & StencilBuffer.LARGEST;
      case INVERT -> ~stored & StencilBuffer.LARGEST;
    };
  }

  /** The word for it in files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
