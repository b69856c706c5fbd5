package dev.magpie.ptx.compile;

import java.util.Arrays;

/** A loop over the lanes of a warp that does several steps for each. */
public abstract class LaneLoop {
  /** How many arrays of 32 lanes it works with. */
  private int spares;

  LaneLoop() {}

  final void setSpares(int count) {
    spares = count;
  }

  /** How many arrays of 32 lanes it works with. */
  public final int spares() {
    return spares;
  }

  /**
   * Does the steps for all lanes of a mask, or nothing.
   *
   * @param r lanes of each register; arrays may be exchanged with spare ones
   * @param p one bit a lane of each predicate
   * @param mask the lanes, at least one
   * @param reaches where each access goes, in the order of the steps
   * @param spare arrays of 32 lanes; where the plan tells offsets, those of access i are in the
   *     i-th
   * @throws Missed if an access is not within reach
   */
  public final void run(long[][] r, int[] p, int mask, Reach[] reaches, long[][] spare) {
    for (Reach reach : reaches) {
      reach.begin(mask);
    }
    if (mask == -1) {
      all(r, p, mask, reaches, spare);
    } else {
      some(r, p, mask, reaches, spare);
    }
  }

  abstract void all(long[][] r, int[] p, int mask, Reach[] reaches, long[][] spare);

  abstract void some(long[][] r, int[] p, int mask, Reach[] reaches, long[][] spare);

  /** Sets some lanes. */
  static void fill(long[] to, long value, int mask) {
    if (mask == -1) {
      Arrays.fill(to, value);
      return;
    }
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      to[Integer.numberOfTrailingZeros(rest)] = value;
    }
  }

  /** Puts a spare array in a register's place. */
  static void exchange(long[][] r, int slot, long[][] spare, int index) {
    long[] old = r[slot];
    r[slot] = spare[index];
    spare[index] = old;
  }

  /** Copies some lanes of a spare array to a register. */
  static void blend(long[][] r, int slot, long[][] spare, int index, int mask) {
    long[] to = r[slot];
    long[] from = spare[index];
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      to[lane] = from[lane];
    }
  }
}
