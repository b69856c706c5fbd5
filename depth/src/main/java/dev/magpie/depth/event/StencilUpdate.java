package dev.magpie.depth.event;

/**
 * What becomes of the stencil values that a triangle covers.
 *
 * @param fail where the stencil test fails
 * @param depthFail where it passes, and the depth test fails
 * @param pass where both pass
 * @param reference 0 to 255
 * @param writeMask the bits that change, of 8
 */
public record StencilUpdate(
    StencilOperation fail,
    StencilOperation depthFail,
    StencilOperation pass,
    int reference,
    int writeMask) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one has more than 8 bits
   */
  public StencilUpdate {
    StencilBuffer.check("the reference", reference);
    StencilBuffer.check("the write mask", writeMask);
  }

  /** Whether values are written; they may be the same then. */
  public boolean writes(StencilOperation operation) {
    return operation != StencilOperation.KEEP && writeMask != 0;
  }

  /** Whether what is written does not depend on what was there. */
  public boolean overwrites(StencilOperation operation) {
    return writeMask == StencilBuffer.LARGEST
        && (operation == StencilOperation.ZERO || operation == StencilOperation.REPLACE);
  }

  /** Changes values of samples: those of a mask, of which sample 0 is at a place. */
  public void apply(StencilOperation operation, byte[] values, int first, long samples) {
    if (!writes(operation)) {
      return;
    }
    for (long left = samples; left != 0; left &= left - 1) {
      int at = first + Long.numberOfTrailingZeros(left);
      int stored = values[at] & StencilBuffer.LARGEST;
      int changed = operation.apply(stored, reference);
      values[at] = (byte) ((stored & ~writeMask) | (changed & writeMask));
    }
  }
}
