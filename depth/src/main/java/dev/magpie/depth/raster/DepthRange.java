package dev.magpie.depth.raster;

import dev.magpie.depth.event.DepthFormat;
import java.util.Locale;

/** Which depths the near and the far plane have, and so what a frame is cleared to: the far one. */
public enum DepthRange {
  /** 0 is near. */
  NORMAL,
  /** Reversed-Z: 0 is far, and nearer samples have greater depths. */
  REVERSED;

  /** What a frame is cleared to. */
  public int clearDepth(DepthFormat format) {
    return this == NORMAL ? format.largest() : 0;
  }

  /** The test that nearer samples pass. */
  public DepthTest nearer() {
    return this == NORMAL ? DepthTest.LESS : DepthTest.GREATER;
  }

  /**
   * Refuses a test that nothing passes in a clear frame, though nearer samples were meant to.
   *
   * @throws IllegalArgumentException if it is the other range's
   */
  public void check(DepthTest test) {
    if (test == (this == NORMAL ? DepthTest.GREATER : DepthTest.LESS)) {
      throw new IllegalArgumentException(
          "with the %s depth range a frame is cleared to the %s depth, and no sample is %s;"
                  .formatted(
                      this,
                      this == NORMAL ? "greatest" : "least",
                      this == NORMAL ? "greater" : "less")
              + " nearer samples pass '%s'".formatted(nearer()));
    }
  }

  /** A depth between the near plane's 0 and the far plane's 1 in this range, and back again. */
  public double map(double depth) {
    return this == NORMAL ? depth : 1 - depth;
  }

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
