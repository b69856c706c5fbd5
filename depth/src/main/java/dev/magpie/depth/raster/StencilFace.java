package dev.magpie.depth.raster;

import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilUpdate;

/**
 * What triangles that face one way do to stencil values. A sample passes where the reference's
 * masked bits compare with those that are stored as the test says: {@code LESS} passes where the
 * reference is less, as in OpenGL.
 *
 * @param test what passes
 * @param readMask the bits that are compared, of 8
 * @param update what becomes of the values
 */
public record StencilFace(DepthTest test, int readMask, StencilUpdate update) {
  /** All pass, and nothing changes. */
  public static final StencilFace OFF =
      new StencilFace(
          DepthTest.ALWAYS,
          StencilBuffer.LARGEST,
          new StencilUpdate(
              StencilOperation.KEEP,
              StencilOperation.KEEP,
              StencilOperation.KEEP,
              0,
              StencilBuffer.LARGEST));

  /**
   * Checks the mask.
   *
   * @throws IllegalArgumentException if it has more than 8 bits
   */
  public StencilFace {
    if (readMask < 0 || readMask > StencilBuffer.LARGEST) {
      throw new IllegalArgumentException(
          "the read mask is 0 to %d, not %d".formatted(StencilBuffer.LARGEST, readMask));
    }
  }

  /** Whether the test looks at what is stored. */
  boolean looks() {
    return readMask != 0 && test != DepthTest.ALWAYS && test != DepthTest.NEVER;
  }

  /** Whether all pass, and nothing changes. */
  boolean isOff() {
    return !looks()
        && test.passes(0, 0)
        && !update.writes(update.depthFail())
        && !update.writes(update.pass());
  }

  /** Whether values stay unless both tests pass, so that lines may be culled before the first. */
  boolean keepsCulled() {
    return !update.writes(update.fail()) && !update.writes(update.depthFail());
  }

  /** The samples of a mask that pass, of which sample 0 is at a place. */
  long passing(byte[] values, int first, long samples) {
    if (!looks()) {
      // Without bits to compare, 0 is compared with 0.
      return test.passes(0, 0) ? samples : 0;
    }
    int reference = update.reference() & readMask;
    long passing = 0;
    for (long left = samples; left != 0; left &= left - 1) {
      int sample = Long.numberOfTrailingZeros(left);
      if (test.passes(reference, values[first + sample] & readMask)) {
        passing |= 1L << sample;
      }
    }
    return passing;
  }
}
