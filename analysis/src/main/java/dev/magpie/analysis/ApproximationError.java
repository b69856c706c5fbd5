package dev.magpie.analysis;

import java.io.Serializable;

/**
 * How far a lossy codec's approximation of some memory is from the memory, element by element.
 * Errors of parts of a memory merge to those of the whole.
 *
 * <p>The relative error of an element x that is read as x' is |x' - x| / max(|x|, 10<sup>-9</sup>);
 * elements that come back as they were have the error 0. An element that changed and was, or
 * became, infinite or no number, or whose error is beyond a double, is counted apart and has no
 * part in the mean.
 *
 * @param blocks all blocks
 * @param approximatedBlocks those of which the codec gave up bits
 * @param elements all elements
 * @param unmeasurable those that changed and have no finite error
 * @param relativeErrors the sum of all relative errors
 * @param maximumRelativeError the largest of them
 * @param maximumAbsoluteError the largest |x' - x|
 */
public record ApproximationError(
    long blocks,
    long approximatedBlocks,
    long elements,
    long unmeasurable,
    double relativeErrors,
    double maximumRelativeError,
    double maximumAbsoluteError)
    implements Serializable {

  /** What x is taken for at least, so that the relative error of a zero is finite. */
  static final double LEAST_MAGNITUDE = 1e-9;

  /** Of no memory. */
  public static final ApproximationError NONE = new ApproximationError(0, 0, 0, 0, 0, 0, 0);

  /** The error of both memories together. */
  public ApproximationError merge(ApproximationError other) {
    return new ApproximationError(
        blocks + other.blocks,
        approximatedBlocks + other.approximatedBlocks,
        elements + other.elements,
        unmeasurable + other.unmeasurable,
        relativeErrors + other.relativeErrors,
        Math.max(maximumRelativeError, other.maximumRelativeError),
        Math.max(maximumAbsoluteError, other.maximumAbsoluteError));
  }

  /** The mean over all elements that have an error; NaN without any. */
  public double meanRelativeError() {
    return relativeErrors / (elements - unmeasurable);
  }

  /** The share of blocks that are approximated, 0 to 1; NaN without blocks. */
  public double approximatedShare() {
    return (double) approximatedBlocks / blocks;
  }
}
