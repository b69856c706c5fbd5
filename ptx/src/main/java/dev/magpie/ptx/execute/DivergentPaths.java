package dev.magpie.ptx.execute;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a warp that are put aside while others of it go on, in groups with paths of their
 * own: those that wait at barriers or for each other, and those that could go on.
 */
final class DivergentPaths {

  /** Lanes that are together on a path, with all the paths that they are to take later. */
  static final class Strand {
    final SimtStack paths;

    /** The instruction that it waits in, or null. */
    final @Nullable Operation waitsIn;

    /** The lanes that execute this instruction. */
    final int mask;

    /** Whether it waits for other lanes of the warp, rather than at a barrier. */
    boolean exchanges;

    Strand(SimtStack paths, @Nullable Operation waitsIn, int mask, boolean exchanges) {
      this.paths = paths;
      this.waitsIn = waitsIn;
      this.mask = mask;
      this.exchanges = exchanges;
    }

    /** Whether it waits in an instruction for other lanes of the warp. */
    boolean isIn(Operation exchange) {
      return exchanges && waitsIn != null && waitsIn.id == exchange.id;
    }

    /**
     * Whether it can go on.
     *
     * @param atBarriers the lanes that wait at barriers
     */
    boolean isReady(int atBarriers) {
      return !exchanges && (paths.lanes() & atBarriers) == 0;
    }
  }

  private final List<Strand> strands = new ArrayList<>();

  boolean isEmpty() {
    return strands.isEmpty();
  }

  void clear() {
    strands.clear();
  }

  void add(Strand strand) {
    strands.add(strand);
  }

  List<Strand> all() {
    return strands;
  }

  boolean hasReady(int atBarriers) {
    for (Strand strand : strands) {
      if (strand.isReady(atBarriers)) {
        return true;
      }
    }
    return false;
  }

  /** The lanes that wait in an exchange for others. */
  int lanesIn(Operation exchange) {
    int lanes = 0;
    for (Strand strand : strands) {
      lanes |= strand.isIn(exchange) ? strand.mask : 0;
    }
    return lanes;
  }

  /**
   * Takes the strand that goes on next, or null if all wait at barriers: of those that can go on
   * the one with the most open paths, for others may wait for it to catch up; else the first that
   * waits for lanes which do not come.
   */
  @Nullable Strand take(int atBarriers) {
    join(atBarriers);
    Strand next = null;
    for (Strand strand : strands) {
      if (strand.isReady(atBarriers)
          && (next == null || strand.paths.depth() > next.paths.depth())) {
        next = strand;
      }
    }
    for (int i = 0; next == null && i < strands.size(); i++) {
      next = strands.get(i).exchanges ? strands.get(i) : null;
    }
    strands.remove(next);
    return next;
  }

  /** Joins strands that can go on together, now or when one has caught up with the other. */
  private void join(int atBarriers) {
    for (int i = strands.size() - 1; i >= 0; i--) {
      Strand late = strands.get(i);
      for (Strand early : strands) {
        if (early != late
            && early.isReady(atBarriers)
            && late.isReady(atBarriers)
            && early.paths.leadsTo(late.paths)) {
          early.paths.join(late.paths);
          strands.remove(i);
          break;
        }
      }
    }
  }
}
