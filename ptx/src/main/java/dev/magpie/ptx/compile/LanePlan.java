package dev.magpie.ptx.compile;

import java.util.BitSet;
import java.util.List;

/**
 * Steps that are to be one loop.
 *
 * @param steps in order; no load comes behind a store to memory that it may read
 * @param slots what the frame's slots hold
 * @param needed the registers that are read later
 * @param neededPredicates the predicates that are read later
 * @param tellsOffsets whether the offsets of accesses are wanted
 */
public record LanePlan(
    List<LaneStep> steps,
    Slots slots,
    BitSet needed,
    BitSet neededPredicates,
    boolean tellsOffsets) {

  /** What is known of a frame's slots. */
  public interface Slots {
    /** Whether no step writes it, and it is the same in all frames and lanes. */
    boolean isConstant(int slot);

    /** Its value. */
    long constant(int slot);

    /**
     * Whether all lanes that read it have the same value. A step that writes such a register has
     * that value whatever other steps do.
     */
    boolean isUniform(int slot);

    /** Whether a predicate is always true. */
    boolean isTrue(int predicate);
  }
}
