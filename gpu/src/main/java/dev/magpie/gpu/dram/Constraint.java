package dev.magpie.gpu.dram;

import java.util.Set;

/**
 * One row of a standard's timing table: after some commands, others have to wait.
 *
 * <p>With a window of <i>n</i> the wait runs from the <i>n</i>th last of the preceding commands, so
 * that no more than <i>n</i> fall into it: the four-activate window is 4 activates, {@code FAW}
 * cycles.
 *
 * <p>Times run from the last cycle of one command to the last cycle of the other, as the standards
 * have it: a command of two cycles is known to the DRAM only after the second.
 *
 * @param level index of the level whose nodes are each bound by themselves, 0 is the channel
 * @param preceding the commands that start the wait
 * @param following the commands that wait
 * @param reach who waits
 * @param cycles how long
 * @param window how many commands back the wait starts, 1 or more
 * @param text the latency as the table has it, for messages
 */
public record Constraint(
    int level,
    Set<Command> preceding,
    Set<Command> following,
    Reach reach,
    int cycles,
    int window,
    String text) {

  /** Which nodes of the level wait. */
  public enum Reach {
    /** The one that the preceding command went to. */
    SAME,
    /** The others below the same parent, and not that one. */
    SIBLINGS
  }

  public Constraint {
    preceding = Set.copyOf(preceding);
    following = Set.copyOf(following);
  }
}
