package dev.magpie.gpu.core;

import java.util.Arrays;

/**
 * The assist warps of a multiprocessor (CABA, ISCA 2015), dealt to its schedulers. A warp's
 * instructions depend on each other, so they issue a latency apart. Urgent ones go before all other
 * warps, the rest where no other warp goes, until too many wait: then the oldest are urgent, too.
 */
final class AssistWarps {
  /** Is told that an assist warp's last result is there. */
  interface Owner {
    void assisted(int ticket, long cycle);
  }

  private final int schedulers;
  private final int latency;
  private final int buffer;
  private final Owner owner;

  /** By warp, in order of arrival. */
  private int[] tickets = new int[16];

  private int[] left = new int[16];
  private int[] scheduler = new int[16];
  private long[] ready = new long[16];
  private boolean[] urgent = new boolean[16];
  private int count;
  private int patient;
  private int dealt;

  /**
   * @param latency of an instruction
   * @param buffer of those that are not urgent
   */
  AssistWarps(int schedulers, int latency, int buffer, Owner owner) {
    this.schedulers = schedulers;
    this.latency = latency;
    this.buffer = buffer;
    this.owner = owner;
  }

  boolean isIdle() {
    return count == 0;
  }

  /** A warp begins. */
  void add(int ticket, int instructions, boolean isUrgent, long cycle) {
    if (count == tickets.length) {
      tickets = Arrays.copyOf(tickets, 2 * count);
      left = Arrays.copyOf(left, 2 * count);
      scheduler = Arrays.copyOf(scheduler, 2 * count);
      ready = Arrays.copyOf(ready, 2 * count);
      urgent = Arrays.copyOf(urgent, 2 * count);
    }
    tickets[count] = ticket;
    left[count] = instructions;
    scheduler[count] = dealt++ % schedulers;
    ready[count] = cycle;
    urgent[count] = isUrgent;
    count++;
    if (!isUrgent && ++patient > buffer) {
      hurry();
    }
  }

  /** The oldest that is not urgent becomes so. */
  private void hurry() {
    int oldest = 0;
    while (urgent[oldest]) {
      oldest++;
    }
    urgent[oldest] = true;
    patient--;
  }

  /** Lets a warp, or an urgent one, issue an instruction; the result is whether one did. */
  boolean issue(int on, boolean isUrgent, long cycle) {
    for (int i = 0; i < count; i++) {
      if (scheduler[i] == on && ready[i] <= cycle && (urgent[i] || !isUrgent)) {
        issue(i, cycle);
        return true;
      }
    }
    return false;
  }

  private void issue(int warp, long cycle) {
    ready[warp] = cycle + latency;
    if (--left[warp] == 0) {
      int ticket = tickets[warp];
      patient -= urgent[warp] ? 0 : 1;
      count--;
      int behind = count - warp;
      System.arraycopy(tickets, warp + 1, tickets, warp, behind);
      System.arraycopy(left, warp + 1, left, warp, behind);
      System.arraycopy(scheduler, warp + 1, scheduler, warp, behind);
      System.arraycopy(ready, warp + 1, ready, warp, behind);
      System.arraycopy(urgent, warp + 1, urgent, warp, behind);
      owner.assisted(ticket, cycle + latency);
    }
  }

  /** The next cycle in which one can issue; {@link Long#MAX_VALUE} without any. */
  long nextAfter(long cycle) {
    long next = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      next = Math.min(next, Math.max(cycle + 1, ready[i]));
    }
    return next;
  }
}
